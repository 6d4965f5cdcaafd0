import ClientModel
import ClientPipeline

extension CacheRequest {
  /// Creates the cache request from the request as sent.
  ///
  /// A stored response is never served to a different workspace, environment, user, session or
  /// route. This also holds if the server's `Vary` is incomplete.
  ///
  /// - Parameters:
  ///   - wire: The complete request, including its secrets.
  ///   - prepared: The same request. It marks the headers that are credentials.
  ///   - cookies: The lines of the cookie jar that the transport uses. Empty if no jar is used.
  init(
    _ wire: WireRequest, of prepared: PreparedRequest, rule: CacheRule, jar: CookieJarKey,
    cookies: [String]
  ) {
    let sent = Self.cookies(for: wire.origin, in: cookies)
    let authorization = wire.authorization.map {
      "\($0.scheme.name) \($0.values.joined(separator: ":"))"
    }
    var identity = ["workspace", jar.workspace, "environment", jar.environment]
    if let authorization { identity += ["authorization", authorization] }
    if let sent { identity += ["cookies", sent] }
    for (header, field) in zip(prepared.headers, wire.headers) where header.isCredential {
      identity += [header.name.lowercased(), field.value]
    }
    identity += Self.way(of: wire.options)
    var implied: [String: String] = [:]
    if let authorization { implied["authorization"] = authorization }
    if let sent { implied["cookie"] = sent }
    if !wire.headers.contains(where: { $0.name.caseInsensitiveEquals("Accept-Encoding") }) {
      implied["accept-encoding"] = "\(wire.options.codings)"
    }
    self.init(
      method: wire.method, url: wire.url, headers: wire.headers, identity: identity,
      implied: implied, body: Self.body(of: wire.body), rule: rule)
  }

  /// Returns the options that affect which server is reached or which certificates are used.
  private static func way(of options: TransportOptions) -> [String] {
    var way: [String] = []
    if options.trust.verification == .insecure { way += ["unchecked"] }
    if let path = options.trust.clientCertificate { way += ["certificate", path] }
    if let path = options.trust.authorities { way += ["authorities", path] }
    if let path = options.route.unixSocket { way += ["socket", path] }
    if !options.route.resolve.isEmpty { way += ["resolve"] + options.route.resolve }
    return way
  }

  /// Returns the cookies that may be sent to a host, or nil if there are none.
  private static func cookies(for origin: Origin, in lines: [String]) -> String? {
    let found = lines.compactMap(CookieLine.init).filter { cookie in
      origin.host == cookie.domain
        || (cookie.reach == .subdomains && origin.host.ends(with: "." + cookie.domain))
    }
    guard !found.isEmpty else { return nil }
    return found.map { "\($0.name)=\($0.value.reveal());\($0.path)" }.sorted().joined(
      separator: "; ")
  }

  private static func body(of body: WireRequest.Body) -> [UInt8]? {
    switch body {
    case .none: nil
    case .bytes(let bytes): bytes.isEmpty ? nil : bytes
    case .file(let file):
      Array("\(file.path) \(file.size.bytes) \(file.modified) \(file.inode)".utf8)
    // Each prepared request has a new boundary, so two multipart requests never match.
    case .multipart(let boundary, _): Array(boundary.utf8)
    }
  }
}
