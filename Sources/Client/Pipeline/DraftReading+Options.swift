import ClientModel

extension DraftReading {
  /// The draft's options with their templates filled, and their files looked at.
  mutating func options() -> TransportOptions {
    // A row or a response chooses no proxy, no address and no file: these are the user's alone.
    let data = preparation.environment.data
    preparation.environment.data = [:]
    defer { preparation.environment.data = data }
    var (trust, route) = (draft.options.trust, draft.options.route)
    trust.authorities = file(trust.authorities, "cacert", "The CA file")
    trust.clientCertificate = file(trust.clientCertificate, "cert", "The client certificate")
    trust.clientKey = file(trust.clientKey, "key", "The client key")
    // Whoever sends it may stand in another folder.
    route.unixSocket =
      path(route.unixSocket, "unix-socket", "The unix socket").map(preparation.files.absolute)
    for (index, entry) in route.resolve.enumerated() where Self.mayHoldTemplate(entry) {
      route.resolve[index] = fillPlain(entry, .option("resolve"), "A resolve entry")
    }
    route.proxy = proxy(route.proxy)
    var options = draft.options
    // Requests that leave the options alone share them.
    if trust != options.trust { options.trust = trust }
    if route != options.route { options.route = route }
    return options
  }

  private mutating func file(_ typed: String?, _ name: String, _ what: String) -> String? {
    guard let path = path(typed, name, what) else { return nil }
    switch preparation.files.stat(path) {
    // Whoever sends it may stand in another folder.
    case .success(let found): return found.path
    case .failure(let refusal):
      report(
        .option(name), "The file `\(visible(path))` cannot be used.", refusal.why,
        refusal.whatToDo)
      return path
    }
  }

  /// Nil when none was typed, or its templates were refused.
  private mutating func path(_ typed: String?, _ name: String, _ what: String) -> String? {
    guard let typed, Self.mayHoldTemplate(typed) else { return typed }
    let before = problems.count
    let filled = fillPlain(typed, .option(name), what)
    guard problems.count == before else { return nil }
    if filled.isEmpty || filled.utf8.contains(0) {
      report(
        .option(name), "\(what) cannot be used.", "What was filled in is not a path.",
        "Look at the values of its {{…}}.")
      return nil
    }
    return filled
  }

  /// A proxy may hold a password, so what is secret in it stays so.
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
    // A word of the user's own may stand in a header of ours: no line may end in it.
    if parts.contains(where: Self.breaksLine) {
      report(
        .option("proxy"), "The proxy cannot be used.",
        "It holds a line end or another control character.", "Look at the values of its {{…}}.")
    }
    let proxy = SensitiveText(joining: parts)
    return proxy.plain.map { names.places(in: $0).sealed($0) } ?? proxy
  }

  /// A value that stands before the @ is a user or a password, whatever characters it has.
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
