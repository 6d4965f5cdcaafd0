import ClientModel

extension RequestURL {
  /// Reads what a person types for a URL: without a scheme https, but http for this machine's
  /// addresses; `:3000/path` is `http://localhost:3000/path`. The fragment is dropped.
  package static func parse(_ typed: String) throws(URLProblem) -> RequestURL {
    var trimmed = typed[...]
    while trimmed.first == " " { trimmed.removeFirst() }
    while trimmed.last == " " { trimmed.removeLast() }
    let text = String(trimmed)
    guard !text.isEmpty else {
      throw URLProblem("It is empty.", "Type the address, such as https://example.com/path.")
    }
    try refuseForbidden(in: text)
    let (scheme, rest) = try splitScheme(text)
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    var authority = rest[..<end]
    // Behind the host a space becomes %20; in it, it ends what some programs read.
    if authority.contains(" ") {
      throw URLProblem("A space stands in its host.", "Remove it, or write / before what follows.")
    }
    var user: String?
    var password: String?
    if let at = authority.lastIndex(of: "@") {
      (user, password) = try userInformation(authority[..<at])
      authority = authority[authority.index(after: at)...]
    }
    let (name, number) = try splitPort(authority)
    let host = try normalisedHost(name.isEmpty && scheme == nil ? "localhost" : String(name))
    let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    let isLocal =
      bare == "localhost" || bare.hasSuffix(".localhost") || bare == "::1"
      || bare.hasPrefix("127.")
    let chosen = scheme ?? (isLocal ? "http" : "https")
    let target = rest[end...].prefix { $0 != "#" }
    let mark = target.firstIndex(of: "?")
    let path = target[..<(mark ?? target.endIndex)]
    return RequestURL(
      scheme: chosen, host: host, port: number ?? (chosen == "https" ? 443 : 80),
      path: withoutDotSegments(PercentEncoding.encodeTyped(path)),
      query: mark.map { PercentEncoding.encodeTyped(target[target.index(after: $0)...]) },
      user: user, password: password)
  }

  private static func refuseForbidden(in text: String) throws(URLProblem) {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0..<0x20, 0x7F..<0xA0:
        throw URLProblem(
          "It holds a control character or a line end.", "Remove it, or write it as %XX.")
      case 0x5C:
        throw URLProblem(
          "It holds a backslash, which programs read in different ways.", "Write / or %5C.")
      case 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xE0000...0xE007F:
        throw URLProblem("It holds an invisible character.", "Type the URL again by hand.")
      default: continue
      }
    }
  }

  private static func splitScheme(
    _ text: String
  ) throws(URLProblem) -> (scheme: String?, rest: Substring) {
    if text.hasPrefix("//") { return (nil, text.dropFirst(2)) }
    guard let mark = text.schemeMark,
      text[..<mark.lowerBound].utf8.allSatisfy({
        ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || ($0 >= 0x2B && $0 <= 0x39 && $0 != 0x2F)
      }), !text[..<mark.lowerBound].isEmpty
    else {
      for scheme in ["http:", "https:"] where text.lowercased().hasPrefix(scheme) {
        throw URLProblem("The scheme is not followed by //.", "Write \(scheme)//host/path.")
      }
      return (nil, text[...])
    }
    let scheme = text[..<mark.lowerBound].lowercased()
    guard scheme == "http" || scheme == "https" else {
      throw URLProblem("Its scheme is `\(scheme)`.", "Weir sends to http:// and https:// URLs.")
    }
    return (scheme, text[mark.upperBound...])
  }

  private static func userInformation(
    _ text: Substring
  ) throws(URLProblem) -> (String?, String?) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    var decoded: [String] = []
    for part in parts {
      guard let piece = PercentEncoding.decode(part),
        piece.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
      else {
        throw URLProblem(
          "The user or password before @ holds a broken escape or a control character.",
          "Put the credentials in the authorization instead.")
      }
      decoded.append(piece)
    }
    if decoded.allSatisfy(\.isEmpty) { return (nil, nil) }
    return (decoded[0], decoded.count > 1 ? decoded[1] : "")
  }

  private static func splitPort(
    _ authority: Substring
  ) throws(URLProblem) -> (host: Substring, port: Int?) {
    var host = authority
    var digits: Substring?
    if authority.hasPrefix("["), let close = authority.firstIndex(of: "]") {
      host = authority[...close]
      let rest = authority[authority.index(after: close)...]
      guard rest.isEmpty || rest.hasPrefix(":") else {
        throw URLProblem("Something follows the ] of the address.", "Write [address]:port.")
      }
      digits = rest.isEmpty ? nil : rest.dropFirst()
    } else if let colon = authority.lastIndex(of: ":") {
      host = authority[..<colon]
      digits = authority[authority.index(after: colon)...]
    }
    guard let digits, !digits.isEmpty else { return (host, nil) }
    guard digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let port = Int(digits),
      (1...65535).contains(port)
    else {
      throw URLProblem("`\(digits)` is no port.", "A port is a number from 1 to 65535.")
    }
    return (host, port)
  }

  /// RFC 3986, section 5.2.4.
  static func withoutDotSegments(_ path: String) -> String {
    guard path.contains("/.") else { return path.isEmpty ? "/" : path }
    var output: [Substring] = []
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      switch segment {
      case ".": if isLast { output.append("") }
      case "..":
        if !output.isEmpty { output.removeLast() }
        if isLast { output.append("") }
      default: output.append(segment)
      }
    }
    return "/" + output.joined(separator: "/")
  }
}

extension String {
  /// Where the first `://` stands; the library's search takes several times as long as the rest of
  /// reading a URL, which 100,000 rows notice.
  var schemeMark: Range<Index>? {
    var rest = utf8[...]
    while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
      if rest[colon...].starts(with: "://".utf8) {
        return colon..<rest.index(colon, offsetBy: 3)
      }
      rest = rest[rest.index(after: colon)...]
    }
    return nil
  }
}
