import ClientModel

extension DraftReading {
  /// Returns the draft's options with filled templates. Checks the files that they name.
  mutating func options() -> TransportOptions {
    // Only the user may choose a proxy, an address or a file. Rows and responses may not.
    let data = preparation.environment.data
    preparation.environment.data = [:]
    defer { preparation.environment.data = data }
    var (trust, route) = (draft.options.trust, draft.options.route)
    trust.authorities = file(trust.authorities, "cacert", "The CA file")
    trust.clientCertificate = file(trust.clientCertificate, "cert", "The client certificate")
    trust.clientKey = file(trust.clientKey, "key", "The client key")
    // The path is absolute because the sending process may have another working directory.
    route.unixSocket =
      path(route.unixSocket, "unix-socket", "The unix socket").map(preparation.files.absolute)
    for (index, entry) in route.resolve.enumerated() where Self.mayHoldTemplate(entry) {
      route.resolve[index] = fillPlain(entry, .option("resolve"), "A resolve entry")
    }
    route.proxy = proxy(route.proxy)
    var options = draft.options
    // Unchanged options are not copied, so that equal requests share storage.
    if trust != options.trust { options.trust = trust }
    if route != options.route { options.route = route }
    return options
  }

  private mutating func file(_ typed: String?, _ name: String, _ what: String) -> String? {
    guard let path = path(typed, name, what) else { return nil }
    switch preparation.files.stat(path) {
    // The path is absolute because the sending process may have another working directory.
    case .success(let found): return found.path
    case .failure(let refusal):
      report(
        .option(name), "The file `\(visible(path))` cannot be used.", refusal.why,
        refusal.whatToDo)
      return path
    }
  }

  /// Returns the path with filled templates. Returns nil if no path was typed or a template was
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

  /// Fills the proxy. Its password may be a secret, so secret parts stay secret.
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
    // Weir may write the value into a header, so line breaks are rejected.
    if parts.contains(where: Self.breaksLine) {
      report(
        .option("proxy"), "The proxy cannot be used.",
        "It contains a line break or another control character.", "Check the values of its {{…}}.")
    }
    let proxy = SensitiveText(joining: parts)
    return proxy.plain.map { names.places(in: $0).sealed($0) } ?? proxy
  }

  /// Fills the templates of a proxy. All special characters of a value before the @ are encoded,
  /// because it is part of the user name or password.
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
