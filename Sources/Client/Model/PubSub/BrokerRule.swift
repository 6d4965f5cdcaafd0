/// The broker of a gateway.
public struct BrokerRule: Hashable, Sendable {
  /// The URL, such as `mqtts://host:port`. The scheme is `mqtt` or `mqtts`. The URL may contain
  /// templates.
  public var url: String
  /// The options of the connection.
  public var options: BrokerOptions
  /// The user name and the password, as references or templates. Nil if there are none.
  public var authorization: DraftAuthorization?

  /// Creates a rule. By default, there are no credentials.
  public init(
    url: String, options: BrokerOptions = BrokerOptions(),
    authorization: DraftAuthorization? = nil
  ) {
    self.url = url
    self.options = options
    self.authorization = authorization
  }

  /// Creates a rule for a broker on the same host as a server. For https, the broker uses TLS on
  /// port 8883. Otherwise, the broker uses port 1883. If the server itself is a broker, its URL is
  /// used, without the path. Returns nil if the URL has no host.
  ///
  /// - Parameter server: The URL of the server, which may contain templates.
  public init?(beside server: String) {
    let scheme = server.firstRange(ofBytes: "://").map { server[..<$0.lowerBound].lowercased() }
    let host = Self.host(of: server)
    guard let host, !host.isEmpty else { return nil }
    switch scheme {
    case "mqtt", "mqtts":
      self.init(url: String(server.prefix(upTo: RequestURL.pathStart(of: server))))
    case "https": self.init(url: "mqtts://\(host):8883")
    default: self.init(url: "mqtt://\(host):1883")
    }
  }

  /// Returns the host of a URL that may contain templates. An IPv6 address keeps its brackets.
  package static func host(of server: String) -> String? {
    let authority = RequestURL.authority(of: server)
    let host =
      authority.lastIndex(ofByte: "@").map { authority[$0...].dropping(bytes: 1) } ?? authority
    if host.begins(with: "[") { return host.firstIndex(ofByte: "]").map { String(host[...$0]) } }
    return String(host.cut(at: ":")?.before ?? host)
  }
}
