import ClientCore
import ClientModel
import ClientStore
import Glibc
import Synchronization
import TestSupport
import TestTraits
import Testing

@testable import ClientPostgres

/// Several queue runners on one store.
@Suite(.usesSystem(minutes: 5)) struct PostgresRunnersTests {
  let folder = StateFolder()
  let clock = StillClock()
  private let lane = NewJob.fixture().lane

  private func open(lease: Duration = .seconds(30)) async throws -> PostgresStorage {
    try await PostgresStorage.open(
      on: try PostgresServer.test(for: folder), folder: folder.path, clock: clock, lease: lease)
  }

  /// Runs a statement beside the store.
  private func run(_ sql: String) throws {
    _ = try PostgresServer.test(for: folder).connect(for: .write).rows(sql)
  }

  /// Waits until commits wait for a standby. The setting takes effect after a moment.
  private func waitForStandby(
    of server: PostgresServer, _ administrator: PostgresConnection
  ) throws {
    for number in 0... {
      let probe = try server.connect(for: .write)
      let statement = "CREATE TABLE probe\(number)()"
      try probe.send(statement)
      var state = ""
      while state != "idle" {
        let row = try administrator.rows(
          "SELECT coalesce(wait_event, ''), state FROM pg_stat_activity WHERE pid = $1 AND query = $2",
          [.integer(probe.session), .text(statement)]
        ).first
        if row?.text(0) == "SyncRep" { return }
        state = row?.text(1) ?? ""
      }
    }
  }

  private func take(
    _ count: Int, by store: PostgresStorage, after ends: [AttemptEnd] = []
  ) async throws(Failure) -> [JobID] {
    let batch = StoreBatch(
      takes: [LaneTake(lane, count: count, at: Timestamp(milliseconds: 5))], ends: ends)
    return try await store.commit(batch).started.keys.sorted()
  }

  private func set(_ store: PostgresStorage, _ change: @escaping @Sendable (inout Lane) -> Void)
    async throws
  {
    _ = try await store.changeLanes([lane], change)
  }

  @Test func `two queue runners start each job once, and never exceed the limit`() async throws {
    let stores = [try await open(), try await open()]
    let ids = try await stores[0].add((0..<200).map { .fixture("/\($0)") })
    try await set(stores[0]) { $0.limit = 3 }
    let log = RunLog()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for store in stores {
        group.addTask {
          var mine: [JobID] = []
          while log.state.withLock({ $0.started.count < 200 || !mine.isEmpty }) {
            let ends = mine.prefix(2).map { AttemptEnd.fixture($0) }
            // They count as ended before their slots are free.
            log.state.withLock { $0.running -= ends.count }
            mine.removeFirst(ends.count)
            let started = try await take(3, by: store, after: ends)
            log.state.withLock { log in
              log.running += started.count
              log.most = max(log.most, log.running)
              log.started += started
            }
            mine += started
            if started.isEmpty { await Task.yield() }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(log.state.withLock { $0.started.sorted() } == ids, "each job once")
    #expect(log.state.withLock { $0.most } == 3)
    #expect(try await stores[1].lanes().first?.counts == [.succeeded: 200])
    for store in stores { await store.close() }
  }

  @Test func `the first jobs start in order, except those that may not`() async throws {
    let (one, two) = (try await open(), try await open())
    let ids = try await one.add(
      (0..<3).map { .fixture("/\($0)") } + [
        .fixture("/later", state: .waiting(.until(Timestamp(milliseconds: 9)))),
        .fixture("/held", state: .held(.byUser)), .fixture("/last"),
      ])
    try await set(one) { $0.limit = 9 }
    _ = try await one.change([ids[2]]) { JobChange(at: $0.since, priority: 1) }
    #expect(try await take(1, by: two) == [ids[2]])
    #expect(try await take(9, by: one) == [ids[0], ids[1], ids[5]])
    #expect(try await take(9, by: two) == [])
    await one.close()
    await two.close()
  }

  @Test func `a process whose lease has expired commits nothing`() async throws {
    let (stopped, other) = (try await open(lease: .seconds(1)), try await open())
    let ids = try await stopped.add([.fixture(), .fixture()])
    let batch = StoreBatch(takes: [LaneTake(lane, count: 1, at: Timestamp(milliseconds: 5))])
    let receipt = try await stopped.commit(batch)
    let started = try #require(receipt.started[ids[0]])
    #expect(started.term?.isOver == false)
    // Its lease is not renewed any more, as if the process were stopped.
    stopped.lease.close()
    await other.waitForEnd(of: stopped.owner)
    #expect(started.term?.isOver == true, "the request must not be sent any more")
    for batch in [batch, StoreBatch(ends: [.fixture(ids[0])])] {
      let failure = await #expect(throws: Failure.self) { try await stopped.commit(batch) }
      #expect(failure?.why.contains("renew its lease") ?? false)
    }
    #expect(
      try await other.jobs(matching: JobQuery(order: .oldestFirst)).map(\.state.word) == [
        .running, .waiting,
      ])
    await other.close()
  }

  @Test func `after a failover, one queue runner pauses all lanes and says what may be lost`()
    async throws
  {
    let cluster = try PostgresCluster()
    let server = try PostgresServer.test(for: folder, on: cluster)
    let store = try await PostgresStorage.open(on: server, folder: folder.path, clock: clock)
    _ = try await store.add([.fixture("/one"), .fixture("/two")])
    _ = try await store.claim()
    #expect(try await take(1, by: store).count == 1, "nothing is paused at first")
    cluster.crash()
    cluster.becomeStandby()
    try cluster.start()
    let refused = await #expect(throws: Failure.self) { _ = try await take(1, by: store) }
    #expect(refused?.why.contains("standby") ?? false)
    #expect(refused?.whatToDo.contains("target_session_attrs=read-write") ?? false)
    try cluster.promote()
    let noticed = await #expect(throws: Failure.self) { _ = try await take(1, by: store) }
    #expect(noticed?.what == "All lanes are paused.")
    #expect(noticed?.why.contains("synchronous") ?? false)
    #expect(noticed?.whatToDo.contains("weir queue resume") ?? false)
    #expect(try await store.lanes().map(\.lane.pause).allSatisfy { $0 == .byUser })
    #expect(try await take(1, by: store) == [], "the lane is paused")
    let other = try await PostgresStorage.open(on: server, folder: folder.path, clock: clock)
    _ = try await other.claim()
    try await set(other) { $0.pause = .none }
    #expect(try await take(1, by: other).count == 1, "the failover is noticed once")
    await other.close()
    await store.close()
  }

  @Test func `the late end of a job that was taken away frees no slot`() async throws {
    let (stopped, other) = (try await open(lease: .seconds(1)), try await open())
    let ids = try await stopped.add([.fixture(), .fixture()])
    try await set(other) { $0.limit = 1 }
    #expect(try await take(1, by: stopped) == [ids[0]])
    stopped.lease.close()
    await other.waitForEnd(of: stopped.owner)
    let recovered = try await other.recoverOrphans { Recovery.change($0, at: $0.job.since) }
    #expect(recovered.map(\.state) == [.waiting(.slot)])
    #expect(try await take(2, by: other) == [ids[0]], "the slot was freed once")
    try run("UPDATE \(try PostgresServer.test(for: folder).schema).runners SET lease = 'infinity'")
    let receipt = try await stopped.commit(StoreBatch(ends: [.fixture(ids[0])]))
    #expect(receipt.lost == [AttemptID(job: ids[0], number: 1)])
    #expect(try await take(2, by: other) == [])
    #expect(
      try await other.jobs(matching: JobQuery(order: .oldestFirst)).map(\.state.word) == [
        .running, .waiting,
      ])
    await other.close()
  }

  @Test func `jobs that an unknown commit started are returned by the next one`() async throws {
    let cluster = try PostgresCluster()
    let server = try PostgresServer.test(for: folder, on: cluster)
    let store = try await PostgresStorage.open(
      on: server, folder: folder.path, clock: clock, lease: .seconds(2))
    let id = try await store.add([.fixture()])[0]
    let administrator = try server.connect(for: .write)
    // The server writes the commit, waits for a standby that does not exist, and stops.
    _ = try administrator.rows("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
    _ = try administrator.rows("SELECT pg_reload_conf()")
    try waitForStandby(of: server, administrator)
    async let unknown = #expect(throws: Failure.self) { try await take(1, by: store) }
    while try administrator.rows(
      "SELECT 1 FROM pg_stat_activity WHERE query = 'COMMIT' AND wait_event = 'SyncRep'"
    ).isEmpty {
      _ = try administrator.rows("SELECT pg_sleep(0.01)")
    }
    _ = try administrator.rows("ALTER SYSTEM RESET synchronous_standby_names")
    try await onOwnThread { cluster.crash() }
    #expect(await unknown?.what.contains("It is unknown whether") ?? false)
    try await onOwnThread { try cluster.start() }
    var started: [JobID] = []
    while started.isEmpty {
      // It is refused until the lease is renewed.
      do throws(Failure) { started = try await take(1, by: store) } catch { await Task.yield() }
    }
    #expect(started == [id])
    #expect(try await store.jobs(matching: JobQuery()).map(\.state) == [.running(attempt: 1)])
    await store.close()
  }

  @Test func `a lowered limit lets what runs finish first`() async throws {
    let (one, two) = (try await open(), try await open())
    let ids = try await one.add((0..<8).map { .fixture("/\($0)") })
    try await set(one) { $0.limit = 3 }
    #expect(try await take(3, by: one) == Array(ids[..<3]))
    try await set(two) { $0.limit = 1 }
    #expect(try await take(1, by: two) == [])
    #expect(try await take(1, by: one, after: [.fixture(ids[0])]) == [])
    #expect(try await take(1, by: one, after: [.fixture(ids[1])]) == [])
    #expect(try await take(2, by: one, after: [.fixture(ids[2])]) == [ids[3]])
    try await set(two) { $0.limit = 2 }
    #expect(try await take(2, by: two) == [ids[4]])
    await one.close()
    await two.close()
  }

  @Test func `a paused lane, a held one and a held batch start nothing`() async throws {
    let store = try await open()
    _ = try await store.add([.fixture()])
    try await set(store) { $0.pause(.byUser, at: Timestamp(milliseconds: 1)) }
    #expect(try await take(1, by: store) == [])
    try await set(store) {
      $0.pause = .none
      $0.heldUntil = Timestamp(milliseconds: 6)
    }
    #expect(try await take(1, by: store) == [])
    try await set(store) { $0.heldUntil = Timestamp(milliseconds: 5) }
    #expect(try await take(1, by: store).count == 1)
    await store.close()
  }

  @Test func `the rate of a lane holds for all queue runners together`() async throws {
    let stores = [try await open(), try await open()]
    _ = try await stores[0].add((0..<60).map { .fixture("/\($0)") })
    try await set(stores[0]) { ($0.limit, $0.rate) = (60, 40) }
    let begin = ContinuousClock.now
    var started = 0
    while started < 20 {
      for store in stores { started += try await take(60, by: store).count }
    }
    let seconds = (ContinuousClock.now - begin) / .seconds(1)
    #expect(Double(started) <= 2 + 40 * seconds, "\(started) in \(seconds) s")
    for store in stores { await store.close() }
  }

  @Test(arguments: [
    (rate: 10.0, opens: 0.0, now: 5_000.0, most: 2, next: 4_900.0),
    (rate: 10, opens: 5_001, now: 5_000, most: 0, next: 5_001),
    (rate: 1, opens: 4_900, now: 5_000, most: 1, next: 4_900),
    (rate: 1, opens: 0, now: 5_000, most: 1, next: 4_750),
  ])
  func `a start that was delayed delays the next one only if the delay was long`(
    example: (rate: Double, opens: Double, now: Double, most: Int, next: Double)
  ) {
    let (most, opens) = PostgresTransaction.starts(
      rate: example.rate, opens: example.opens, at: example.now)
    #expect(most == example.most && opens == example.next)
  }

  @Test func `a redirect keeps its slot`() async throws {
    let store = try await open()
    let ids = try await store.add([.fixture(), .fixture()])
    try await set(store) { $0.limit = 1 }
    _ = try await take(1, by: store)
    var end = AttemptEnd.fixture(ids[0])
    end.next = nil
    let next = HopStart(.fixture(ids[0], 2))
    _ = try await store.commit(StoreBatch(hops: [next], ends: [end]))
    #expect(try await take(1, by: store) == [])
    #expect(try await take(1, by: store, after: [.fixture(ids[0], 2)]) == [ids[1]])
    await store.close()
  }

  @Test func `every process may run the queue, and only the last one leaves lanes paused`()
    async throws
  {
    let (one, two) = (try await open(), try await open())
    let id = try await one.add([.fixture()])[0]
    for store in [one, two] {
      #expect(try await store.claim() == .shared)
      let taken = try await store.takeQueue(QueueTakeover(job: { _ in nil }, lane: { _, _ in nil }))
      #expect(taken.recovered == [])
    }
    let pausing: @Sendable (LaneTally) -> QueueTakeover.LaneChange? = { _ in
      { $0.pause(.byRestart, at: Timestamp(milliseconds: 7)) }
    }
    try await one.leaveQueue(pausing)
    #expect(try await take(1, by: two) == [id])
    try await two.leaveQueue(pausing)
    #expect(try await two.lanes().first?.lane.pause == .byRestart)
    await one.close()
    await two.close()
  }

  @Test func `the death of the last queue runner is noted, that of one among others is not`()
    async throws
  {
    let (dead, other, third) = (
      try await open(lease: .seconds(1)), try await open(), try await open()
    )
    _ = try await dead.add([.fixture()])
    func ends(_ store: PostgresStorage) async throws -> [RunnerEnd] {
      let log = RunLog()
      _ = try await store.takeQueue(
        QueueTakeover(
          job: { _ in nil },
          lane: { _, end in
            log.state.withLock { $0.ends.append(end) }
            return nil
          }))
      return log.state.withLock { $0.ends }
    }
    #expect(try await ends(dead) == [.orderly])
    dead.lease.close()
    await other.waitForEnd(of: dead.owner)
    #expect(try await ends(other) == [.death])
    #expect(try await ends(third) == [.orderly])
    await other.close()
    await third.close()
  }
}

/// What several queue runners did.
private final class RunLog: Sendable {
  struct State {
    var (running, most) = (0, 0)
    var started: [JobID] = []
    var ends: [RunnerEnd] = []
  }

  let state = Mutex(State())
}
