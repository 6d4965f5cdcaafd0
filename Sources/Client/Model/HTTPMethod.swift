/// An HTTP method: any token; the registered ones have names here.
///
/// - Source: RFC 9110, sections 5.6.2 (token) and 9.
public struct HTTPMethod: Hashable, Sendable {
  public let rawValue: String

  /// Nil unless the text is an RFC 9110 token; methods are case-sensitive and kept as given.
  public init?(_ text: String) {
    guard HTTPToken.isToken(text) else { return nil }
    rawValue = text
  }

  private init(registered: String) { rawValue = registered }

  public static let get = HTTPMethod(registered: "GET")
  public static let head = HTTPMethod(registered: "HEAD")
  public static let post = HTTPMethod(registered: "POST")
  public static let put = HTTPMethod(registered: "PUT")
  public static let patch = HTTPMethod(registered: "PATCH")
  public static let delete = HTTPMethod(registered: "DELETE")
  public static let options = HTTPMethod(registered: "OPTIONS")
  public static let trace = HTTPMethod(registered: "TRACE")
  public static let query = HTTPMethod(registered: "QUERY")

  /// The methods a picker offers, in its order.
  public static let common: [HTTPMethod] = [
    .get, .post, .put, .patch, .delete, .head, .options, .trace, .query,
  ]

  /// Asks for nothing to change at the server. Source: RFC 9110, section 9.2.1.
  public var isSafe: Bool { [.get, .head, .options, .trace, .query].contains(self) }

  /// May be repeated without a further effect. Source: RFC 9110, section 9.2.2.
  public var isIdempotent: Bool { isSafe || self == .put || self == .delete }
}

extension HTTPMethod: CustomStringConvertible {
  public var description: String { rawValue }
}
