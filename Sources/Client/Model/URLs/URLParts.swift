/// The parts of a URL or a relative reference, as written.
///
/// - Source: RFC 3986, appendix B.
struct URLParts {
  /// The scheme as written, or nil if there is none.
  var scheme: Substring?
  var authority: Substring?
  var path: Substring
  /// The query without the question mark, or nil if the URL has no query.
  var query: Substring?

  /// Splits a reference. A scheme ends at a colon before the first `/`, `?` or `#`.
  init(reference text: Substring) {
    var rest = text
    if let mark = text.firstIndex(ofAnyByte: ":/?#"), text.utf8[mark] == UInt8(ascii: ":") {
      scheme = text[..<mark]
      rest = text.rest(after: mark)
    }
    if rest.begins(with: "//") {
      rest = rest.dropping(bytes: 2)
      let end = rest.firstIndex(ofAnyByte: "/?#") ?? rest.endIndex
      authority = rest[..<end]
      rest = rest[end...]
    }
    (path, query) = Self.target(rest)
  }

  /// Splits a typed URL. It begins with `scheme://`, with `//`, or with the authority.
  init(typed text: Substring) {
    let start = Self.authorityStart(of: text)
    if start > text.startIndex, !text.begins(with: "//") {
      scheme = text[..<start].droppingLast(bytes: 3)
    }
    let rest = text[start...]
    let end = rest.firstIndex(ofAnyByte: "/?#") ?? rest.endIndex
    authority = rest[..<end]
    (path, query) = Self.target(rest[end...])
  }

  private static func target(_ text: Substring) -> (path: Substring, query: Substring?) {
    let target = text.prefix(whileByte: { $0 != UInt8(ascii: "#") })
    guard let mark = target.firstIndex(ofByte: "?") else { return (target, nil) }
    return (target[..<mark], target.rest(after: mark))
  }

  /// Returns the start of the authority in a typed URL: the index after `//` or `scheme://`, or the
  /// start of the text if neither is present.
  static func authorityStart(of text: Substring) -> Substring.Index {
    if text.begins(with: "//") { return text.utf8.index(text.startIndex, offsetBy: 2) }
    let end = text.prefix(whileByte: isSchemeByte).endIndex
    guard let first = text.utf8.first, isLetter(first), text[end...].begins(with: "://") else {
      return text.startIndex
    }
    return text.utf8.index(end, offsetBy: 3)
  }

  /// Returns whether the text is a valid scheme. Source: RFC 3986, section 3.1.
  static func isScheme(_ text: Substring) -> Bool {
    text.utf8.first.map(isLetter) ?? false && text.utf8.allSatisfy(isSchemeByte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private static func isSchemeByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || (0x30...0x39).contains(byte) || [0x2B, 0x2D, 0x2E].contains(byte)
  }
}

/// The authority of a URL: user name, password, host and port.
///
/// - Source: RFC 3986, section 3.2. Two `@` are rejected, because programs interpret them in
///   different ways.
struct URLAuthority {
  /// The decoded user name, or nil if there is no `@`.
  var user: String?
  var password: String?
  /// The host as written.
  var host: Substring
  var port: Int?

  init(_ text: Substring) throws(URLProblem) {
    // After the host, a space is encoded as %20. Within the host, some programs stop at the space.
    if text.contains(byte: " ") {
      throw URLProblem("Its host contains a space.", "Remove it, or write / before the rest.")
    }
    var place = text
    if let at = text.lastIndex(ofByte: "@") {
      (user, password) = try Self.account(text[..<at])
      place = text.rest(after: at)
    }
    (host, port) = try Self.splitPort(place)
  }

  private static func account(_ text: Substring) throws(URLProblem) -> (String?, String?) {
    if text.contains(byte: "@") {
      throw URLProblem(
        "There are two @ before its path, which programs interpret in different ways.",
        "Write `%40` for an `@` in a user name or password.")
    }
    var decoded: [String] = []
    for part in text.pieces(at: ":", maxSplits: 1) {
      guard let piece = PercentEncoding.decode(part),
        piece.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
      else {
        throw URLProblem(
          "The user name or password before `@` has an invalid escape or a control character.",
          "Put the credentials in the authorization instead.")
      }
      decoded.append(piece)
    }
    if decoded.allSatisfy(\.isEmpty) { return (nil, nil) }
    return (decoded[0], decoded.count > 1 ? decoded[1] : "")
  }

  private static func splitPort(
    _ text: Substring
  ) throws(URLProblem) -> (host: Substring, port: Int?) {
    var host = text
    var digits: Substring?
    if text.begins(with: "["), let close = text.firstIndex(ofByte: "]") {
      host = text.through(close)
      let rest = text.rest(after: close)
      guard rest.isEmpty || rest.begins(with: ":") else {
        throw URLProblem("Something follows the `]` of the address.", "Write `[address]:port`.")
      }
      digits = rest.isEmpty ? nil : rest.dropping(bytes: 1)
    } else if let colon = text.lastIndex(ofByte: ":") {
      host = text[..<colon]
      digits = text.rest(after: colon)
    }
    guard let digits, !digits.isEmpty else { return (host, nil) }
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = Int(digits),
      (1...65535).contains(port)
    else {
      throw URLProblem("`\(digits)` is not a port.", "A port is a number from 1 to 65535.")
    }
    return (host, port)
  }
}
