import CSQLite
import Testing

@testable import ClientStore

struct DatabaseTests {
  private let folder = StateFolder()

  private func made(_ sql: String = "CREATE TABLE t(n INTEGER)") throws -> Database {
    StateFolder.write([], to: folder.path + "/weir.db")
    let db = try folder.database()
    try db.execute("PRAGMA journal_mode = WAL; " + sql)
    return db
  }

  private func numbers(_ db: Database) throws -> [Int64] {
    var found: [Int64] = []
    try Query(db, "SELECT n FROM t ORDER BY n").eachRow { found.append($0.integer(0)) }
    return found
  }

  private struct Refusal: Error {}

  @Test func `a transaction does all or nothing`() throws {
    let db = try made()
    try db.transaction { try db.execute("INSERT INTO t VALUES(1)") }
    #expect(throws: Refusal.self) {
      try db.transaction {
        try db.execute("INSERT INTO t VALUES(2)")
        throw Refusal()
      }
    }
    #expect(try numbers(db) == [1] && !db.isInsideTransaction)
  }

  @Test func `a snapshot does not see what others commit meanwhile`() throws {
    let writer = try made()
    let reader = try Database(path: folder.path + "/weir.db", .reading, lockTimeout: 1000)
    try reader.snapshot {
      #expect(try numbers(reader) == [])
      try writer.execute("INSERT INTO t VALUES(1)")
      #expect(try numbers(reader) == [])
    }
    #expect(try numbers(reader) == [1])
  }

  @Test func `a connection for reading changes nothing`() throws {
    _ = try made()
    for access in [Database.Access.reading, .readOnlyFile] {
      let reader = try Database(path: folder.path + "/weir.db", access, lockTimeout: 1000)
      let error = #expect(throws: DatabaseError.self) {
        try reader.execute("INSERT INTO t VALUES(1)")
      }
      #expect(error?.code == SQLITE_READONLY)
    }
  }

  @Test func `a query retains what it needs of its connection`() throws {
    var db: Database? = try made("CREATE TABLE t(n INTEGER); INSERT INTO t VALUES(1), (2)")
    let query = try Query(try #require(db), "SELECT n FROM t")
    db = nil
    var found: [Int64] = []
    try query.eachRow { found.append($0.integer(0)) }
    #expect(found == [1, 2])
  }

  @Test func `a file that is missing is not made`() throws {
    let error = #expect(throws: DatabaseError.self) { try folder.database() }
    #expect(error?.code == SQLITE_CANTOPEN)
  }

  @Test func `a busy database is waited for, not longer than its limit`() throws {
    let first = try made()
    let second = try Database(path: folder.path + "/weir.db", lockTimeout: 20)
    try first.transaction {
      let error = #expect(throws: DatabaseError.self) {
        try second.transaction { try second.execute("INSERT INTO t VALUES(1)") }
      }
      #expect(error?.code == SQLITE_BUSY)
    }
    try second.execute("INSERT INTO t VALUES(1)")
    #expect(try numbers(first) == [1])
  }

  @Test func `connections that were closed refuse work`() throws {
    let path = folder.path + "/weir.db"
    let connections = StoreConnections(
      for: .session, writing: try made(), reading: .reading, path: path)
    #expect(try connections.read { try numbers($0) } == [])
    connections.close()
    #expect(throws: DatabaseError.self) { try connections.write { try $0.execute("SELECT 1") } }
  }
}
