import ClientCore
import ClientMemory
import ClientModel
import Testing

extension LaneKey {
  static let a = LaneKey(name: "a")
  static let b = LaneKey(name: "b")
}

extension PreparedRequest {
  static func fixture(
    _ method: HTTPMethod = .get, host: String = "a.example", path: String = "/",
    headers: [HeaderField] = [], body: PreparedBody = .none, credentials: Credentials? = nil,
    retry: RetryRule = RetryRule(), key: String? = nil
  ) -> PreparedRequest {
    let origin = Origin(scheme: "http", host: host, port: 80)
    return PreparedRequest(
      method: method, url: origin.description + path, origin: origin, headers: headers, body: body,
      credentials: credentials, options: TransportOptions(retry: retry), idempotencyKey: key)
  }
}

extension NewJob {
  static func fixture(
    _ request: PreparedRequest = .fixture(), lane: LaneKey = .a,
    state: JobState = .waiting(.slot), scheduling: Job.Scheduling = .queued
  ) -> NewJob {
    NewJob(request: request, lane: lane, state: state, scheduling: scheduling)
  }
}

/// A client on a store in memory, with a clock that stands still.
struct Bench {
  let clock: ManualClock
  let storage: MemoryStorage
  let transport: FakeTransport
  let client: Client

  init(
    storage: MemoryStorage? = nil, clock: ManualClock = ManualClock(), seed: Int = 1,
    secrets: any SecretResolver = NoSecrets(), behind: (any Storage)? = nil,
    cache: (any ResponseCache)? = nil, renewals: any RenewalSource = NoRenewals(),
    middleware: (any MiddlewareSource)? = nil, jq: JQRun = .none,
    _ script: @escaping @Sendable (OutgoingAttempt) -> FakeTransport.Reply = { _ in .response(200) }
  ) {
    self.clock = clock
    let store = storage ?? MemoryStorage(clock: clock, bodyFolder: "/nonexistent")
    self.storage = store
    transport = FakeTransport(script)
    client = Client(
      storage: behind ?? store, transport: transport, cache: cache, clock: clock,
      secrets: secrets, renewals: renewals, middleware: middleware,
      jq: jq,
      random: SeededRandom(seed))
  }

  func job(_ id: JobID) async throws -> Job {
    try #require(try await client.jobs(matching: JobQuery(ids: [id])).first)
  }

  /// Moves the clock until a condition holds; each move happens after somebody set an alarm.
  func advance(until isMet: () async throws -> Bool) async throws {
    for turn in 0..<Patience.turns {
      if try await isMet() { return }
      if let next = clock.alarms.first { clock.advance(by: max(.zero, next.since(clock.now))) }
      try await Patience.pauseForKeys(turn)
    }
    Issue.record("The condition was never met.")
  }
}

/// Gives others time until a condition holds.
func eventually(_ isMet: () async throws -> Bool) async throws {
  for turn in 0..<Patience.turns {
    if try await isMet() { return }
    try await Patience.pauseForKeys(turn)
  }
  Issue.record("The condition was never met.")
}

/// How a test lets others go on: at once at first, then so that whoever lost its core gets it back. A
/// thousand turns may pass while another thread stands still on a busy machine.
enum Patience {
  static let turns = 40_000

  static func pauseForKeys(_ turn: Int) async throws {
    if turn < 1_000 { await Task.yield() } else { try await Task.sleep(for: .milliseconds(1)) }
  }
}
