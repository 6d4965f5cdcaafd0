import ClientModel
import Synchronization

/// Connections of one kind, which threads use one at a time. If none is idle, a new one is opened.
final class PostgresPool: Sendable {
  private let server: PostgresServer
  private let purpose: PostgresServer.Use
  private let idle = Mutex(Idle())

  /// Moves a connection from one thread to another. Only the thread that took it uses it.
  private struct Parked: @unchecked Sendable {
    let connection: PostgresConnection
  }

  private struct Idle {
    var connections: [Parked] = []
    var isClosed = false
  }

  init(_ server: PostgresServer, for purpose: PostgresServer.Use) {
    (self.server, self.purpose) = (server, purpose)
  }

  /// Runs work, and blocks the calling thread. If the connection was lost since its last use, the
  /// work runs again on a new one.
  func use<Value>(_ work: (PostgresConnection) throws -> Value) throws(Failure) -> Value {
    do {
      if let parked = try take() {
        do { return try run(work, on: parked.connection) } catch let error as PostgresError
          where error.isFatal
        {}
      }
      return try run(work, on: try server.connect(for: purpose))
    } catch {
      throw .postgres(error, server)
    }
  }

  /// A connection on which work failed is closed, which ends its transaction.
  private func run<Value>(
    _ work: (PostgresConnection) throws -> Value, on connection: PostgresConnection
  ) throws -> Value {
    let value = try work(connection)
    let parked = Parked(connection: connection)
    idle.withLock { idle in if !idle.isClosed { idle.connections.append(parked) } }
    return value
  }

  private func take() throws(Failure) -> Parked? {
    let (isClosed, parked) = idle.withLock { ($0.isClosed, $0.connections.popLast()) }
    if isClosed { throw .closedStore }
    return parked
  }

  func close() { idle.withLock { $0 = Idle(isClosed: true) } }
}

extension Failure {
  /// The failure of a call after the store was closed.
  static var closedStore: Failure {
    Failure(
      .storage, what: "The store was not accessed.", why: "It is closed because Weir is quitting.",
      whatToDo: "Start Weir again.")
  }
}
