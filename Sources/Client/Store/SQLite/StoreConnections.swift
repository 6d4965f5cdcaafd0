import Synchronization

/// The connections of an open store: one that writes and, in a session, others that read beside it.
final class StoreConnections: Sendable {
  private let use: StoreUse
  private let writer: GuardedDatabase
  private let path: String
  /// How the connections for reading open the file.
  private let access: Database.Access
  /// The connections for reading that are not in use. Another one is opened when there is none.
  private let idleReaders = Mutex<[GuardedDatabase]>([])

  init(
    for use: StoreUse, writing db: sending Database, reading access: Database.Access, path: String
  ) {
    self.use = use
    self.path = path
    self.access = access
    writer = GuardedDatabase(db)
  }

  /// Works on the connection that writes.
  func write<Value: Sendable>(_ work: (Database) throws -> Value) throws -> Value {
    try writer.use(work)
  }

  /// Reads from one state of the store.
  func read<Value: Sendable>(_ work: (Database) throws -> Value) throws -> Value {
    if case .oneShot = use { return try writer.use { db in try db.snapshot { try work(db) } } }
    let reader =
      try idleReaders.withLock { $0.popLast() }
      ?? GuardedDatabase(Database(path: path, access, patience: Journal.patience))
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
