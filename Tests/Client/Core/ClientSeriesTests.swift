import ClientCore
import ClientModel
import Testing

/// How often and how long a job is tried again, also over restarts.
@Suite struct ClientSeriesTests {
  @Test func `attempts made before a restart count`() async throws {
    let first = Bench { _ in .response(503) }
    try await first.client.start(as: .runner)
    let id = try await first.client.submit([.fixture()])[0]
    try await first.advance { try await first.job(id).attempts == 3 }
    try await eventually {
      if case .waiting(.until) = try await first.job(id).state { true } else { false }
    }
    #expect(try await first.job(id).seriesAttempts == 3)
    #expect(try await first.job(id).attemptLimit == 4)

    let second = Bench(storage: first.storage.crashed(), clock: first.clock) { _ in .response(503) }
    try await second.client.start(as: .runner)
    try await second.client.resumeAll()
    try await second.advance { try await second.job(id).state.word == .failed }
    #expect(second.transport.begun.count == 1)
    #expect(try await second.job(id).attempts == 4)
    #expect(try await second.job(id).attemptLimit == nil)
  }

  @Test func `an attempt that died with its process counts`() async throws {
    let first = Bench { $0.id.number < 3 ? .response(503) : .hang }
    try await first.client.start(as: .runner)
    let id = try await first.client.submit([.fixture()])[0]
    try await first.advance { !first.transport.open.isEmpty }
    let second = Bench(storage: first.storage.crashed(), clock: first.clock) { _ in .response(503) }
    try await second.client.start(as: .runner)
    try await second.client.resumeAll()
    try await second.advance { try await second.job(id).state.word == .failed }
    #expect(try await second.job(id).attempts == 4)
  }

  @Test func `a user's retry gets all its attempts`() async throws {
    let bench = Bench { _ in .response(503) }
    try await bench.client.start(as: .runner)
    let id = try await bench.client.submit([.fixture()])[0]
    try await bench.advance { try await bench.job(id).state.word == .failed }
    try await bench.client.retry([id])
    #expect(try await bench.job(id).seriesAttempts <= 1)
    try await bench.advance { try await bench.job(id).state.word == .failed }
    #expect(try await bench.job(id).attempts == 8)
  }

  @Test func `no back-off begins an attempt later than the span after the first`() async throws {
    let rule = RetryRule(attempts: 100, span: .seconds(300))
    // Each attempt takes a minute: what it is followed by is the fifth at most.
    let bench = Bench { _ in .hang }
    try await bench.client.start(as: .runner)
    let id = try await bench.client.submit([.fixture(.fixture(retry: rule))])[0]
    var rounds = 0
    while rounds < 100, !(try await bench.job(id).state.word.isFinished) {
      try await bench.advance {
        let isOver = try await bench.job(id).state.word.isFinished
        return isOver || !bench.transport.open.isEmpty
      }
      guard let open = bench.transport.open.first else { break }
      rounds += 1
      bench.clock.advance(by: .seconds(60))
      bench.transport.reply(open, .response(503))
      try await eventually { try await bench.job(id).state.word != .running }
    }
    #expect((4...5).contains(rounds), "\(rounds) attempts")
    #expect(try await bench.job(id).status == 503)
  }

  @Test func `a span is counted from before a restart`() async throws {
    let rule = RetryRule(attempts: 100, span: .seconds(300))
    let first = Bench { _ in .response(503) }
    try await first.client.start(as: .runner)
    let id = try await first.client.submit([.fixture(.fixture(retry: rule))])[0]
    try await eventually {
      if case .waiting(.until) = try await first.job(id).state { true } else { false }
    }
    first.clock.advance(by: .seconds(1000))
    let second = Bench(storage: first.storage.crashed(), clock: first.clock) { _ in .response(503) }
    try await second.client.start(as: .runner)
    try await second.client.resumeAll()
    try await eventually { try await second.job(id).state.word == .failed }
    #expect(second.transport.begun.count == 1)
  }

  @Test func `a job's cookies are those of the environment it was made in`() async throws {
    let bench = Bench()
    try await bench.client.start(as: .runner)
    var requests = [PreparedRequest.fixture(), .fixture(), .fixture()]
    requests[0].environment = "staging"
    requests[1].environment = "live"
    requests[2].options.cookies = .off
    let ids = try await bench.client.submit(requests.map { .fixture($0) })
    _ = try await bench.client.wait(for: ids)
    let jars = bench.transport.begun.sorted { $0.id.job < $1.id.job }.map(
      \.cookies?.jar.environment)
    #expect(jars == ["staging", "live", nil])
  }

  @Test func `a response is stored sealed only when its request carries a secret`() async throws {
    let secret = PreparedRequest.fixture(headers: [HeaderField("X", .secret("s"))])
    #expect(secret.carriesSecrets)
    #expect(PreparedRequest.fixture(body: .text(.secret("s"))).carriesSecrets)
    #expect(PreparedRequest.fixture(credentials: .bearer("t")).carriesSecrets)
    #expect(!PreparedRequest.fixture(headers: [HeaderField("X", "plain")]).carriesSecrets)
  }
}
