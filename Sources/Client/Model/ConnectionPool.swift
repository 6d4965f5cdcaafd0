/// Limits on connections. A limit of nil is the transport's default.
///
/// A request waits while a limit is reached, and only the total deadline includes the wait. HTTP/2
/// requests share a connection. A lowered limit applies only to new connections.
public struct ConnectionPool: Hashable, Sendable {
  /// The maximum number of simultaneous connections to one host and port.
  public var perHost: Int?
  /// The maximum number of simultaneous connections in total.
  public var overall: Int?
  /// The maximum size of the connection cache. Beyond this size, idle connections are closed.
  public var idle: Int?

  /// Creates limits. Nil leaves a limit at the transport's default.
  public init(perHost: Int? = nil, overall: Int? = nil, idle: Int? = nil) {
    self.perHost = perHost
    self.overall = overall
    self.idle = idle
  }
}
