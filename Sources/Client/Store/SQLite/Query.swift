import CSQLite

/// One execution of a prepared statement. The connection caches the statement.
///
/// Values are passed to SQLite without boxing, because boxing would cost more than a small
/// statement.
struct Query {
  private let handle: OpaquePointer
  private let connection: OpaquePointer
  private let statement: Statement

  init(_ db: Database, _ sql: String) throws {
    statement = try db.statement(of: sql)
    handle = statement.handle
    connection = db.connection
    sqlite3_reset(handle)
  }

  /// Creates a query without caching its statement. A statement that runs only once, for example
  /// with a list of ids, must not be cached, because cached statements stay in memory. This
  /// initialiser is also for callers that cache the statement themselves.
  init(once sql: String, _ db: Database) throws {
    statement = try Statement(sql, db)
    handle = statement.handle
    connection = db.connection
  }

  // SQLite copies the value before the call returns.
  private static var transient: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  func bind(_ place: Int32, _ value: Int64) { sqlite3_bind_int64(handle, place, value) }
  func bind(_ place: Int32, _ value: Double) { sqlite3_bind_double(handle, place, value) }

  func bind(_ place: Int32, _ value: Int64?) {
    if let value { bind(place, value) } else { sqlite3_bind_null(handle, place) }
  }

  func bind(_ place: Int32, _ value: Double?) {
    if let value { bind(place, value) } else { sqlite3_bind_null(handle, place) }
  }

  func bind(_ place: Int32, _ value: String?) {
    guard var value else {
      sqlite3_bind_null(handle, place)
      return
    }
    value.withUTF8 { utf8 in
      _ = utf8.withMemoryRebound(to: CChar.self) {
        if let text = $0.baseAddress {
          sqlite3_bind_text(handle, place, text, Int32($0.count), Self.transient)
        } else {
          sqlite3_bind_text(handle, place, "", 0, Self.transient)
        }
      }
    }
  }

  func bind(_ place: Int32, _ value: [UInt8]) {
    value.withUnsafeBytes {
      // A nil pointer would bind NULL. For an empty blob, any valid address works.
      _ = sqlite3_bind_blob64(
        handle, place, $0.baseAddress ?? UnsafeRawPointer(handle), UInt64($0.count),
        Self.transient)
    }
  }

  /// Binds a value from the current row of another query.
  func bind(_ place: Int32, _ column: Int32, of row: Query) {
    sqlite3_bind_value(handle, place, sqlite3_column_value(row.handle, column))
  }

  /// Executes the statement, and calls `body` with each row.
  func eachRow(_ body: (Query) throws -> Void) throws {
    // The code below uses only the handle. Without this call, Swift could release the statement too
    // early.
    try withExtendedLifetime(statement) {
      defer { sqlite3_reset(handle) }
      while true {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: try body(self)
        case SQLITE_DONE: return
        default: throw failure
        }
      }
    }
  }

  /// Executes a statement that returns no rows.
  func run() throws {
    try withExtendedLifetime(statement) {
      defer { sqlite3_reset(handle) }
      guard sqlite3_step(handle) != SQLITE_DONE else { return }
      throw failure
    }
  }

  private var failure: DatabaseError {
    DatabaseError(connection, sqlite3_extended_errcode(connection))
  }

  func first<Value>(_ read: (Query) throws -> Value) throws -> Value? {
    var value: Value?
    try eachRow { if value == nil { value = try read($0) } }
    return value
  }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }
  func real(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }
  /// Returns the type of the value in a column, such as `SQLITE_TEXT`.
  func type(_ column: Int32) -> Int32 { sqlite3_column_type(handle, column) }
  func isNull(_ column: Int32) -> Bool { type(column) == SQLITE_NULL }

  func text(_ column: Int32) -> String? {
    guard !isNull(column), let bytes = sqlite3_column_text(handle, column) else { return nil }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  func blob(_ column: Int32) -> [UInt8] {
    guard let bytes = sqlite3_column_blob(handle, column) else { return [] }
    return Array(
      UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column))))
  }
}
