extension RequestURL {
  /// The author of a URL. The author determines which characters are escaped.
  private enum Author {
    /// The user. Only spaces, `"`, `<`, `>` and non-ASCII characters are escaped. Existing escapes
    /// are kept.
    case user
    /// A server or a program. All characters that are not allowed in a path or query are escaped.
    /// `%2e` counts as a dot.
    case program
  }

  /// Parses a URL that the user typed. The default scheme is https, or http for addresses of this
  /// machine. `:3000/path` is `http://localhost:3000/path`. The fragment is removed.
  package static func parse(_ typed: String) throws(URLProblem) -> RequestURL {
    let text = withWildcard(typed.trimmed(of: " "))
    guard !text.isEmpty else {
      throw URLProblem("It is empty.", "Type the address, such as https://example.com/path.")
    }
    try refuseForbidden(in: text)
    let parts = URLParts(typed: text)
    if parts.scheme == nil, !text.begins(with: "//") {
      for scheme in ["http:", "https:"] where text.lowercased().begins(with: scheme) {
        throw URLProblem("The scheme is not followed by //.", "Write \(scheme)//host/path.")
      }
    }
    var authority = try URLAuthority(parts.authority ?? "")
    // If there is no scheme, `name:/` may be a scheme, or a host with an empty port.
    if parts.scheme == nil, !text.begins(with: "//"), !authority.host.isEmpty,
      parts.authority?.ends(with: ":") ?? false
    {
      throw URLProblem(
        "The host is followed by a colon without a port.",
        "Write http://host/path or host:port/path.")
    }
    // libcurl also rejects an empty host after an `@`.
    if authority.host.isEmpty, parts.scheme == nil, parts.authority?.contains(byte: "@") != true {
      authority.host = "localhost"
    }
    return try RequestURL(
      scheme: try scheme(parts.scheme, among: .all), authority, parts, by: .user)
  }

  /// Escapes `#` in a broker's URL. There, `#` is a topic wildcard and does not start a fragment.
  private static func withWildcard(_ text: Substring) -> Substring {
    guard text.contains(byte: "#") else { return text }
    let scheme = text.prefix(6).lowercased()
    guard scheme.begins(with: "mqtt:") || scheme.begins(with: "mqtts:") else { return text }
    return text.pieces(at: "#").joined(separator: "%23")[...]
  }

  /// Parses an absolute URL that a program wrote. Removes user information and fragment.
  package static func absolute(_ text: String) throws(URLProblem) -> RequestURL {
    let parts = try reference(text)
    guard let authority = parts.authority, let scheme = parts.scheme else {
      if let name = parts.scheme { _ = try self.scheme(name, among: .all) }
      throw URLProblem(
        "It does not begin with http:// or https://.", "Write https://host/path.")
    }
    return try RequestURL(
      scheme: try self.scheme(scheme, among: .all), try URLAuthority(authority), parts, by: .program
    ).withoutUser
  }

  /// Resolves a URI reference against this URL.
  ///
  /// - Source: RFC 3986, section 5.2.2.
  package func resolve(_ reference: String) throws(URLProblem) -> RequestURL {
    let parts = try Self.reference(reference)
    // A response must not redirect to a broker, because the body would be published as a message.
    let scheme = try Self.scheme(parts.scheme, among: .web)
    if let authority = parts.authority {
      return try RequestURL(
        scheme: scheme ?? self.scheme, try URLAuthority(authority), parts, by: .program
      ).withoutUser
    }
    guard scheme == nil else { throw URLProblem("It has no host.", "Write https://host/path.") }
    var path = self.path
    var query = parts.query.map(PercentEncoding.encodeFoundQuery)
    if parts.path.isEmpty {
      query = query ?? self.query
    } else if parts.path.begins(with: "/") {
      path = Self.path(parts.path, by: .program)
    } else {
      let folder = path.lastIndex(ofByte: "/").map(path.through) ?? "/"
      path = Self.path(folder + parts.path, by: .program)
    }
    return RequestURL(scheme: self.scheme, host: host, port: port, path: path, query: query)
  }

  /// Returns the index of the path in a typed URL. Only the text before this index determines where
  /// the request is sent.
  package static func pathStart(of typed: String) -> String.Index {
    let text = typed.drop(whileByte: { $0 == 0x20 })
    let rest = text[URLParts.authorityStart(of: text)...]
    return rest.firstIndex(ofAnyByte: "/?#") ?? rest.endIndex
  }

  /// Returns the text between the scheme and the path of a typed URL.
  package static func authority(of typed: String) -> Substring {
    let text = typed.drop(whileByte: { $0 == 0x20 })
    return text[URLParts.authorityStart(of: text)..<pathStart(of: typed)]
  }

