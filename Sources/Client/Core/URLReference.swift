package import ClientModel

/// An http or https address, taken apart strictly: what could be read in two ways is refused.
///
/// - Source: RFC 3986, sections 3 and 5; reliability.md, T4 and T6.
package struct URLReference: Hashable, Sendable {
  package enum Problem: Error, Hashable, Sendable {
    case malformed(String)
    case scheme(String)
  }

  package var origin: Origin
  /// Begins with a slash.
  package var path: String
  /// Without its question mark.
  package var query: String?

  package init(origin: Origin, path: String, query: String?) {
    self.origin = origin
    self.path = path
    self.query = query
  }

  /// The address as text; user information and fragment are gone.
  package var text: String {
    origin.description + path + (query.map { "?" + $0 } ?? "")
  }

  /// Reads an absolute address.
  package init(absolute text: String) throws(Problem) {
    let parts = try Parts(text)
    guard let scheme = parts.scheme, let authority = parts.authority else {
      throw .malformed("It does not begin with http:// or https://.")
    }
    self.init(
      origin: try Self.origin(scheme: scheme, authority: authority),
      path: Self.withoutDots(parts.path.isEmpty ? "/" : parts.path), query: parts.query)
  }

  /// What a reference means when it is found at this address.
  ///
  /// - Source: RFC 3986, section 5.2.2.
  package func resolve(_ reference: String) throws(Problem) -> URLReference {
    let parts = try Parts(reference)
    if let scheme = parts.scheme, parts.authority == nil {
      guard scheme == "http" || scheme == "https" else { throw .scheme(scheme) }
      throw .malformed("It names no host.")
    }
    if let authority = parts.authority {
      return URLReference(
        origin: try Self.origin(scheme: parts.scheme ?? origin.scheme, authority: authority),
        path: Self.withoutDots(parts.path.isEmpty ? "/" : parts.path), query: parts.query)
    }
    if parts.path.isEmpty {
      return URLReference(origin: origin, path: path, query: parts.query ?? query)
    }
    let merged =
      parts.path.hasPrefix("/")
      ? parts.path : path[...(path.lastIndex(of: "/") ?? path.startIndex)] + parts.path
    return URLReference(origin: origin, path: Self.withoutDots(String(merged)), query: parts.query)
  }

  private static func origin(scheme: String, authority: String) throws(Problem) -> Origin {
    guard scheme == "http" || scheme == "https" else { throw .scheme(scheme) }
    // The host is what follows the last @; what stands before it is never used.
    let place = authority[
      (authority.lastIndex(of: "@").map(authority.index(after:))
        ?? authority.startIndex)...]
    var host = place
    var port = Origin.defaultPort(of: scheme)
    if let colon = place.lastIndex(of: ":"), !place[colon...].contains("]") {
      host = place[..<colon]
      let digits = place[place.index(after: colon)...]
      if !digits.isEmpty {
        guard digits.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }), let number = Int(digits),
          number > 0, number < 65_536
        else { throw .malformed("Its port is not a number from 1 to 65535.") }
        port = number
      }
    }
    guard isHost(host) else { throw .malformed("Its host name is not one.") }
    return Origin(scheme: scheme, host: String(host), port: port)
  }

  private static func isHost(_ host: Substring) -> Bool {
    if host.hasPrefix("[") {
      let inner = host.dropFirst().dropLast()
      return host.hasSuffix("]") && !inner.isEmpty
        && inner.utf8.allSatisfy { isHexDigit($0) || $0 == 0x3A || $0 == 0x2E }
    }
    return !host.isEmpty && host != "."
      && host.utf8.allSatisfy { isLetterOrDigit($0) || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F }
  }

  /// Source: RFC 3986, section 5.2.4.
  private static func withoutDots(_ path: String) -> String {
    guard path.utf8.contains(where: { $0 == 0x2E || $0 == 0x25 }) else { return path }
    var kept: [Substring] = []
    let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      switch segment.lowercased() {
      case ".", "%2e": if isLast { kept.append("") }
      case "..", ".%2e", "%2e.", "%2e%2e":
        if !kept.isEmpty { kept.removeLast() }
        if isLast { kept.append("") }
      default: kept.append(segment)
      }
    }
    return "/" + kept.joined(separator: "/")
  }

  static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (byte >= 48 && byte <= 57) || (byte | 0x20 >= 97 && byte | 0x20 <= 122)
  }

  static func isHexDigit(_ byte: UInt8) -> Bool {
    (byte >= 48 && byte <= 57) || (byte | 0x20 >= 97 && byte | 0x20 <= 102)
  }
}

extension URLReference {
  /// A reference cut at its separators. Source: RFC 3986, appendix B.
  private struct Parts {
    var scheme: String?
    var authority: String?
    var path: String
    var query: String?

    init(_ text: String) throws(Problem) {
      var rest = text[...]
      while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
      rest = rest.drop { $0 == " " || $0 == "\t" }
      guard rest.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != 0x5C }) else {
        throw .malformed("It holds a control character or a backslash.")
      }
      rest = rest.prefix { $0 != "#" }
      if let colon = rest.firstIndex(where: { ":/?".contains($0) }), rest[colon] == ":" {
        let name = rest[..<colon].lowercased()
        guard name.utf8.first.map({ $0 >= 97 && $0 <= 122 }) ?? false,
          name.utf8.allSatisfy({ isLetterOrDigit($0) || [0x2B, 0x2D, 0x2E].contains($0) })
        else { throw .malformed("Its scheme is not one.") }
        scheme = name
        rest = rest[rest.index(after: colon)...]
      }
      if let mark = rest.firstIndex(of: "?") {
        query = Self.escaped(rest[rest.index(after: mark)...])
        rest = rest[..<mark]
      }
      if rest.hasPrefix("//") {
        rest = rest.dropFirst(2)
        let end = rest.firstIndex(of: "/") ?? rest.endIndex
        authority = String(rest[..<end])
        rest = rest[end...]
      }
      path = Self.escaped(rest)
    }

    /// Percent-encodes what may not stand in a path or query but is often found there.
    private static func escaped(_ text: Substring) -> String {
      guard text.utf8.contains(where: isUnwritable) else { return String(text) }
      var result: [UInt8] = []
      let digits = Array("0123456789ABCDEF".utf8)
      for byte in text.utf8 {
        if isUnwritable(byte) {
          result += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        } else {
          result.append(byte)
        }
      }
      return String(decoding: result, as: UTF8.self)
    }

    private static func isUnwritable(_ byte: UInt8) -> Bool {
      byte <= 0x20 || byte >= 0x7F
        || [0x22, 0x3C, 0x3E, 0x5E, 0x60, 0x7B, 0x7C, 0x7D].contains(byte)
    }
  }
}
