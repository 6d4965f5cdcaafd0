/// The changes that preparers made to a request on dispatch, compared with the stored request. They
/// contain neither header values nor secrets.
public struct DispatchChanges: Hashable, Sendable {
  /// The change to the body.
  public enum Body: UInt8, Hashable, Sendable, CaseIterable {
    /// A different body was sent. The sent body may contain secrets and is not stored.
    case replaced
    /// No body was sent.
    case removed
  }

  /// The method that was sent. Nil if it equals the method of the attempt.
  public var method: HTTPMethod?
  /// The URL that was sent, with secrets masked. New query values are also masked. Nil if the URL
  /// equals that of the attempt.
  public var displayURL: String?
  /// The change to the body. Nil if the body was sent as stored.
  public var body: Body?
  /// The names of headers that were not sent.
  public var removedHeaders: [String]

  /// Creates changes. By default, there are none.
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

  /// Returns whether a preparer removed this header before sending.
  package func removes(_ name: String) -> Bool {
    removedHeaders.contains(where: name.caseInsensitiveEquals)
  }
}
