import CSQLite
import Glibc

/// A connection to an SQLite database. Only one thread at a time may use it.
final class Database {
  /// The kind of access to the file.
  enum Access {
    /// Reads and writes an existing file.
    case full
    /// Reads a file that other connections may write.
    case reading
    /// Reads a file that this process must not write.
    case readOnlyFile
    /// Reads and writes a file, including its schema. No other process uses the file.
    case rewriting
  }

  let connection: OpaquePointer
  /// The compiled statements by their SQL text, cached until the connection closes.
  private var statements: [String: Statement] = [:]

  /// Opens a connection.
  ///
  /// - Parameter lockTimeout: The maximum time that SQLite waits for a lock of another connection,
  ///   in milliseconds.
  init(path: String, _ access: Access = .full, lockTimeout: Int32) throws(DatabaseError) {
    let mode = access == .readOnlyFile ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, mode | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let opened else {
      defer { sqlite3_close_v2(opened) }
      throw DatabaseError(opened, code)
    }
    connection = opened
    sqlite3_busy_timeout(connection, lockTimeout)
    let hardened = access == .rewriting ? SQLITE_OK : csqlite_harden(connection)
    guard hardened == SQLITE_OK else { throw DatabaseError(connection, hardened) }
    try execute("PRAGMA temp_store = MEMORY")
    if access == .reading { try execute("PRAGMA query_only = 1") }
  }

  // If a statement is still in use, SQLite closes the connection when the statement is released.
  deinit { sqlite3_close_v2(connection) }

  var isInsideTransaction: Bool { sqlite3_get_autocommit(connection) == 0 }

  /// Executes statements that are separated by semicolons. Returned rows are ignored.
  func execute(_ sql: String) throws(DatabaseError) {
    let code = sqlite3_exec(connection, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw DatabaseError(connection, code) }
  }

  /// Returns the compiled statement for an SQL text. Each text is compiled only once.
  func statement(of sql: String) throws(DatabaseError) -> Statement {
    if let cached = statements[sql] { return cached }
    let made = try Statement(sql, self)
    statements[sql] = made
    return made
  }

  /// Runs work in a transaction. If the work throws, all changes are rolled back.
  func transaction<Value>(_ work: () throws -> Value) throws -> Value {
    try run("BEGIN IMMEDIATE", work)
  }

  /// Runs reads on one snapshot of the database.
  func snapshot<Value>(_ work: () throws -> Value) throws -> Value { try run("BEGIN", work) }

  private func run<Value>(_ begin: String, _ work: () throws -> Value) throws -> Value {
    try Query(self, begin).run()
    do {
      let value = try work()
      try Query(self, "COMMIT").run()
      return value
    } catch {
      // After some errors, SQLite rolls back automatically.
      if isInsideTransaction { try Query(self, "ROLLBACK").run() }
      throw error
    }
  }
}

final class Statement {
  let handle: OpaquePointer

  init(_ sql: String, _ database: Database) throws(DatabaseError) {
    var made: OpaquePointer?
    let code = sqlite3_prepare_v2(database.connection, sql, -1, &made, nil)
    guard code == SQLITE_OK, let made else { throw DatabaseError(database.connection, code) }
    handle = made
  }

  deinit { sqlite3_finalize(handle) }
}

/// An error that SQLite reported.
struct DatabaseError: Error {
  /// The primary code, such as `SQLITE_BUSY`.
  let code: Int32
  /// The message from SQLite.
  let message: String
  /// The path of the database, if another connection has locked it.
  private(set) var lockedPath: String?

  /// The error for a call on a closed connection.
  static let closed = DatabaseError(code: SQLITE_MISUSE, message: "the connection is closed")

  init(code: Int32, message: String) { (self.code, self.message) = (code & 0xFF, message) }

  /// Creates the error that a call on this connection reported.
  init(_ connection: OpaquePointer?, _ code: Int32) {
    // Some calls report a full disk as an I/O error, for example `fsync`.
    if code & 0xFF == SQLITE_IOERR,
      [ENOSPC, EDQUOT].contains(sqlite3_system_errno(connection))
    {
      self.init(code: SQLITE_FULL, message: String(cString: sqlite3_errstr(SQLITE_FULL)))
    } else {
      self.init(code: code, message: String(cString: sqlite3_errmsg(connection)))
      if [SQLITE_BUSY, SQLITE_LOCKED].contains(self.code), let connection {
        lockedPath = sqlite3_db_filename(connection, nil).map { String(cString: $0) }
      }
    }
  }
}
