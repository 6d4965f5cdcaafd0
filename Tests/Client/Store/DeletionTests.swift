import ClientCore
import ClientModel
import Testing

@testable import ClientStore

/// Deletions on disk: seen by every process, undone as a whole, and gone after a crash.
struct DeletionTests {
  private let folder = StateFolder()
  private let clock = StillClock()

  private func open() async throws -> SQLiteStorage {
    try await SQLiteStorage.open(in: folder.path, clock: clock).storage
  }

  private func ids(_ store: SQLiteStorage) async throws -> [JobID] {
    try await store.jobs(matching: JobQuery(order: .oldestFirst)).map(\.id)
  }

  private func count(_ table: String, _ store: SQLiteStorage) throws -> Int64 {
    try store.connections.read { db in
      try Query(db, "SELECT count(*) FROM \(table)").first { $0.integer(0) } ?? 0
    }
  }

  private func batch(_ count: Int) -> NewBatch {
    NewBatch(
      source: "rows.csv", jobs: (0..<count).map { .fixture("/\($0)", state: .succeeded) },
      values: (0..<count).map { Array("{\"n\":\($0)}".utf8) }, instruction: .run)
  }

  @Test func `another process neither sees a deleted job nor restores it`() async throws {
    let (one, two) = (try await open(), try await open())
    let id = try await one.add([.fixture(state: .succeeded)])[0]
    #expect(try await one.remove(Removal(jobs: JobQuery(), as: DeletionID(1))) == 1)
    #expect(try await ids(two) == [])
    #expect(try await two.count(matching: JobQuery()) == 0)
    #expect(try await two.restore(DeletionID(1)) == 0)
    #expect(try await one.restore(DeletionID(1)) == 1)
    #expect(try await ids(two) == [id])
    #expect(try await two.check() == [])
  }

  @Test func `a batch that was deleted with its rows is restored with them`() async throws {
    let store = try await open()
    let run = try await store.add(batch(3), at: clock.now)
    #expect(try await store.remove(Removal(jobs: JobQuery(), as: DeletionID(7))) == 3)
    #expect(try await store.graphs(matching: GraphQuery()) == [])
    #expect(try await store.check() == [])
    #expect(try await store.restore(DeletionID(7)) == 3)
    #expect(try await store.graphs(matching: GraphQuery()).map(\.rows) == [run.rows])
    #expect(try await store.values(of: [JobID(2)]) == [JobID(2): Array("{\"n\":1}".utf8)])
    #expect(try await store.check() == [])
  }

  @Test func `a batch whose rows were deleted twice is restored by the second deletion`()
    async throws
  {
    let store = try await open()
    let id = try await store.add(batch(3), at: clock.now).id
    _ = try await store.remove(Removal(jobs: JobQuery(ids: [JobID(1)]), as: DeletionID(1)))
    _ = try await store.remove(Removal(jobs: JobQuery(), as: DeletionID(2)))
    #expect(try await store.restore(DeletionID(2)) == 2)
    let run = try await store.graphs(matching: GraphQuery(ids: [id])).first
    #expect(run?.summary.text == "2 of 3, 1 deleted")
    #expect(try await store.restore(DeletionID(1)) == 1)
    #expect(try await store.check() == [])
  }

  @Test func `what a process deleted is deleted for good when it closes the store`() async throws {
    let store = try await open()
    _ = try await store.add(batch(2), at: clock.now)
    _ = try await store.remove(Removal(jobs: JobQuery(), as: DeletionID(1)))
    await store.close()
    let next = try await open()
    for table in ["deletedJobs", "deletedGraphs", "requests", "rowValues", "batches", "graphs"] {
      #expect(try count(table, next) == 0, "\(table)")
    }
    #expect(try await next.check() == [])
  }

  @Test func `what a dead process deleted stays deleted, and the queue runner purges it`()
    async throws
  {
    let store = try await open()
    _ = try await store.add([.fixture(state: .succeeded), .fixture(state: .succeeded)])
    _ = try await store.remove(Removal(jobs: JobQuery(ids: [JobID(1)]), as: DeletionID(1)))
    // The name of a process that does not run.
    try store.connections.write { db in
      try db.execute("UPDATE deletedJobs SET deleter = '1-1-1'")
    }
    let next = try await open()
    #expect(try await ids(next) == [JobID(2)])
    _ = try await next.remove(
      .retention(olderThan: Timestamp(milliseconds: 0), retaining: .mebibytes(1)))
    #expect(try count("deletedJobs", next) == 0)
    #expect(try count("requests", next) == 1)
  }

  @Test func `a deletion cannot be undone after a day, and before it stays through a prune`()
    async throws
  {
    let store = try await open()
    _ = try await store.add([.fixture(state: .succeeded), .fixture(state: .succeeded)])
    for number in 1...2 as ClosedRange<Int64> {
      let jobs = JobQuery(ids: [JobID(number)])
      _ = try await store.remove(Removal(jobs: jobs, as: DeletionID(number)))
    }
    try store.connections.write { db in
      try db.execute("UPDATE deletedJobs SET deletedAt = deletedAt - 86400001 WHERE id = 1")
    }
    _ = try await store.remove(
      .retention(olderThan: Timestamp(milliseconds: 0), retaining: .mebibytes(1)))
    #expect(try await store.restore(DeletionID(1)) == 0)
    #expect(try await store.restore(DeletionID(2)) == 1)
  }

  @Test func `a store of the previous version is copied and opened with all its jobs`()
    async throws
  {
    let store = try await open()
    let id = try await store.add([.fixture("/old")])[0]
    await store.close()
    try folder.execute(
      "DROP TABLE deletedJobs; DROP TABLE deletedGraphs; PRAGMA user_version = 10")
    let next = try await open()
    #expect(try await ids(next) == [id])
    #expect(try await next.request(of: id) == NewJob.fixture("/old").request)
    #expect(try await next.requests(of: id)?.draft == nil)
    #expect(try await next.check() == [])
    #expect(StateFolder.names(in: folder.path).contains("weir-10.db"))
    let copy = try Database(path: folder.path + "/weir-10.db", lockTimeout: 0)
    #expect(try Query(copy, "PRAGMA user_version").first { $0.integer(0) } == 10)
    #expect(try Query(copy, "SELECT id FROM jobs").first { $0.integer(0) } == id.rawValue)
  }

  @Test func `a salvage recreates no job that was deleted`() async throws {
    let store = try await open()
    _ = try await store.add(batch(2), at: clock.now)
    let id = try await store.add([.fixture(state: .succeeded)])[0]
    let rows = JobQuery(ids: [JobID(1), JobID(2)])
    #expect(try await store.remove(Removal(jobs: rows, as: DeletionID(1))) == 2)
    try folder.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    DamageMark(folder: folder.path).set()
    let salvaged = try await SQLiteStorage.open(in: folder.path, clock: clock)
    #expect(salvaged.report.movedAside != nil)
    #expect(try await ids(salvaged.storage) == [id])
    #expect(try await salvaged.storage.graphs(matching: GraphQuery()) == [])
    #expect(try await salvaged.storage.check() == [])
  }
}
