/// An HTTP method. Any token is allowed. There are constants for common methods.
///
/// - Source: RFC 9110, sections 5.6.2 (token) and 9.
public struct HTTPMethod: Hashable, Sendable {
  /// The method as it is sent. It is case-sensitive. Source: RFC 9110, section 9.1.
  public let rawValue: String

  /// Creates a method from a token, without changing its case. Returns nil if the text is not a
  /// token.
  public init?(_ text: String) {
    guard HTTPToken.isToken(text) else { return nil }
    rawValue = text
  }

  private init(registered: String) { rawValue = registered }

  /// GET. Source: RFC 9110, section 9.3.1.
  public static let get = HTTPMethod(registered: "GET")
  /// HEAD. Source: RFC 9110, section 9.3.2.
  public static let head = HTTPMethod(registered: "HEAD")
  /// POST. Source: RFC 9110, section 9.3.3.
  public static let post = HTTPMethod(registered: "POST")
  /// PUT. Source: RFC 9110, section 9.3.4.
  public static let put = HTTPMethod(registered: "PUT")
  /// PATCH. Source: RFC 5789.
  public static let patch = HTTPMethod(registered: "PATCH")
  /// DELETE. Source: RFC 9110, section 9.3.5.
  public static let delete = HTTPMethod(registered: "DELETE")
  /// OPTIONS. Source: RFC 9110, section 9.3.7.
  public static let options = HTTPMethod(registered: "OPTIONS")
  /// TRACE. Source: RFC 9110, section 9.3.8.
  public static let trace = HTTPMethod(registered: "TRACE")
  /// QUERY, a safe method with a body.
  public static let query = HTTPMethod(registered: "QUERY")

  /// The methods that a menu offers, in menu order.
  public static let common: [HTTPMethod] = [
    .get, .post, .put, .patch, .delete, .head, .options, .trace, .query,
  ]

  /// Whether the method is read-only by definition. Source: RFC 9110, section 9.2.1.
  public var isSafe: Bool { [.get, .head, .options, .trace, .query].contains(self) }

  /// Whether repeating a request has the same effect as sending it once. Source: RFC 9110, section
  /// 9.2.2.
  public var isIdempotent: Bool { isSafe || self == .put || self == .delete }

  /// Whether requests with this method normally have a body. If the body is missing, the length 0
  /// is sent.
  ///
  /// - Source: RFC 9110, section 8.6. The methods of WebDAV: RFC 4918, 5323 and 3253.
  public var anticipatesContent: Bool {
    switch rawValue {
    case "POST", "PUT", "PATCH", "QUERY", "PROPFIND", "PROPPATCH", "MKCOL", "LOCK", "REPORT",
      "SEARCH":
      true
    default: false
    }
  }
}

extension HTTPMethod: CustomStringConvertible {
  public var description: String { rawValue }
}
