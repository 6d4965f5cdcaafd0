/// The identity of a cookie. A new cookie replaces an older cookie with the same identity.
///
/// - Source: RFC 6265, section 5.3, step 11, extended by the host-only flag as in libcurl.
public struct CookieIdentity: Hashable, Sendable {
  /// The hosts that receive the cookie.
  public enum HostScope: UInt8, Hashable, Sendable {
    /// Only the host that is named in the domain.
    case hostOnly
    /// The host that is named in the domain, and its subdomains.
    case subdomains
  }

  /// The domain in lower case, without a leading dot.
  public let domain: String
  /// The hosts that receive the cookie.
  public let reach: HostScope
  /// The path. A slash at the end is removed, except from the path `/`.
  public let path: String
  /// The name of the cookie, in its original case.
  public let name: String

  /// Creates an identity. Converts the domain to lower case and removes a leading dot.
  public init(domain: String, reach: HostScope, path: String, name: String) {
    let domain = domain.utf8.first == 0x2E ? String(domain.dropFirst()) : domain
    self.domain = domain.lowercased()
    self.reach = reach
    self.path = Self.normalised(path)
    self.name = name
  }

  /// Parses a line from a Netscape cookie file. Such a line has seven fields, separated by tabs.
  /// Returns nil for any other line.
  public init?(line: String) {
    guard let fields = Self.fields(of: line) else { return nil }
    self.init(
      domain: Self.text(fields[0]), reach: Self.text(fields[1]) == "TRUE" ? .subdomains : .hostOnly,
      path: Self.text(fields[2]), name: Self.text(fields[5]))
  }

  /// Returns the expiry time in a line of a Netscape cookie file, in seconds since 1970. Returns
  /// nil for a session cookie or an invalid line.
  public static func expiry(ofLine line: String) -> Int64? {
    guard let fields = fields(of: line), let seconds = Int64(text(fields[4])), seconds != 0 else {
      return nil
    }
    return seconds
  }

  /// Returns whether the host may receive and change the cookie. Path and scheme are not compared.
  public func concerns(host: String) -> Bool {
    let (host, domain) = (Array(host.lowercased().utf8), Array(domain.utf8))
    if host == domain { return true }
    guard reach == .subdomains, host.count > domain.count,
      host.suffix(domain.count).elementsEqual(domain)
    else {
      return false
    }
    return host[host.count - domain.count - 1] == 0x2E
  }

  private static func fields(of line: String) -> [Substring.UTF8View.SubSequence]? {
    let mark = "#HttpOnly_"
    let bytes = Substring(line).utf8
    let isMarked = bytes.starts(with: mark.utf8)
    let text = isMarked ? bytes.dropFirst(mark.utf8.count) : bytes[...]
    guard text.first != 0x23 else { return nil }
    let fields = text.split(separator: 9, maxSplits: 7, omittingEmptySubsequences: false)
    return fields.count == 7 && !fields[0].isEmpty ? fields : nil
  }

  private static func text(_ bytes: Substring.UTF8View.SubSequence) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  private static func normalised(_ path: String) -> String {
    guard path.utf8.first == 0x2F else { return "/" }
    guard path.utf8.count > 1, path.utf8.last == 0x2F else { return path }
    return String(decoding: path.utf8.dropLast(), as: UTF8.self)
  }
}
