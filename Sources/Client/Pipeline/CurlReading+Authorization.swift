import ClientModel

/// The credentials and proxies of a curl line. An unsupported authentication method is omitted. It
/// is never replaced by a weaker one.
extension CurlReading {
  mutating func finishAuthorization(_ address: inout CurlAddress) throws(CurlProblem) {
    if draft.authorization != .none, schemes.isEmpty {
      if user != nil { note("-u", "As in curl, the bearer token is sent instead.") }
      try address.dropUser(&dropped)
    } else if !schemes.isSubset(of: [.basic]) || user != nil {
      try takeUser(try address.takeUser() ?? [], host: address.host)
    }
    if draft.authorization != .none, has("Authorization") {
      draft.authorization = .none
      note("-u", "As in curl, the Authorization header is sent instead.")
    }
  }

  /// Sets the credentials from `-u` or the URL. Reports unsupported schemes as omitted.
  ///
  /// - Parameter inURL: The user name and password in the URL. `-u` takes precedence.
  private mutating func takeUser(_ inURL: [UInt8], host: String?) throws(CurlProblem) {
    guard let scheme, draft.authorization == .none else {
      let names = schemes.map(\.rawValue).sorted().map { "--\($0)" }.joined(separator: " ")
      draft.authorization = .none
      return miss(
        names,
        "Weir supports \(AuthScheme.all.map(\.name).joined(separator: ", ")), one at a time; the "
          + "request is without credentials.")
    }
    let pair = user ?? inURL
    guard !pair.isEmpty else { return }
    let colon = pair.firstIndex(of: UInt8(ascii: ":"))
    let name = try source.text(pair[..<(colon ?? pair.endIndex)], of: "-u")
    if colon == nil, ShellVariables.areUsed(in: pair) {
      return miss(
        "-u \(source.shown(pair))", "Only the shell knows whether it contains a password.")
    }
    if colon == nil { miss("-u \(name)", "It has no password, and curl would ask for one.") }
    let password =
      try colon.map { colon throws(CurlProblem) in
        try source.text(pair[(colon + 1)...], of: "-u")
      } ?? "{{password}}"
    guard SecretReference(name) == nil, SecretReference(password) == nil else {
      return miss(
        "-u", "Its value looks like a reference to a secret; type the reference yourself.")
    }
    var values = ["user": name, "password": password]
    if scheme == .awsSignature {
      guard let place = CurlSignature(signature, host: host) else {
        return miss(
          "--aws-sigv4 \(signature)",
          "Weir signs as aws:amz:REGION:SERVICE; the request is without credentials.")
      }
      values = [
        "key-id": name, "secret-key": password, "region": place.region, "service": place.service,
      ]
    }
    draft.authorization = DraftAuthorization(scheme) { values[$0.name] ?? "" }
  }

  /// The authentication scheme. Nil if it is unsupported or if the line has several. Basic is
  /// curl's default.
  private var scheme: AuthScheme? {
    if schemes.isSubset(of: [.basic]) { return .basic }
    guard schemes.count == 1 else { return nil }
    return schemes.first.flatMap { AuthScheme(curlOption: "--\($0.rawValue)") }
  }

  // MARK: Proxies

  mutating func takeProxy(_ meaning: CurlOption.Meaning, _ word: [UInt8]) throws(CurlProblem) {
    var text = try source.text(word, of: "the proxy")
    let mark = text.firstRange(ofBytes: "://")
    var scheme = mark.map { text[..<$0.lowerBound].lowercased() } ?? "http"
    if let mark { text = String(text[mark.upperBound...]) }
    switch meaning {
    case .socks4: scheme = "socks4"
    case .socks4a: scheme = "socks4a"
    case .socks5: scheme = "socks5"
    case .socks5Hostname: scheme = "socks5h"
    default: break
    }
    if scheme == "socks" { scheme = "socks4" }
    guard ["http", "https", "socks4", "socks4a", "socks5", "socks5h"].contains(scheme) else {
      throw CurlProblem(
        what: "The curl line cannot be used.",
        why: "Its proxy has the scheme `\(scheme)`.",
        whatToDo: "Write http, https, socks4, socks4a, socks5 or socks5h.")
    }
    draft.options.route.proxy = text.isEmpty ? "" : SensitiveText("\(scheme)://\(text)")
  }

