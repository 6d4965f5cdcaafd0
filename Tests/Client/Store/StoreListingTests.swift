import CSQLite
import ClientCore
import ClientModel
import Glibc
import Testing

@testable import ClientStore

/// A listing reads beside everybody else and leaves everything as it is.
struct StoreListingTests {
  private func store(_ folder: StateFolder) async throws -> SQLiteStorage {
    try await SQLiteStorage.open(in: folder.path, clock: StillClock()).storage
  }

  @Test func `jobs come in the order and window of the query`() async throws {
    let folder = StateFolder()
    let store = try await store(folder)
    let ids = try await store.add((0..<5).map { .fixture("/\($0)") })
    let listing = try StoreListing(folder: folder.path)
    let newest = try listing.jobs(matching: JobQuery(order: .newestFirst, limit: 2))
    #expect(newest.map(\.id) == [ids[4], ids[3]])
    #expect(try listing.jobs(matching: JobQuery(states: [.failed])) == [])
    #expect(try listing.lanes() == [.fixture()])
    #expect(try listing.graphs(newest: 10) == [] && listing.sharedKeys() == [])
    await store.close()
  }

  @Test func `the locks of the store do not hold it up`() async throws {
    let folder = StateFolder()
    let store = try await store(folder)
    try await _ = store.add([.fixture("/one")])
    #expect(try await store.claim() == .mine)
    let lock = try KernelLock(path: folder.path + "/weir.lock")
    try lock.acquire()
    #expect(try StoreListing(folder: folder.path).jobs(matching: JobQuery()).count == 1)
    lock.release()
    await store.close()
  }

  @Test func `a locked database is left after a moment`() async throws {
    let folder = StateFolder()
    let store = try await store(folder)
    await store.close()
    let holder = try Database(path: folder.path + "/weir.db", lockTimeout: 0)
    try holder.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; COMMIT")
    try holder.execute("UPDATE meta SET revision = revision")
    let start = ContinuousClock.now
    #expect(throws: Failure.self) { try StoreListing(folder: folder.path) }
    #expect(ContinuousClock.now - start < .seconds(2))
    _ = holder.isInsideTransaction
  }

  @Test func `a store that is missing is not made`() throws {
    let folder = StateFolder()
    #expect(throws: Failure.self) { try StoreListing(folder: folder.path) }
    #expect(throws: Failure.self) { try StoreListing(folder: folder.path + "/gone") }
    #expect(StateFolder.names(in: folder.path) == [])
  }

  @Test func `a store of another version is not upgraded, and a damaged one not salvaged`()
    async throws
  {
    let folder = StateFolder()
    let store = try await store(folder)
    await store.close()
    do {
      let db = try Database(path: folder.path + "/weir.db", lockTimeout: 0)
      try db.execute("PRAGMA user_version = 1; PRAGMA wal_checkpoint(TRUNCATE)")
    }
    let before = StateFolder.bytes(of: folder.path + "/weir.db")
    #expect(throws: Failure.self) { try StoreListing(folder: folder.path) }
    #expect(StateFolder.bytes(of: folder.path + "/weir.db") == before)
    #expect(truncate(folder.path + "/weir.db", 5000) == 0)
    #expect(throws: Failure.self) { try StoreListing(folder: folder.path) }
    #expect(StateFolder.bytes(of: folder.path + "/weir.db").count == 5000)
  }
}
