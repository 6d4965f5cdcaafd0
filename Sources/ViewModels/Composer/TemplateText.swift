import ClientModel

/// The rule for hiding the text of a secret field: templates are visible, literal secrets are
/// hidden.
enum TemplateText {
  /// The scheme names before a credential in a header. Source: IANA HTTP Authentication Schemes.
  private static let schemes = [
    "basic", "bearer", "digest", "dpop", "hoba", "mutual", "negotiate", "vapid", "scram-sha-256",
    "token", "apikey",
  ]

  enum Place { case header, value }

  /// Returns whether a text consists of templates and at most the name of an authentication scheme,
  /// complete or partly typed.
  static func isPublic(_ text: String, in place: Place) -> Bool {
    var (literal, rest) = ("", text[...])
    while let start = rest.firstRange(ofBytes: "{{") {
      literal += rest[..<start.lowerBound]
      guard let end = rest[start.upperBound...].firstRange(ofBytes: "}}") else {
        rest = ""
        break
      }
      rest = rest[end.upperBound...]
    }
    literal += rest
    let words = literal.lowercased().words(at: " ")
    guard let word = words.first else { return literal != text || text.isEmpty }
    guard words.count == 1, place == .header else { return false }
    return schemes.contains(String(word))
      || text == literal && schemes.contains { $0.begins(with: String(word)) }
  }
}
