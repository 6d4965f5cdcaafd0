import ClientModel

extension DraftReading {
  /// Returns the draft's options with their templates filled and their files checked.
  mutating func options() -> TransportOptions {
    // Rows and responses must not choose a proxy, an address or a file; only the user may.
    let data = preparation.environment.data
    preparation.environment.data = [:]
    defer { preparation.environment.data = data }
    var (trust, route) = (draft.options.trust, draft.options.route)
    trust.authorities = file(trust.authorities, "cacert", "The CA file")
    trust.clientCertificate = file(trust.clientCertificate, "cert", "The client certificate")
    trust.clientKey = file(trust.clientKey, "key", "The client key")
    // The sending process may have another working directory, so the path is absolute.
    route.unixSocket =
      path(route.unixSocket, "unix-socket", "The unix socket").map(preparation.files.absolute)
    for (index, entry) in route.resolve.enumerated() where Self.mayHoldTemplate(entry) {
      route.resolve[index] = fillPlain(entry, .option("resolve"), "A resolve entry")
    }
    route.proxy = proxy(route.proxy)
    var options = draft.options
    // Without a change, the options are not copied, so that requests with the same options share
    // storage.
    if trust != options.trust { options.trust = trust }
    if route != options.route { options.route = route }
    return options
  }

  private mutating func file(_ typed: String?, _ name: String, _ what: String) -> String? {
    guard let path = path(typed, name, what) else { return nil }
    switch preparation.files.stat(path) {
    // The sending process may have another working directory, so the path is absolute.
    case .success(let found): return found.path
    case .failure(let refusal):
      report(
        .option(name), "The file `\(visible(path))` cannot be used.", refusal.why,
        refusal.whatToDo)
      return path
    }
  }

  /// Returns the path with its templates filled, or nil if no path was typed or its templates were
  /// rejected.
  private mutating func path(_ typed: String?, _ name: String, _ what: String) -> String? {
    guard let typed, Self.mayHoldTemplate(typed) else { return typed }
    let before = problems.count
    let filled = fillPlain(typed, .option(name), what)
    guard problems.count == before else { return nil }
    if filled.isEmpty || filled.utf8.contains(0) {
      report(
        .option(name), "\(what) cannot be used.", "The filled-in value is not a path.",
        "Check the values of its {{…}}.")
      return nil
    }
    return filled
  }

  /// Fills the proxy. It may contain a password, so secret parts stay secret.
  private mutating func proxy(_ typed: SensitiveText?) -> SensitiveText? {
    guard let typed else { return nil }
    var parts: [SensitiveText.Part] = []
    for part in typed.parts {
      switch part {
      case .plain(let text) where Self.mayHoldTemplate(text):
        parts += fillProxy(text).parts
      case .literal(let secret, let encoding) where Self.mayHoldTemplate(secret.reveal()):
        parts += fill(secret.reveal(), .option("proxy")).sealed(encoding).parts
      case .plain, .literal, .reference: parts.append(part)
      }
    }
    // A value may become part of a header that Weir writes, so it must not contain a line break.
    if parts.contains(where: Self.breaksLine) {
      report(
        .option("proxy"), "The proxy cannot be used.",
        "It contains a line break or another control character.", "Check the values of its {{…}}.")
    }
    let proxy = SensitiveText(joining: parts)
    return proxy.plain.map { names.places(in: $0).sealed($0) } ?? proxy
  }

  /// Fills the templates of a proxy. A value before the @ is part of the user name or password, so
  /// all its special characters are encoded.
  private mutating func fillProxy(_ text: String) -> SensitiveText {
    guard let at = text.utf8.lastIndex(of: UInt8(ascii: "@")) else {
      return fill(text, .option("proxy"))
    }
    var parts: [SensitiveText.Part] = []
    for piece in Template.pieces(of: String(text[..<at])) {
      switch piece {
      case .text(let text): parts.append(.plain(String(text)))
      case .name(let name):
        parts +=
          value(of: name, .option("proxy"))
          .mapPlain(.percent) { PercentEncoding.encode($0) }.parts
      }
    }
    return SensitiveText(joining: parts + fill(String(text[at...]), .option("proxy")).parts)
  }

  private static func mayHoldTemplate(_ text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: "{"))
  }
}
