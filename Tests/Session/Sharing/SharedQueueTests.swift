import Foundation
import Synchronization
import TestSupport
import TestTraits
import Testing

/// Random schedules of faults with several queue runners on one PostgreSQL server: processes are
/// killed or stopped for longer than their lease, the server crashes, and its sessions are ended.
///
/// `WEIR_SHARED_SCHEDULES` is the number of schedules, and `WEIR_SHARED_JOBS` the number of jobs of
/// the large run. A schedule depends only on its number, except for the speed of the machine.
@Suite(.serialized, .usesSystem(minutes: 120)) struct SharedQueueTests {
  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  @Test func `no POST is repeated, no job is lost, and no limit is exceeded`() async throws {
    try await onOwnThread {
      let cluster = try PostgresCluster()
      for seed in 1...(Self.number("WEIR_SHARED_SCHEDULES") ?? 10) {
        var schedule = try FleetSchedule(
          seed: seed, on: cluster, runners: 3, jobs: 300, faults: .seconds(4))
        try schedule.run()
      }
    }
  }

  @Test func `eight queue runners share one queue in the middle of faults`() async throws {
    try await onOwnThread {
      let jobs = Self.number("WEIR_SHARED_JOBS") ?? 2_000
      var schedule = try FleetSchedule(
        seed: 99, on: try PostgresCluster(), runners: 8, jobs: jobs,
        faults: .seconds(max(4, jobs / 250)))
      try schedule.run()
    }
  }
}

/// The requests that arrived, and how many of them were open at once.
private final class FleetLedger: Sendable {
  struct Log {
    var requests: [String: Int] = [:]
    var open: [String: Int] = [:]
    var most: [String: Int] = [:]
  }

  let log = Mutex(Log())

  /// Records a request for `/LANE/NUMBER`, and leaves it open for a moment.
  func respond(to request: HTTPRequest) -> String {
    let lane = request.path.split(separator: "/").first.map(String.init) ?? ""
    let count = log.withLock { log in
      log.requests["\(request.method) \(request.path)", default: 0] += 1
      log.open[lane, default: 0] += 1
      log.most[lane] = max(log.most[lane] ?? 0, log.open[lane] ?? 0)
      return log.requests.count
    }
    usleep(UInt32(count % 3) * 4_000)
    // The request counts as closed before Weir can know its end.
    log.withLock { $0.open[lane, default: 0] -= 1 }
    return AnsweringServer.response(200, "{}")
  }
}

/// One schedule of faults.
private struct FleetSchedule {
  /// Long enough for a busy machine, and shorter than the longest stop of a process.
  private static let lease = 2_500

  private let seed: Int
  private let cluster: PostgresCluster
  private let database: String
  private let address: String
  private let ledger = FleetLedger()
  private let servers: [AnsweringServer]
  private let homes: [WeirHome]
  private let jobs: Int
  private let faults: Duration
  private var random: SeededGenerator
  private var runners: [ChildProcess] = []
  private var stopped: [Int: ContinuousClock.Instant] = [:]

  init(
    seed: Int, on cluster: PostgresCluster, runners: Int, jobs: Int, faults: Duration
  ) throws {
    (self.seed, self.cluster, self.jobs, self.faults) = (seed, cluster, jobs, faults)
    random = SeededGenerator(seed: UInt64(seed))
    database = "fleet\(seed)"
    address = try cluster.newDatabase(database)
    servers = try (0..<2).map { [ledger] _ in try AnsweringServer { ledger.respond(to: $0) } }
    homes = try (0...runners).map { _ in try WeirHome() }
  }

  private var variables: [String: String] {
    ["WEIR_STORE": address, "WEIR_LEASE": "\(Self.lease)"]
  }

