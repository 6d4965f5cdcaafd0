/// How a request proves who sends it; bound to the origin of its URL.
public enum Credentials: Hashable, Sendable {
  /// Source: RFC 7617.
  case basic(user: SensitiveText, password: SensitiveText)
  /// Source: RFC 6750.
  case bearer(SensitiveText)
  /// Answered after the server's challenge. Source: RFC 7616.
  case digest(user: SensitiveText, password: SensitiveText)

  public var references: [SecretReference] {
    switch self {
    case .basic(let user, let password), .digest(let user, let password):
      user.references + password.references
    case .bearer(let token): token.references
    }
  }
}
