/// Limits on connections. Nil means that the transport's default applies.
///
/// Requests beyond a limit wait for a connection. This wait counts only towards the total deadline.
/// Over HTTP/2, requests share a connection. A lowered limit applies to new connections.
public struct ConnectionPool: Hashable, Sendable {
  /// The maximum number of simultaneous connections to one host and port.
  public var perHost: Int?
  /// The maximum number of simultaneous connections in total.
  public var overall: Int?
  /// The number of open connections up to which idle connections are retained for reuse.
  public var idle: Int?

  /// Creates limits. Nil leaves a limit at the transport's default.
  public init(perHost: Int? = nil, overall: Int? = nil, idle: Int? = nil) {
    self.perHost = perHost
    self.overall = overall
    self.idle = idle
  }
}