  /// Returns the text before the `@` of a typed URL. Escapes are not decoded. Returns nil if there
  /// is no `@`.
  package static func account(in typed: String) -> Substring? {
    let authority = authority(of: typed)
    return authority.lastIndex(ofByte: "@").map { authority[..<$0] }
  }

  /// Returns whether a typed URL begins with a scheme or with `//`.
  package static func namesHost(_ typed: String) -> Bool {
    let text = typed.drop(whileByte: { $0 == 0x20 })
    return URLParts.authorityStart(of: text) > text.startIndex
  }

  private init(
    scheme: String?, _ authority: URLAuthority, _ parts: URLParts, by author: Author
  ) throws(URLProblem) {
    let host = try URLHost.normalised(authority.host)
    let scheme = scheme ?? Self.standardScheme(of: host)
    self.init(
      scheme: scheme, host: host, port: authority.port ?? Origin.defaultPort(of: scheme),
      path: Self.path(parts.path, by: author),
      query: parts.query.map(
        author == .user ? PercentEncoding.encodeTyped : PercentEncoding.encodeFoundQuery),
      user: authority.user, password: authority.password)
  }

  /// Returns the scheme for a URL that contains none.
  private static func standardScheme(of host: String) -> String {
    Origin(scheme: "http", host: host, port: 80).isLoopback ? "http" : "https"
  }

  private var withoutUser: RequestURL {
    RequestURL(scheme: scheme, host: host, port: port, path: path, query: query)
  }

  private static func reference(_ text: String) throws(URLProblem) -> URLParts {
    let text = text.trimmed(of: " \t")
    guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != 0x5C }) else {
      throw URLProblem(
        "It contains a control character or a backslash.", "Write it as %XX, or remove it.")
    }
    return URLParts(reference: text)
  }

  /// The allowed schemes.
  private enum Schemes {
    case web, all

    func contains(_ scheme: String) -> Bool {
      switch scheme {
      case "http", "https": true
      case "mqtt", "mqtts": self == .all
      default: false
      }
    }
  }

  private static func scheme(
    _ text: Substring?, among schemes: Schemes
  ) throws(URLProblem) -> String? {
    guard let text else { return nil }
    guard URLParts.isScheme(text) else {
      throw URLProblem("Its scheme is not valid.", "Write https://host/path.")
    }
    let scheme = text.lowercased()
    guard schemes.contains(scheme) else {
      throw URLProblem(
        "Its scheme is `\(scheme)`.",
        "Weir sends to http:// and https:// URLs, and publishes to mqtt:// and mqtts:// URLs.",
        foreignScheme: scheme)
    }
    return scheme
  }

  private static func refuseForbidden(in text: Substring) throws(URLProblem) {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0..<0x20, 0x7F..<0xA0:
        throw URLProblem(
          "It contains a control character or a line break.", "Remove it, or write it as %XX.")
      case 0x5C:
        throw URLProblem(
          "It contains a backslash, which programs interpret in different ways.", "Write / or %5C.")
      case 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xE0000...0xE007F:
        throw URLProblem("It contains an invisible character.", "Type the URL again by hand.")
      default: continue
      }
    }
  }

  private static func path(_ text: some StringProtocol, by author: Author) -> String {
    author == .user
      ? withoutDotSegments(PercentEncoding.encodeTyped(text)) { segment in
        segment.isSame(as: ".") ? 1 : segment.isSame(as: "..") ? 2 : 0
      }
      : withoutDotSegments(PercentEncoding.encodeFoundPath(text)) { segment in
        switch segment.lowercased() {
        case ".", "%2e": 1
        case "..", ".%2e", "%2e.", "%2e%2e": 2
        default: 0
        }
      }
  }

  /// Removes the dot segments from a path.
  ///
  /// - Parameter dots: Returns 1 for a `.` segment, 2 for a `..` segment, and 0 otherwise.
  /// - Source: RFC 3986, section 5.2.4.
  private static func withoutDotSegments(
    _ path: String, dots: (Substring) -> Int
  ) -> String {
    guard path.contains(bytes: "/.") || path.contains(bytes: "/%") else {
      return path.isEmpty ? "/" : path
    }
    var output: [Substring] = []
    let segments = path.pieces(at: "/").dropFirst()
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      switch dots(segment) {
      case 1: if isLast { output.append("") }
      case 2:
        if !output.isEmpty { output.removeLast() }
        if isLast { output.append("") }
      default: output.append(segment)
      }
    }
    return "/" + output.joined(separator: "/")
  }
}
