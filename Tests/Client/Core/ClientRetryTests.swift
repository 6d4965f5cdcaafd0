import ClientCore
import ClientModel
import Testing

@Suite struct ClientRetryTests {
  @Test func `a failing server is asked four times, then its last response is stored`() async throws
  {
    let bench = Bench { _ in .response(503) }
    try await bench.client.start(as: .runner)
    let id = try await bench.client.submit([.fixture()])[0]
    try await bench.advance { try await bench.job(id).state.word == .failed }
    #expect(try await bench.job(id).status == 503)
    #expect(try await bench.client.attempts(of: id).map(\.id.number) == [1, 2, 3, 4])
  }

  @Test func `a refused connection is retried for a POST, a lost one is not`() async throws {
    let bench = Bench { attempt in
      if attempt.id.job.rawValue == 2 { return .fail(.connectionLost, .something) }
      return attempt.id.number < 3 ? .fail(.refused, .nothing) : .response(201)
    }
    try await bench.client.start(as: .runner)
    let ids = try await bench.client.submit([
      .fixture(.fixture(.post)), .fixture(.fixture(.post)),
    ])
    try await bench.advance { try await bench.job(ids[0]).state == .succeeded }
    #expect(try await bench.job(ids[0]).attempts == 3)
    #expect(try await bench.job(ids[1]).state.word == .interrupted)
    #expect(try await bench.job(ids[1]).attempts == 1)
  }

  @Test func `a job on a reused connection that died runs again at once, as an attempt`()
    async throws
  {
    let bench = Bench { _ in .hang }
    try await bench.client.start(as: .runner)
    let ids = try await bench.client.submit((0..<20).map { _ in .fixture() })
    try await bench.client.setLimit(20, of: .a)
    try await eventually { bench.transport.open.count == 20 }
    // More at once than the budget of a host allows: these take nothing from it.
    var died = AttemptResult(end: .failed(.fixture(.connectionLost)))
    died.connection.use = .reused
    for id in bench.transport.open { bench.transport.finish(id, died, .something) }
    try await eventually { bench.transport.open.count == 20 }
    for id in bench.transport.open { bench.transport.reply(id, .response(200)) }
    for job in try await bench.client.wait(for: ids) {
      #expect(job.state == .succeeded && job.attempts == 2)
    }
  }

  @Test func `a job that is cancelled between two attempts ends, whichever came first`()
    async throws
  {
    for delay in 0..<40 {
      let bench = Bench(seed: delay) { _ in .hang }
      try await bench.client.start(as: .runner)
      let id = try await bench.client.submit([.fixture()])[0]
      try await eventually { !bench.transport.open.isEmpty }
      let client = bench.client
      bench.transport.reply(bench.transport.open[0], .response(503))
      for _ in 0..<delay { await Task.yield() }
      try await client.cancel([id])
      // A response that was complete before the wish reached it stays a response.
      try await eventually { try await bench.job(id).state.word.isFinished }
      await client.waitUntilIdle()
      bench.clock.advance(by: .seconds(60))
      await client.waitUntilDrained()
      #expect(bench.transport.begun.count == 1)
    }
  }

  @Test func `a wish to stop found on a waiting job is carried out`() async throws {
    let bench = Bench()
    let id = try await bench.storage.add([.fixture()])[0]
    let now = bench.clock.now
    _ = try await bench.storage.change([id]) { _ in JobChange(at: now, cancelRequested: true) }
    try await bench.client.start(as: .runner)
    #expect(try await bench.client.wait(for: [id]).map(\.state) == [.cancelled(sent: 0)])
    #expect(bench.transport.begun.isEmpty)
  }

  @Test func `a Retry-After holds the lane, others go on, and lifting it lets go`() async throws {
    let bench = Bench { attempt in
      attempt.id.job.rawValue == 1 && attempt.id.number == 1
        ? .response(429, [ResponseField("Retry-After", "100")]) : .response(200)
    }
    let update = await bench.client.events()
    try await bench.client.start(as: .runner)
    try await bench.client.setLimit(1, of: .a)
    let ids = try await bench.client.submit([.fixture(), .fixture(), .fixture(lane: .b)])
    _ = try await bench.client.wait(for: [ids[2]])
    let until = bench.clock.now.advanced(by: .seconds(100))
    try await eventually {
      try await bench.client.lanes().first { $0.lane.key == .a }?.lane.heldUntil == until
    }
    #expect(try await bench.job(ids[1]).state == .waiting(.slot))
    #expect(try await bench.job(ids[0]).state == .waiting(.until(until)))
    try await bench.client.liftHold(of: .a)
    #expect(try await bench.client.wait(for: [ids[1]]).first?.state == .succeeded)
    bench.clock.advance(by: .seconds(100))
    #expect(try await bench.client.wait(for: [ids[0]]).first?.state == .succeeded)
    var notices: [Failure] = []
    for await event in update {
      if case .noticed(let failure) = event { notices.append(failure) }
      if case .jobsChanged(let jobs) = event,
        jobs.contains(where: { $0.id == ids[0] && $0.state == .succeeded })
      {
        break
      }
    }
    #expect(notices.map(\.what) == ["Lane a does not start jobs for 100 s."])
  }

