/// Limits of connections; nil leaves a limit to the transport.
///
/// Requests beyond a limit wait for a connection, and only the total deadline counts that time.
/// Over HTTP/2, requests share a connection. A lowered limit applies to new connections.
public struct ConnectionPool: Hashable, Sendable {
  /// At once to one host and port.
  public var perHost: Int?
  /// At once in all.
  public var overall: Int?
  /// Idle connections are retained for reuse while no more than this many are open in all.
  public var idle: Int?

  /// Creates limits; nil leaves a limit at the transport's default.
  public init(perHost: Int? = nil, overall: Int? = nil, idle: Int? = nil) {
    self.perHost = perHost
    self.overall = overall
    self.idle = idle
  }
}
