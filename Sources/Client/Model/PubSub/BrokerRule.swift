/// The broker beside a gateway's server.
public struct BrokerRule: Hashable, Sendable {
  /// `mqtt://` or `mqtts://`, host and port; may contain templates.
  public var url: String
  /// How it is connected to.
  public var options: BrokerOptions
  /// User and password, as references or templates; nil for none.
  public var authorization: DraftAuthorization?

  /// Creates a rule; by default without credentials.
  public init(
    url: String, options: BrokerOptions = BrokerOptions(),
    authorization: DraftAuthorization? = nil
  ) {
    self.url = url
    self.options = options
    self.authorization = authorization
  }

  /// The broker at the host of a server: port 1883, or with TLS 8883 where the server has TLS. A URL of a broker
  /// stays as it is; nil without a host.
  ///
  /// - Parameter server: The URL of the server; may contain templates.
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

  /// The host in a URL that may contain templates, with the brackets of an IPv6 address.
  package static func host(of server: String) -> String? {
    let authority = RequestURL.authority(of: server)
    let host =
      authority.lastIndex(ofByte: "@").map { authority[$0...].dropping(bytes: 1) } ?? authority
    if host.begins(with: "[") { return host.firstIndex(ofByte: "]").map { String(host[...$0]) } }
    return String(host.cut(at: ":")?.before ?? host)
  }
}
