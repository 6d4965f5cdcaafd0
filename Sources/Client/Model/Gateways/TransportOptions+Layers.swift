extension TransportOptions {
  /// Returns these options with default values replaced by those of `lower`.
  public func over(_ lower: TransportOptions) -> TransportOptions {
    let plain = TransportOptions()
    func pick<Value: Equatable>(_ path: KeyPath<TransportOptions, Value>) -> Value {
      let own = self[keyPath: path]
      return own == plain[keyPath: path] ? lower[keyPath: path] : own
    }
    // A certificate and its key belong together, so both come from the same layer.
    let identity = trust.clientCertificate == nil && trust.clientKey == nil ? lower.trust : trust
    return TransportOptions(
      trust: TrustOptions(
        verification: pick(\.trust.verification), authorities: pick(\.trust.authorities),
        clientCertificate: identity.clientCertificate, clientKey: identity.clientKey,
        pins: pick(\.trust.pins)),
      route: RouteOptions(
        version: pick(\.route.version), proxy: pick(\.route.proxy),
        unixSocket: pick(\.route.unixSocket), resolve: pick(\.route.resolve)),
      deadlines: Deadlines(
        connect: pick(\.deadlines.connect), firstByte: pick(\.deadlines.firstByte),
        idle: pick(\.deadlines.idle), total: pick(\.deadlines.total)),
      limits: TransferLimits(
        headerBlock: pick(\.limits.headerBlock), headerLine: pick(\.limits.headerLine),
        headerCount: pick(\.limits.headerCount), interimResponses: pick(\.limits.interimResponses),
        decodedBody: pick(\.limits.decodedBody), decodedRatio: pick(\.limits.decodedRatio),
        bodyQuestion: pick(\.limits.bodyQuestion)),
      redirects: pick(\.redirects),
      retry: RetryRule(
        attempts: pick(\.retry.attempts), repeatsUnsafe: pick(\.retry.repeatsUnsafe),
        span: pick(\.retry.span)),
      cookies: pick(\.cookies), codings: pick(\.codings), cache: cache ?? lower.cache,
      parsing: pick(\.parsing), broker: pick(\.broker))
  }

  /// A short description of each option that differs from Weir's default.
  public var summary: [String] {
    let plain = TransportOptions()
    var words: [String] = []
    if trust.verification == .insecure { words.append("certificates unchecked") }
    if let path = trust.authorities { words.append("CA \(path)") }
    if let path = trust.clientCertificate { words.append("client certificate \(path)") }
    if !trust.pins.isEmpty { words.append("\(trust.pins.count) pinned keys") }
    if let proxy = route.proxy { words.append("proxy \(proxy.masked)") }
    if let socket = route.unixSocket { words.append("socket \(socket)") }
    if route.version != plain.route.version {
      words.append(route.version == .http1 ? "HTTP/1.1" : "HTTP/2")
    }
    if deadlines.connect != plain.deadlines.connect { words.append("connect \(deadlines.connect)") }
    if deadlines.firstByte != plain.deadlines.firstByte {
      words.append("first byte \(deadlines.firstByte)")
    }
    if deadlines.idle != plain.deadlines.idle { words.append("idle \(deadlines.idle)") }
    if let total = deadlines.total { words.append("total time \(total)") }
    switch redirects {
    case .stay: words.append("redirects shown")
    case .follow(let most):
      if redirects != plain.redirects { words.append("\(most) redirects") }
    }
    if retry.attempts != plain.retry.attempts { words.append("\(retry.attempts) attempts") }
    if cookies == .off { words.append("no cookies") }
    if parsing != .byType { words.append("bodies read: \(parsing.word)") }
    return words
  }
}
