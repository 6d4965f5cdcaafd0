import ClientModel
import Testing

@testable import ClientCore

/// The event log of one process (R40 to R43, and the order of 6.3).
@Suite struct EventLogTests {
  /// Everything a client publishes until it ends.
  private func events(
    of bench: Bench, words: Set<Event.Word> = Set(Event.Word.allCases),
    while work: (Client) async throws -> Void
  ) async throws -> [Event] {
    let log = await bench.client.eventLog(of: words)
    try await work(bench.client)
    await bench.client.quit(.drain)
    var events: [Event] = []
    for await event in log { events.append(event) }
    return events
  }

  private func words(_ reply: FakeTransport.Reply) async throws -> [Event.Word] {
    var once = PreparedRequest.fixture()
    once.options.retry.attempts = 1
    let bench = Bench { _ in reply }
    return try await events(of: bench) { client in
      try await client.start(as: .runner)
      _ = try await client.wait(for: try await client.submit([.fixture(once)]))
    }.map(\.word).filter { $0 != .laneChanged && $0 != .runnerChanged }
  }

  @Test func `R40 R42 each way a request can end has its kind`() async throws {
    let ends: [(FakeTransport.Reply, Event.Word)] = [
      (.response(200), .received), (.response(201), .received), (.response(401), .unauthorized),
      (.response(503), .unavailable), (.response(500), .failed), (.response(404), .failed),
      (.fail(.refused, .nothing), .networkFailed), (.fail(.nameNotFound, .nothing), .networkFailed),
      (.fail(.malformedResponse, .nothing), .failed),
    ]
    for (reply, word) in ends {
      #expect(try await words(reply) == [.submitted, .started, word, .finished], "\(reply)")
    }
  }

  @Test func `R41 a response's event brings call, gateway, address, status, headers and body`()
    async throws
  {
    let bench = Bench { _ in .body(200, "{}") }
    var request = PreparedRequest.fixture(path: "/users")
    request.gateway = GatewayUse(name: "api")
    let found = try await events(of: bench, words: [.received]) { client in
      try await client.start(as: .runner)
      let lane = LaneKey(name: "api")
      _ = try await client.wait(for: try await client.submit([.fixture(request, lane: lane)]))
    }
    let event = try #require(found.first)
    #expect(found.count == 1)
    #expect(event.job == JobID(1))
    #expect(event.gateway == "api")
    #expect(event.process == .this)
    let exchange = try #require(event.kind.exchange)
    #expect(exchange.url == "http://a.example/users")
    #expect(exchange.method == .get)
    #expect(exchange.head?.status == 200 && exchange.status == 200)
    #expect(exchange.body == .inline(Array("{}".utf8)))
  }

  @Test func `R43 a retry reports the failed attempt, and the job ends once`() async throws {
    let bench = Bench { attempt in
      attempt.id.number == 1 ? .fail(.refused, .nothing) : .response(200)
    }
    let found = try await events(of: bench) { client in
      try await client.start(as: .runner)
      let ids = try await client.submit([.fixture()])
      try await bench.advance { try await bench.job(ids[0]).state == .succeeded }
    }
    #expect(
      found.filter { $0.job != nil }.map(\.word) == [
        .submitted, .started, .networkFailed, .changed, .started, .received, .finished,
      ])
  }

  @Test func `cancelling, holding and releasing are reported, and no response is invented`()
    async throws
  {
    let bench = Bench { _ in .hang }
    let found = try await events(of: bench) { client in
      try await client.start(as: .visitor)
      let ids = try await client.submit([.fixture()])
      _ = try await client.hold(ids)
      bench.clock.advance(by: .seconds(1))
      _ = try await client.release(ids)
      _ = try await client.cancel(ids)
    }
    #expect(
      found.filter { $0.job != nil }.map(\.word) == [.submitted, .changed, .changed, .finished])
  }

  @Test func `pausing a lane and taking over the queue are reported`() async throws {
    let bench = Bench()
    let found = try await events(of: bench, words: [.laneChanged, .runnerChanged]) { client in
      try await client.start(as: .runner)
      try await client.pause(.a)
    }
    #expect(found.map(\.line) == ["this process runs the queue", "lane a paused, limit 2"])
  }

  @Test func `a lane that its server holds is not called active`() {
    var lane = Lane(key: .a, heldUntil: Timestamp(milliseconds: 30_000))
    #expect(line(of: lane, at: 0) == "lane a held for 30 s by its server, limit 2")
    #expect(line(of: lane, at: 30_000) == "lane a active, limit 2")
    lane.pause = .byUser
    #expect(line(of: lane, at: 0) == "lane a paused, limit 2, held for 30 s by its server")
  }

  private func line(of lane: Lane, at milliseconds: Int64) -> String {
    Event(.laneChanged(lane), at: Timestamp(milliseconds: milliseconds)).line
  }

  @Test func `only the kinds asked for come, and a listener that leaves costs nothing`()
    async throws
  {
    let bench = Bench()
    var log: AsyncStream<Event>? = await bench.client.eventLog(of: [.finished])
    #expect(await bench.client.publisher.wanted == Event.Word.finished.bit)
    try await bench.client.start(as: .runner)
    _ = try await bench.client.wait(for: try await bench.client.submit([.fixture(), .fixture()]))
    var seen: [Event.Word] = []
    if let log {
      for await event in log {
        seen.append(event.word)
        if seen.count == 2 { break }
      }
    }
    log = nil
    #expect(seen == [.finished, .finished])
    try await eventually { await bench.client.publisher.wanted == 0 }
  }

  @Test func `a slow subscriber gets the newest and the number of those dropped`() async {
    let buffer = SubscriberBuffer<Event>(limit: 3)
    let events = (1...10).map {
      Event(.own(OwnEvent("e\($0)")), at: Timestamp(milliseconds: Int64($0)))
    }
    buffer.put(Array(events[0..<5]))
    buffer.put(Array(events[5...]))
    buffer.finish()
    var lines: [String] = []
    while let event = await buffer.next() { lines.append(event.line) }
    #expect(lines == ["7 earlier events are not shown", "e8", "e9", "e10"])
  }

  @Test(arguments: 0..<50)
  func `a buffer publishes each event or counts it, in order`(seed: Int) async {
    var random = SeededRandom(seed)
    let limit = Int.random(in: 1...8, using: &random)
    let buffer = SubscriberBuffer<Event>(limit: limit)
    var number = 0
    var expected = 1
    func take(_ batch: [Event]) {
      for event in batch {
        if case .dropped(let count) = event.kind {
          expected += count
        } else {
          #expect(event.time.milliseconds == Int64(expected), "seed \(seed)")
          expected += 1
        }
      }
    }
    for _ in 0..<40 {
      let burst = (0..<Int.random(in: 0...5, using: &random)).map { _ in
        number += 1
        return Event(.own(OwnEvent("e")), at: Timestamp(milliseconds: Int64(number)))
      }
      buffer.put(burst)
      if Bool.random(using: &random), !burst.isEmpty { take(await buffer.nextBatch() ?? []) }
    }
    buffer.finish()
    while let batch = await buffer.nextBatch() { take(batch) }
    #expect(expected == number + 1, "seed \(seed)")
  }
}
