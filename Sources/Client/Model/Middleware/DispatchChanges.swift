/// The differences, besides header values, between the stored request and an attempt that preparers
/// changed on dispatch. They contain no secrets.
public struct DispatchChanges: Hashable, Sendable {
  /// The change to the body.
  public enum Body: UInt8, Hashable, Sendable, CaseIterable {
    /// Another body was sent. It may contain secrets and is not stored.
    case replaced
    /// No body was sent.
    case removed
  }

  /// The method that was sent, or nil if it equals the method of the attempt.
  public var method: HTTPMethod?
  /// The sent URL with secrets masked, including query values that the stored request does not
  /// have. It is nil if it equals the URL of the attempt.
  public var displayURL: String?
  /// The change to the body, or nil if the body was sent as stored.
  public var body: Body?
  /// The names of headers that were not sent.
  public var removedHeaders: [String]

  /// Creates changes. By default there are none.
  public init(
    method: HTTPMethod? = nil, displayURL: String? = nil, body: Body? = nil,
    removedHeaders: [String] = []
  ) {
    self.method = method
    self.displayURL = displayURL
    self.body = body
    self.removedHeaders = removedHeaders
  }

  /// Whether there are no changes.
  public var isEmpty: Bool { self == DispatchChanges() }

  /// Whether a preparer removed this header before sending.
  package func removes(_ name: String) -> Bool {
    removedHeaders.contains(where: name.caseInsensitiveEquals)
  }
}
