/// Limits on connections. Nil means that the transport's default applies.
///
/// When a limit is reached, further requests wait for a connection. Only the total deadline
/// includes this wait. Over HTTP/2, requests share a connection. A lowered limit applies to new
/// connections.
public struct ConnectionPool: Hashable, Sendable {
  /// The maximum number of simultaneous connections to one host and port.
  public var perHost: Int?
  /// The maximum number of simultaneous connections in total.
  public var overall: Int?
  /// The maximum number of open connections for which idle connections are kept for reuse.
  public var idle: Int?

  /// Creates limits. Nil leaves a limit at the transport's default.
  public init(perHost: Int? = nil, overall: Int? = nil, idle: Int? = nil) {
    self.perHost = perHost
    self.overall = overall
    self.idle = idle
  }
}
