import Synchronization

/// A connection that several threads share. Only one thread at a time can use it.
final class GuardedDatabase: Sendable {
  private let lock = Mutex(())
  // Only `use` and `close` access the database, while they hold the lock.
  private nonisolated(unsafe) var database: Database?

  init(_ database: sending Database) { self.database = database }

  func use<Value: Sendable>(_ work: (Database) throws -> Value) throws -> Value {
    try lock.withLock { _ in
      guard let database else { throw DatabaseError.closed }
      return try work(database)
    }
  }

  func close() { lock.withLock { _ in database = nil } }
}
