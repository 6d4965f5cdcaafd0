/// The differences between an attempt and the stored request that preparers on dispatch made,
/// besides header values. It contains no secrets.
public struct LateChanges: Hashable, Sendable {
  /// What happened to the body.
  public enum Body: UInt8, Hashable, Sendable, CaseIterable {
    /// Another body was sent. It may contain secrets and is not stored.
    case replaced
    /// No body was sent.
    case removed
  }

  /// The method that was sent; nil if it is that of the attempt.
  public var method: HTTPMethod?
  /// The sent URL with secrets masked, also query values that the stored request does not have; nil if it is
  /// that of the attempt.
  public var displayURL: String?
  /// What happened to the body; nil when it was sent as stored.
  public var body: Body?
  /// The names of headers that were not sent.
  public var removedHeaders: [String]

  /// Creates changes; by default none.
  public init(
    method: HTTPMethod? = nil, displayURL: String? = nil, body: Body? = nil,
    removedHeaders: [String] = []
  ) {
    self.method = method
    self.displayURL = displayURL
    self.body = body
    self.removedHeaders = removedHeaders
  }

  /// True when nothing changed.
  public var isEmpty: Bool { self == LateChanges() }

  /// Whether a header of the stored request was not sent.
  package func removes(_ name: String) -> Bool {
    removedHeaders.contains(where: name.caseInsensitiveEquals)
  }
}
