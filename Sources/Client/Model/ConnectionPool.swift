/// How many connections a transport may have; nil leaves a number to the transport.
///
/// Requests past these wait for a connection, and that time counts against no deadline of theirs but
/// the total one. Over HTTP/2 many requests share one. A number that is lowered holds for what begins
/// from then on: what runs over it ends first, and idle connections may still be used once more.
public struct ConnectionPool: Hashable, Sendable {
  /// At once to one host and port.
  public var perHost: Int?
  /// At once in all.
  public var overall: Int?
  /// Idle ones that are kept to be used again.
  public var kept: Int?

  /// Creates limits; nil leaves a limit at the transport's default.
  public init(perHost: Int? = nil, overall: Int? = nil, kept: Int? = nil) {
    self.perHost = perHost
    self.overall = overall
    self.kept = kept
  }
}
