/// The broker that belongs to a gateway.
public struct BrokerRule: Hashable, Sendable {
  /// The URL: `mqtt://` or `mqtts://`, host and port. It may contain templates.
  public var url: String
  /// The options of the connection.
  public var options: BrokerOptions
  /// User name and password, as references or templates, or nil for none.
  public var authorization: DraftAuthorization?

  /// Creates a rule. By default it has no credentials.
  public init(
    url: String, options: BrokerOptions = BrokerOptions(),
    authorization: DraftAuthorization? = nil
  ) {
    self.url = url
    self.options = options
    self.authorization = authorization
  }

  /// Creates a rule for the broker on the host of a server. The port is 8883 with TLS if the
  /// server's scheme is https, and otherwise 1883. If the server is a broker, its URL is used
  /// without the path. Returns nil if the URL has no host.
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

  /// Returns the host of a URL, with the brackets of an IPv6 address. The URL may contain
  /// templates.
  package static func host(of server: String) -> String? {
    let authority = RequestURL.authority(of: server)
    let host =
      authority.lastIndex(ofByte: "@").map { authority[$0...].dropping(bytes: 1) } ?? authority
    if host.begins(with: "[") { return host.firstIndex(ofByte: "]").map { String(host[...$0]) } }
    return String(host.cut(at: ":")?.before ?? host)
  }
}