  @Test func `past an hour only the job waits`() async throws {
    let bench = Bench { attempt in
      attempt.id.job.rawValue == 1
        ? .response(503, [ResponseField("Retry-After", "7200")]) : .response(200)
    }
    try await bench.client.start(as: .runner)
    let ids = try await bench.client.submit([.fixture(), .fixture()])
    _ = try await bench.client.wait(for: [ids[1]])
    let until = bench.clock.now.advanced(by: .seconds(7200))
    try await eventually { try await bench.job(ids[0]).state == .waiting(.until(until)) }
    #expect(try await bench.client.lanes().map(\.lane.heldUntil) == [nil])
  }

  @Test func `a body that would leave its origin asks, and goes there on yes`() async throws {
    let bench = Bench { attempt in
      attempt.request.origin.host == "a.example"
        ? .response(307, [ResponseField("Location", "http://b.example/in")]) : .response(201)
    }
    try await bench.client.start(as: .runner)
    var request = secretRequest(.post)
    request.body = .bytes([1, 2])
    let ids = try await bench.client.submit([.fixture(request), .fixture(request)])
    let asked = try await bench.client.wait(for: ids)
    let question = Question.redirectCarriesBody(to: "http://b.example/in", status: 307)
    #expect(asked.map(\.state) == [.held(.question(question)), .held(.question(question))])
    try await bench.client.answer(ids[0], .yes)
    try await bench.client.answer(ids[1], .no)
    let ended = try await bench.client.wait(for: ids)
    #expect(ended.map(\.state) == [.succeeded, .cancelled(sent: .atLeastOne)])
    let there = bench.transport.begun.filter { $0.request.origin.host == "b.example" }
    #expect(there.count == 1)
    #expect(there.first?.request.headers.map(\.name) == ["Accept"])
    guard case .bytes([1, 2])? = there.first?.request.body else {
      Issue.record("The body was lost.")
      return
    }
  }

  @Test func `retrying failed jobs sends them again as the same jobs`() async throws {
    let bench = Bench { $0.id.number == 1 ? .fail(.certificate, .nothing) : .response(200) }
    try await bench.client.start(as: .runner)
    let ids = try await bench.client.submit([.fixture(), .fixture(), .fixture(lane: .b)])
    #expect(try await bench.client.wait(for: ids).allSatisfy { $0.state.word == .failed })
    let retry = try await bench.client.retryFailed(in: .a)
    #expect(retry.retried.sorted() == Array(ids.prefix(2)) && retry.withheld == [])
    let ended = try await bench.client.wait(for: ids)
    #expect(ended.map(\.state.word) == [.succeeded, .succeeded, .failed])
    #expect(try await bench.client.clearFinished() == 3)
    #expect(try await bench.client.count(matching: JobQuery()) == 0)
  }

  @Test func `retrying failed jobs leaves out what may take effect twice`() async throws {
    let bench = Bench { _ in .response(500) }
    try await bench.client.start(as: .runner)
    let ids = try await bench.client.submit([
      .fixture(), .fixture(.fixture(.post)), .fixture(.fixture(.post, key: "k")),
    ])
    _ = try await bench.client.wait(for: ids)
    let retry = try await bench.client.retryFailed()
    #expect(Set(retry.retried) == [ids[0], ids[2]])
    #expect(retry.withheld == [ids[1]])
    _ = try await bench.client.wait(for: ids)
    #expect(bench.transport.begun.count == 5)
    #expect(try await bench.client.retry([ids[1]]).map(\.id) == [ids[1]])
    _ = try await bench.client.wait(for: ids)
    let all = try await bench.client.retryFailed(.all)
    #expect(Set(all.retried) == Set(ids) && all.withheld.isEmpty)
  }

  @Test func `running again makes a new job with a new key`() async throws {
    let bench = Bench()
    try await bench.client.start(as: .runner)
    let first = try await bench.client.submit([.fixture(.fixture(.post, key: "old"))])
    _ = try await bench.client.wait(for: first)
    let second = try await bench.client.runAgain(first)
    #expect(try await bench.client.wait(for: second).map(\.state) == [.succeeded])
    #expect(second != first)
    let key = try #require(try await bench.client.request(of: second[0])?.idempotencyKey)
    #expect(key != "old" && key.count == 36)
    #expect(try await bench.client.request(of: first[0])?.idempotencyKey == "old")
  }

  @Test func `a held job waits for its time or for its release`() async throws {
    let bench = Bench()
    try await bench.client.start(as: .runner)
    let time = bench.clock.now.advanced(by: .seconds(60))
    let ids = try await bench.client.submit([
      .fixture(state: .held(.until(time))), .fixture(state: .held(.byUser)),
    ])
    await bench.client.waitUntilDrained()
    #expect(bench.transport.begun.isEmpty)
    try await bench.client.release([ids[1]])
    _ = try await bench.client.wait(for: [ids[1]])
    try await bench.advance { try await bench.job(ids[0]).state == .succeeded }
    #expect(bench.clock.now == time)
  }

  @Test func `reordering changes who starts next`() async throws {
    let bench = Bench()
    try await bench.client.start(as: .runner)
    try await bench.client.setLimit(1, of: .a)
    try await bench.client.pause(.a)
    let ids = try await bench.client.submit(Array(repeating: .fixture(), count: 5))
    try await bench.client.reorder(ids[4], to: .first)
    try await bench.client.reorder(ids[0], to: .after(ids[2]))
    try await bench.client.reorder(ids[3], to: .before(ids[1]))
    try await bench.client.reorder(ids[1], to: .last)
    try await bench.client.resume(.a)
    _ = try await bench.client.wait(for: ids)
    #expect(bench.transport.begun.map(\.id.job) == [4, 3, 2, 0, 1].map { ids[$0] })
  }
}
