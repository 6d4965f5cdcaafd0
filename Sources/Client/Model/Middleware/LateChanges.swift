/// What preparers on dispatch changed of a request beside its headers' values, so that an attempt left
/// otherwise than the kept request says. Nothing of it may be a secret.
public struct LateChanges: Hashable, Sendable {
  /// What happened to the body.
  public enum Body: UInt8, Hashable, Sendable, CaseIterable {
    /// Another one went out. It may hold secrets and is not kept.
    case replaced
    /// None went out.
    case removed
  }

  /// Nil where the attempt's own holds, as it does for the two that follow.
  public var method: HTTPMethod?
  /// The address, as it may be shown: values that the kept one does not have in its query are dots.
  public var displayURL: String?
  /// What happened to the body; nil when it was sent as stored.
  public var body: Body?
  /// The names of headers that did not go out.
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

  /// Whether a header of the kept request did not go out as it has it.
  package func removes(_ name: String) -> Bool {
    removedHeaders.contains(where: name.caseInsensitiveEquals)
  }
}
