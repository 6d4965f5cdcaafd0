import ClientCore
import ClientModel

/// The identity and lifetime of a cookie in a `Set-Cookie` field. libcurl parses the value and
/// decides whether to accept the cookie.
///
/// - Source: RFC 6265, sections 5.1.4, 5.2 and 5.3.
struct SetCookieField: Hashable, Sendable {
  private enum Expiry: Hashable {
    case session
    case seconds(Int64)
    case until(Timestamp)
  }

  let identity: CookieIdentity
  private let isSecure: Bool
  private let life: Expiry

  /// Parses a field. Returns nil for a field without a name.
  ///
  /// - Parameters:
  ///   - value: The field's value.
  ///   - host: The host of the request.
  ///   - path: The path of the request's URL, without the query.
  init?(_ value: String, from host: String, path: String) {
    let parts = value.utf8.split(separator: 0x3B, omittingEmptySubsequences: false)
    guard let pair = parts.first, let equals = pair.firstIndex(of: 0x3D) else { return nil }
    let name = Self.text(pair[..<equals])
    guard !name.isEmpty else { return nil }
    var domain: String?
    var scope = Self.defaultPath(path)
    var isSecure = false
    var maxAge: Int64?
    var expires: Timestamp?
    for part in parts.dropFirst() {
      let equals = part.firstIndex(of: 0x3D) ?? part.endIndex
      let text = equals == part.endIndex ? "" : Self.text(part[part.index(after: equals)...])
      switch Self.text(part[..<equals]).lowercased() {
      case "domain": domain = text.isEmpty ? domain : text
      case "path": scope = text.utf8.first == 0x2F ? text : scope
      case "secure": isSecure = true
      case "max-age": maxAge = Self.seconds(text) ?? maxAge
      case "expires": expires = CookieDate.parse(text) ?? expires
      default: break
      }
    }
    let isAddress = host.utf8.contains(0x3A) || host.utf8.allSatisfy { $0 == 0x2E || $0 <= 0x39 }
    identity = CookieIdentity(
      domain: domain.flatMap { isAddress ? nil : $0 } ?? host,
      reach: domain == nil || isAddress ? .hostOnly : .subdomains, path: scope, name: name)
    self.isSecure = isSecure
    life = maxAge.map { .seconds($0) } ?? expires.map { .until($0) } ?? .session
  }

  /// Returns whether this field may have set the cookie line in a jar. A field without `Secure`
  /// does not replace a secure cookie.
  func mayHaveSet(_ line: String) -> Bool {
    let fields = line.utf8.split(separator: 9, omittingEmptySubsequences: false)
    return fields.count == 7 && (isSecure || !fields[3].elementsEqual("TRUE".utf8))
  }

  func isDeletion(at now: Timestamp) -> Bool {
    switch life {
    case .session: false
    case .seconds(let count): count <= 0
    case .until(let time): time <= now
    }
  }

  /// Returns the cookie line with the expiry parsed by the rules of RFC 6265. libcurl applies time
  /// zones, which the RFC ignores, and treats a cookie with an unreadable date as a session cookie.
  func dated(_ line: String) -> String {
    guard case .until(let time) = life else { return line }
    var fields = line.utf8.split(separator: 9, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard fields.count == 7 else { return line }
    fields[4] = "\(max(1, time.milliseconds / 1000))"
    return fields.joined(separator: "\t")
  }

  private static func defaultPath(_ path: String) -> String {
    guard path.utf8.first == 0x2F, let slash = path.utf8.lastIndex(of: 0x2F) else { return "/" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the seconds in a `Max-Age` value, or nil if the value is not a number.
  private static func seconds(_ text: String) -> Int64? {
    let digits = text.utf8.first == 0x2D ? text.utf8.dropFirst() : text.utf8[...]
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int64(text) ?? (text.utf8.first == 0x2D ? .min : .max)
  }

  private static func text(_ bytes: Substring.UTF8View.SubSequence) -> String {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 9 }
    let start = bytes.drop(while: isBlank)
    let end = start.lastIndex { !isBlank($0) }.map { start.index(after: $0) } ?? start.startIndex
    return String(decoding: start[..<end], as: UTF8.self)
  }
}

extension SetCookieField {
  /// Returns the `Set-Cookie` fields of a response.
  static func all(
    in head: ResponseHead?, to request: WireRequest
  ) -> [SetCookieField] {
    let values = head?.fields.all("Set-Cookie") ?? []
    let path = request.url.utf8.dropFirst(request.origin.scheme.utf8.count + 3)
      .drop { $0 != 0x2F && $0 != 0x3F && $0 != 0x23 }.prefix { $0 != 0x3F && $0 != 0x23 }
    return values.compactMap {
      SetCookieField(
        $0, from: request.origin.host, path: String(decoding: path, as: UTF8.self))
    }
  }
}
