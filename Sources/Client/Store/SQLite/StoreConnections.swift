import Synchronization

/// The connections of an open store: one that writes and, in a session, others that read beside it.
final class StoreConnections: Sendable {
  private let use: StoreUse
  private let writer: GuardedDatabase
  /// Opens a connection for reading.
  private let openReader: @Sendable () throws(DatabaseError) -> GuardedDatabase
  /// Connections for reading that nobody uses. As many are opened as threads read at the same time.
  private let idleReaders = Mutex<[GuardedDatabase]>([])

  init(
    for use: StoreUse, writer: GuardedDatabase,
    openReader: @escaping @Sendable () throws(DatabaseError) -> GuardedDatabase
  ) {
    self.use = use
    self.writer = writer
    self.openReader = openReader
  }

  /// Works on the connection that writes.
  func write<Value: Sendable>(_ work: (Database) throws -> Value) throws -> Value {
    try writer.use(work)
  }

  /// Reads from one state of the store.
  func read<Value: Sendable>(_ work: (Database) throws -> Value) throws -> Value {
    if case .oneShot = use { return try writer.use { db in try db.snapshot { try work(db) } } }
    let reader = try idleReaders.withLock { $0.popLast() } ?? openReader()
    defer { idleReaders.withLock { $0.append(reader) } }
    return try reader.use { db in try db.snapshot { try work(db) } }
  }

  /// Closes the connections. Nobody may use them any more.
  func close() {
    writer.close()
    let readers = idleReaders.withLock { idle in
      defer { idle = [] }
      return idle
    }
    for reader in readers { reader.close() }
  }
}
