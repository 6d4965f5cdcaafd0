/// Scheme, host and port: what a credential belongs to.
///
/// - Source: RFC 6454, section 4; reliability rule T2.
public struct Origin: Hashable, Sendable, CustomStringConvertible {
  public let scheme: String
  /// In lower case, without a trailing dot; an IPv6 address without brackets.
  public let host: String
  public let port: Int

  public init(scheme: String, host: String, port: Int) {
    self.scheme = scheme.lowercased()
    var name = host.lowercased()
    if name.hasPrefix("["), name.hasSuffix("]") { name = String(name.dropFirst().dropLast()) }
    if name.count > 1, name.hasSuffix(".") { name.removeLast() }
    self.host = name
    self.port = port
  }

  public static func defaultPort(of scheme: String) -> Int { scheme == "https" ? 443 : 80 }

  /// True for addresses of this machine, where plain http is the sensible default.
  public var isLoopback: Bool {
    host == "localhost" || host.hasSuffix(".localhost") || host == "::1" || host.hasPrefix("127.")
  }

  public var description: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return port == Self.defaultPort(of: scheme)
      ? "\(scheme)://\(name)" : "\(scheme)://\(name):\(port)"
  }
}
