import Synchronization

/// The connections of an open store: one for writing and, in a session, others for simultaneous
/// reads.
final class StoreConnections: Sendable {
  private let use: StoreUse
  private let writer: GuardedDatabase
  private let path: String
  /// The kind of access of the reading connections.
  private let access: Database.Access
  /// The reading connections that are not in use. If none is left, a new one is opened.
  private let idleReaders = Mutex<[GuardedDatabase]>([])

  init(
    for use: StoreUse, writing db: sending Database, reading access: Database.Access, path: String
  ) {
    self.use = use
    self.path = path
    self.access = access
    writer = GuardedDatabase(db)
  }

  /// Runs work on the writing connection.
  func write<Value: Sendable>(_ work: (Database) throws -> Value) throws -> Value {
    try writer.use(work)
  }

  /// Runs reads on one snapshot of the store.
  func read<Value: Sendable>(_ work: (Database) throws -> Value) throws -> Value {
    if case .oneShot = use { return try writer.use { db in try db.snapshot { try work(db) } } }
    let reader =
      try idleReaders.withLock { $0.popLast() }
      ?? GuardedDatabase(Database(path: path, access, lockTimeout: Journal.lockTimeout))
    defer { idleReaders.withLock { $0.append(reader) } }
    return try reader.use { db in try db.snapshot { try work(db) } }
  }

  /// Closes the connections. They must not be used afterwards.
  func close() {
    writer.close()
    let readers = idleReaders.withLock { idle in
      defer { idle = [] }
      return idle
    }
    for reader in readers { reader.close() }
  }
}
