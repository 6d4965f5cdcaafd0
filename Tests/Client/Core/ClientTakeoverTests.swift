import ClientMemory
import ClientModel
import Testing

@testable import ClientCore

/// What a process finds that takes the queue over, and what redirects leave.
@Suite struct ClientTakeoverTests {
  @Test func `a redirect that repeats a secret is followed as it stands after a crash`()
    async throws
  {
    let secret = "sup3rs3cretvalue99"
    let first = Bench { attempt in
      attempt.id.number == 1
        ? .response(303, [ResponseField("Location", "/done?t=\(secret)")]) : .hang
    }
    try await first.client.start(as: .runner)
    let header = HeaderField("X-Token", .secret(secret))
    let id = try await first.client.submit([.fixture(.fixture(.post, headers: [header]))])[0]
    try await eventually { first.transport.open.first?.number == 2 }
    let shown = try await first.storage.attempts(of: id).last?.displayURL
    #expect(shown == "http://a.example/done?t=\(Secret.mask)")

    let second = Bench(storage: first.storage.crashed(), clock: first.clock) { _ in
      .response(200, [ResponseField("Content-Location", "/moved?t=\(secret)")])
    }
    try await second.client.start(as: .runner)
    try await second.client.resumeAll()
    #expect(try await second.client.wait(for: [id]).map(\.state) == [.succeeded])
    #expect(second.transport.begun.map(\.request.url) == ["http://a.example/done?t=\(secret)"])
    let attempts = try await second.storage.attempts(of: id)
    #expect(attempts.last?.displayURL == shown)
    let place = attempts.last?.result?.head?.fields.first("Content-Location")
    #expect(place == "/moved?t=\(Secret.mask)", "what repeats the secret is masked as before")
  }

  @Test func `a body that may go to another origin leaves the job's request as it was`()
    async throws
  {
    let bench = Bench { attempt in
      attempt.id.number == 1
        ? .response(307, [ResponseField("Location", "http://b.example/in")]) : .response(200)
    }
    try await bench.client.start(as: .runner)
    let id = try await bench.client.submit([.fixture(.fixture(.post, body: .bytes([1])))])[0]
    try await eventually { try await bench.job(id).state.word == .held }
    try await bench.client.answer(id, .yes)
    #expect(try await bench.client.wait(for: [id]).map(\.state) == [.succeeded])
    #expect(
      bench.transport.begun.map(\.request.url) == ["http://a.example/", "http://b.example/in"])
    #expect(try await bench.job(id).displayURL == "http://a.example/")
    let again = try await bench.client.runAgain([id])
    #expect(try await bench.client.request(of: again[0])?.origin.host == "a.example")
  }

  @Test func `whoever waits for a job does not hear of a question that is answered already`()
    async throws
  {
    let clock = ManualClock()
    let hall = SharedStorage.Hall(MemoryStorage(clock: clock, bodyFolder: "/nonexistent"))
    let bench = hall.process(1, clock) { attempt in
      attempt.id.number == 1
        ? .response(307, [ResponseField("Location", "http://b.example/in")]) : .response(200)
    }
    try await bench.client.start(as: .runner)
    hall.holdEnds()
    let id = try await bench.client.submit([.fixture(.fixture(.post, body: .bytes([1])))])[0]
    try await eventually { try await bench.job(id).state.word == .held }
    // The question is in the store, and this process has not heard that it is.
    try await bench.client.answer(id, .yes)
    let waiting = Task { try await bench.client.wait(for: [id]).map(\.state) }
    try await eventually { await bench.client.waiting.jobs.count > 0 }
    hall.releaseAll()
    #expect(try await waiting.value == [.succeeded])
  }

  @Test func `a job that waits for a word pauses no lane after an orderly shutdown`() async throws {
    let first = Bench { _ in .fail(.connectionLost, .something) }
    try await first.client.start(as: .runner)
    let ids = try await first.client.submit([.fixture(.fixture(.post))])
    try await eventually { try await first.job(ids[0]).state.word == .interrupted }
    await first.client.quit(.drain)
    #expect(try await first.storage.lanes().map(\.lane.pause) == [.none])
  }

  @Test func `without a queue runner that died, no lane is paused`() async throws {
    let sender = Bench { _ in .hang }
    try await sender.client.start(as: .sender)
    let other = NewJob.fixture(lane: .b)
    let waiting = try await sender.storage.add([other])
    let sent = try await sender.client.submit([.fixture(scheduling: .immediate)])
    try await eventually { sender.transport.open.count == 1 }
    let runner = Bench(storage: sender.storage.crashed(), clock: sender.clock)
    try await runner.client.start(as: .runner)
    #expect(try await runner.client.wait(for: waiting + sent).allSatisfy { $0.state == .succeeded })
    #expect(try await runner.client.lanes().map(\.lane.pause) == [.none, .none])
  }

  @Test func `a second crash right after the takeover leaves the lanes paused`() async throws {
    let first = Bench { _ in .hang }
    try await first.client.start(as: .runner)
    _ = try await first.client.submit([.fixture(), .fixture(), .fixture(lane: .b)])
    try await eventually { first.transport.open.count == 3 }
    var store = first.storage
    for _ in 0..<2 {
      store = store.crashed()
      let next = Bench(storage: store, clock: first.clock)
      try await next.client.start(as: .runner)
      #expect(try await next.client.lanes().map(\.lane.pause) == [.byRestart, .byRestart])
      #expect(next.transport.begun.isEmpty)
    }
  }
}
