/// The scheme, host and port of a server. Credentials are bound to an origin.
///
/// - Source: RFC 6454, section 4.
public struct Origin: Hashable, Sendable, CustomStringConvertible {
  /// `http`, `https`, `mqtt` or `mqtts`.
  public let scheme: String
  /// The host in lower case, without a trailing dot. An IPv6 address has no brackets, and its zone
  /// follows a `%`.
  public let host: String
  /// The port. If the URL contains none, this is the default port.
  public let port: Int

  /// Creates an origin.
  ///
  /// - Parameter host: A name or an address. An IPv6 address may have brackets. Its zone follows
  ///   `%25`, as in a URL, or `%`.
  public init(scheme: String, host: String, port: Int) {
    self.scheme = scheme.lowercased()
    self.host = Self.normalised(host)
    self.port = port
  }

  /// Returns the default port of a scheme. Returns 80 if the scheme is unknown.
  ///
  /// - Source: RFC 9110, section 4.2; the Service Name and Transport Protocol Port Number Registry
  ///   of IANA.
  public static func defaultPort(of scheme: String) -> Int {
    switch scheme {
    case "https": 443
    case "mqtt": 1883
    case "mqtts": 8883
    default: 80
    }
  }

  /// Whether the server is a message broker. Requests to it publish or receive messages.
  public var isBroker: Bool { scheme == "mqtt" || scheme == "mqtts" }

  /// Whether the host is this machine: `localhost` and its subdomains, 127.0.0.0/8 and ::1. The
  /// default scheme for these hosts is http.
  ///
  /// - Source: RFC 6761, section 6.3; RFC 1122, section 3.2.1.3.
  public var isLoopback: Bool {
    if host == "localhost" || host == "::1" || host.ends(with: ".localhost") { return true }
    let labels = host.pieces(at: ".")
    return labels.count == 4 && labels[0] == "127"
      && labels.allSatisfy { label in
        label.utf8.allSatisfy { (0x30...0x39).contains($0) } && Int(label).map { $0 < 256 } ?? false
      }
  }

  public var description: String {
    let name =
      host.contains(byte: ":")
      ? host.cut(at: "%").map { "[\($0.before)%25\($0.after)]" } ?? "[\(host)]" : host
    return port == Self.defaultPort(of: scheme)
      ? "\(scheme)://\(name)" : "\(scheme)://\(name):\(port)"
  }

  private static func normalised(_ host: String) -> String {
    var name = host[...]
    if name.begins(with: "["), name.ends(with: "]") {
      name = name.dropping(bytes: 1).droppingLast(bytes: 1)
    }
    // The zone is the name of an interface, which is case-sensitive.
    if let (address, zone) = name.cut(at: "%") {
      let bare = zone.begins(with: "25") ? zone.dropping(bytes: 2) : zone
      return "\(address.lowercased())%\(bare)"
    }
    if name.utf8.count > 1, name.ends(with: ".") { name = name.droppingLast(bytes: 1) }
    return name.lowercased()
  }
}
