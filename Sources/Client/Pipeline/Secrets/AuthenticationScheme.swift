import ClientModel

/// The scheme in a header such as `Authorization: Bearer …`. It is not a secret.
package struct AuthenticationScheme: Hashable, Sendable {
  package let word: String
  /// The text after the first space.
  package let rest: String

  /// Parses a header value. Returns nil if no scheme is found. A header whose name ends in
  /// `authorization` begins with a scheme by its grammar (RFC 9110, section 11.4). Any other header
  /// must begin with a known scheme, because a passphrase may begin with any word.
  package init?(of value: String, in name: String) {
    guard let space = value.utf8.firstIndex(of: UInt8(ascii: " ")) else { return nil }
    let word = value[..<space]
    let isGrammar = name.utf8.suffix(13).elementsEqual("authorization".utf8) {
      $0 == $1 || $0 | 0x20 == $1
    }
    guard HTTPToken.isToken(word),
      isGrammar || Self.known.contains(where: { $0.caseInsensitiveEquals(String(word)) })
    else { return nil }
    self.word = String(word)
    rest = String(value[value.utf8.index(after: space)...])
  }

  /// The known schemes. Source: the IANA registry of HTTP authentication schemes. `Token`, `ApiKey`
  /// and Weir's own schemes are added.
  private static let known =
    AuthScheme.all.map(\.header) + [
      "DPoP", "GNAP", "HOBA", "Mutual", "Negotiate", "OAuth", "PrivateToken", "SCRAM-SHA-1",
      "SCRAM-SHA-256", "vapid", "Token", "ApiKey",
    ]
}
