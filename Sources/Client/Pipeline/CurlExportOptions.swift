import ClientModel

/// The conversion of a request's transport options to curl options. Options with curl's default
/// value are omitted.
enum CurlExportOptions {
  static func words(
    _ options: TransportOptions, to url: String, _ secrets: CurlExport.Secrets
  ) -> [String] {
    var words: [String] = []
    func add(_ option: String, _ value: String?) {
      if let value { words.append("\(option) \(ShellQuoting.quote(value))") }
    }
    if case .follow(let most) = options.redirects { words.append("-L --max-redirs \(most)") }
    if options.codings == .all { words.append("--compressed") }
    if options.trust.verification == .insecure { words.append("-k") }
    add("--cacert", options.trust.authorities)
    add("--cert", options.trust.clientCertificate)
    add("--key", options.trust.clientKey)
    let pins = options.trust.pins.map(\.description).joined(separator: ";")
    add("--pinnedpubkey", pins.isEmpty ? nil : pins)
    switch options.route.version {
    case .automatic: break
    case .http1: words.append("--http1.1")
    // Without TLS, --http2 only offers an upgrade within HTTP/1.1.
    case .http2:
      words.append(url.begins(with: "http://") ? "--http2-prior-knowledge" : "--http2")
    }
    if let proxy = options.route.proxy {
      words.append(proxy.isEmpty ? "--noproxy '*'" : "-x \(self.proxy(proxy, secrets))")
    }
    add("--unix-socket", options.route.unixSocket)
    for entry in options.route.resolve { add("--resolve", entry) }
    let connect = options.deadlines.connect.inMilliseconds
    if connect != Deadlines().connect.inMilliseconds {
      words.append("--connect-timeout \(seconds(connect))")
    }
    if let total = options.deadlines.total { words.append("-m \(seconds(total.inMilliseconds))") }
    return words
  }

  private static func proxy(_ proxy: SensitiveText, _ secrets: CurlExport.Secrets) -> String {
    guard let text = proxy.plain else { return ShellQuoting.quote(proxy, secrets) }
    return ShellQuoting.quote(CredentialNames.standard.places(in: text).sealed(text), secrets)
  }

  private static func seconds(_ milliseconds: Int64) -> String {
    let rest = milliseconds % 1000
    guard rest != 0 else { return String(milliseconds / 1000) }
    let digits = String(rest)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - digits.count) + digits
  }
}
