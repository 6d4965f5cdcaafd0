import CCurl
import ClientModel

/// The multi handle of libcurl, and the limits on its connections.
struct MultiHandle {
  let pointer: OpaquePointer
  private let mostConnections: Int
  /// Whether the user has limited the connection pool, so that a request may wait for a connection.
  private(set) var isLimited = false

  init() {
    let most = DescriptorBudget(limit: Int(clamping: ccurl_raise_descriptors())).transfers
    guard let pointer = ccurl_multi_make(min(most, 1024), most) else {
      preconditionFailure("No memory for libcurl's transfers.")
    }
    self.pointer = pointer
    mostConnections = most
  }

  mutating func limit(to pool: ConnectionPool) {
    isLimited = pool.perHost != nil || pool.overall != nil
    ccurl_multi_limit(
      pointer, pool.idle ?? min(mostConnections, 1024), pool.perHost ?? 0,
      min(pool.overall ?? mostConnections, mostConnections))
  }
}
