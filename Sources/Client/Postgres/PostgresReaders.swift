import ClientCore
import ClientModel
import ClientStore

/// The threads and connections for reading.
///
/// A thread that needs the bytes of a body uses a connection itself. Every other read runs on one
/// of the threads here.
final class PostgresReaders: Sendable {
  private let coder: RecordCoder
  private let laneNames: PostgresTables.LaneNames
  private let threads = ThreadPool(of: 2)
  private let connections: PostgresPool

  init(_ server: PostgresServer, coder: RecordCoder, laneNames: PostgresTables.LaneNames) {
    (self.coder, self.laneNames) = (coder, laneNames)
    connections = PostgresPool(server, for: .read)
  }

  /// Runs reads on one snapshot of the store.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable (PostgresTables) throws -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await threads.run { [self] in
      do throws(Failure) { return .success(try runNow(body)) } catch { return .failure(error) }
    }
    return try result.get()
  }

  /// Runs reads on one snapshot of the store, and blocks the calling thread.
  func runNow<Value>(_ body: (PostgresTables) throws -> Value) throws(Failure) -> Value {
    try connections.use { db in
      try db.add("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
      let value = try body(PostgresTables(db, coder: coder, laneNames: laneNames))
      // Nothing depends on the result, so no round trip is needed.
      try db.send("COMMIT")
      return value
    }
  }

  func close() { connections.close() }
}
