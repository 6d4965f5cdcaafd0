import Synchronization

/// Counts by name what a server on its own threads saw.
final class RecorderCounts: Sendable {
  private let counts = Mutex<[String: Int]>([:])
  func add(_ name: String) { counts.withLock { $0[name, default: 0] += 1 } }
  func count(of name: String) -> Int { counts.withLock { $0[name, default: 0] } }
}