  mutating func run() throws {
    defer { for runner in runners { runner.kill(SIGKILL) } }
    let limits = try addJobs()
    for number in homes.indices.dropLast() { runners.append(try start(number)) }
    let end = ContinuousClock.now + faults
    while ContinuousClock.now < end, try open() > 0 {
      usleep(UInt32.random(in: 100_000..<600_000, using: &random))
      try continueStopped(before: .now)
      try disturb()
    }
    try continueStopped(before: nil)
    let isDone = try poll(for: .seconds(120)) {
      usleep(50_000)
      return try open() == 0
    }
    let states = try query(
      "SELECT method, state, count(*) FROM weir.jobs GROUP BY 1, 2 ORDER BY 1, 2")
    let messages = runners.map { String(decoding: $0.errorOutput.suffix(300), as: UTF8.self) }
    #expect(isDone, "schedule \(seed): \(states)\n\(messages.joined(separator: "\n"))")
    check(limits, interrupted: try interrupted())
  }

  private func check(_ limits: [String: Int], interrupted: Int) {
    let log = ledger.log.withLock { $0 }
    let twice = log.requests.filter { $0.value > 1 && $0.key.hasPrefix("POST") }
    #expect(twice == [:], "schedule \(seed)")
    // The request of an interrupted job may have arrived or not.
    #expect(
      (jobs - interrupted...jobs).contains(log.requests.count), "schedule \(seed): jobs are lost")
    for (lane, limit) in limits {
      #expect(log.most[lane] ?? 0 <= limit, "schedule \(seed), lane \(lane)")
    }
  }

  // MARK: The queue

  private mutating func addJobs() throws -> [String: Int] {
    var limits: [String: Int] = [:]
    let home = homes[homes.count - 1]
    try home.folder.write(
      "rows.csv", "n\n" + (0..<jobs / 4).map { "\($0)\n" }.joined())
    for (number, server) in servers.enumerated() {
      let lane = "lane\(number)"
      for method in ["GET", "POST"] {
        try weir(
          "queue", "add", method, "\(server.url)/\(lane)/\(method){{n}}", "--each",
          home.folder.path("rows.csv"), "--lane", lane)
      }
      limits[lane] = Int.random(in: 1...8, using: &random)
      try weir("queue", "limit", lane, "\(limits[lane] ?? 1)")
    }
    return limits
  }

  private func weir(_ arguments: String...) throws {
    let ended = try homes[homes.count - 1].run(
      arguments + ["--store", "env:WEIR_STORE"], environment: variables)
    #expect(ended.code == 0, "\(arguments): \(ended.errorOutput)")
  }

  private func start(_ number: Int) throws -> ChildProcess {
    try homes[number].start("queue", "run", "--store", "env:WEIR_STORE", environment: variables)
  }

  @discardableResult
  private func query(_ sql: String) throws -> String { try cluster.query(sql, in: database) }

  /// Returns the number of jobs that Weir has still to run. Those that a user must decide on do not
  /// count.
  private func open() throws -> Int { try count("NOT done AND state <> 4") }
  private func interrupted() throws -> Int { try count("state = 4") }

  private func count(_ condition: String) throws -> Int {
    let rows = try query("SELECT count(*) FROM weir.jobs WHERE \(condition)")
    return Int(rows.trimmingCharacters(in: .whitespacesAndNewlines)) ?? -1
  }

  // MARK: Faults

  private mutating func disturb() throws {
    let number = Int.random(in: runners.indices, using: &random)
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<4 where stopped[number] == nil:
      runners[number].kill(SIGKILL)
      try runners[number].wait()
      runners[number] = try start(number)
    case 4..<6 where stopped[number] == nil:
      runners[number].kill(SIGSTOP)
      let span = Bool.random(using: &random) ? Self.lease * 2 : Self.lease / 5
      stopped[number] = .now + .milliseconds(span)
    case 6:
      cluster.crash()
      usleep(UInt32.random(in: 0..<500_000, using: &random))
      try cluster.start()
    case 7:
      try query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
          + "WHERE pid <> pg_backend_pid() AND datname = current_database() AND pid % 2 = 0")
    default: break
    }
  }

  /// Lets stopped processes continue, all of them if no time is given.
  private mutating func continueStopped(before time: ContinuousClock.Instant?) throws {
    for (number, end) in stopped where time.map({ end <= $0 }) ?? true {
      runners[number].kill(SIGCONT)
      stopped[number] = nil
    }
  }
}