  /// Combines the proxy, its credentials and the hosts that bypass it.
  mutating func finishProxy(for address: CurlAddress) throws(CurlProblem) {
    if let exemptHosts, try isExempt(address, String(decoding: exemptHosts, as: UTF8.self)) {
      draft.options.route.proxy = ""
      proxyUser = nil
    }
    guard let proxy = draft.options.route.proxy?.plain, !proxy.isEmpty else {
      if proxyUser != nil {
        miss(
          "--proxy-user",
          "The curl line has no proxy; a proxy from the environment is used without these "
            + "credentials.")
      }
      return
    }
    guard let mark = proxy.firstRange(ofBytes: "://") else { return }
    let scheme = String(proxy[..<mark.upperBound])
    let rest = Array(proxy[mark.upperBound...].utf8)
    let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
    let at = rest[..<end].lastIndex(of: UInt8(ascii: "@"))
    let host = String(decoding: rest[(at.map { $0 + 1 } ?? 0)...], as: UTF8.self)
    let written = at.map { String(decoding: rest[..<$0], as: UTF8.self) }
    let pair =
      try proxyUser.map { word throws(CurlProblem) in
        try source.text(word, of: "--proxy-user")
      } ?? written
    guard let pair, !pair.isEmpty else {
      draft.options.route.proxy = SensitiveText(scheme + host)
      return
    }
    guard proxySchemes.isSubset(of: [.basic]), SecretReference(pair) == nil else {
      draft.options.route.proxy = SensitiveText(scheme + host)
      return miss(
        "--proxy-user",
        "Weir supports only basic authorization for proxies; "
          + "it sends no credentials to this proxy.")
    }
    draft.options.route.proxy = SensitiveText([
      .plain(scheme), .literal(Secret(Self.encodedPair(pair)), .none), .plain("@\(host)"),
    ])
  }

  /// Returns a user name and password, percent-encoded for a proxy URL. Existing escapes are kept,
  /// because curl decodes them.
  private static func encodedPair(_ pair: String) -> String {
    pair.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
      .map { half in
        Template.pieces(of: String(decoding: half, as: UTF8.self)).map { piece in
          switch piece {
          case .text(let text): PercentEncoding.encode(PercentEncoding.decode(text) ?? String(text))
          case .name(let name): "{{\(name)}}"
          }
        }.joined()
      }.joined(separator: ":")
  }

  private func isExempt(_ address: CurlAddress, _ list: String) throws(CurlProblem) -> Bool {
    if list == "*" { return true }
    guard let host = address.host else {
      throw CurlProblem(
        what: "The curl line cannot be used.",
        why: "Only the shell knows whether --noproxy applies to its URL.",
        whatToDo: "Write the host in the URL, or remove --noproxy.")
    }
    return list.utf8.split(whereSeparator: ", ".utf8.contains).contains { word in
      let name = String(decoding: word, as: UTF8.self).lowercased()
      let bare = name.utf8.first == UInt8(ascii: ".") ? String(name.dropFirst()) : name
      return host == bare || host.ends(with: "." + bare)
    }
  }
}

/// The region and service of `--aws-sigv4 aws:amz:REGION:SERVICE`. As in curl, missing values are
/// taken from the host `SERVICE.REGION.amazonaws.com`.
struct CurlSignature {
  let region: String
  let service: String

  /// Parses the option's value. Returns nil for the signature of another provider. Also returns nil
  /// if region and service are neither in the value nor in the host.
  init?(_ text: String, host: String?) {
    let words = text.lowercased().pieces(at: ":")
    guard words[0] == "aws", words.count < 2 || words[1] == "amz" else { return nil }
    let labels = host?.pieces(at: ".") ?? []
    let region = words.count > 2 ? words[2] : labels.count > 2 ? labels[1] : ""
    let service = words.count > 3 ? words[3] : labels.count > 2 ? labels[0] : ""
    guard !region.isEmpty, !service.isEmpty else { return nil }
    self.region = String(region)
    self.service = String(service)
  }
}
