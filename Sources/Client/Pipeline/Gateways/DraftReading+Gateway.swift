import ClientModel

/// The parts of a prepared request that come from its gateway.
package struct GatewayParts: Hashable, Sendable {
  package enum Credentials: Hashable, Sendable { case own, gateway }

  package let name: String
  package fileprivate(set) var headers: [String] = []
  package fileprivate(set) var query: [String] = []
  package fileprivate(set) var credentials = Credentials.own
  /// The changed options, as text for the user.
  package fileprivate(set) var options: [String] = []
}

/// Completes a draft from its gateway: first the URL, then the missing parts.
///
/// A gateway's headers and credentials belong to its server. They complete requests to the server's
/// origin, and requests to a named server that also name the gateway. If a request names the
/// gateway but has another origin, it is rejected. If only a default gateway applies to such a
/// request, it is left unchanged.
extension DraftReading {
  /// The start of a draft's URL.
  private enum Address {
    case named(Substring, rest: Substring)
    case relative
    case full
  }

  /// Whether the URL begins with the gateway's URL, or must be compared with it.
  private enum GatewayMatch { case begun, checked }

  private enum URLCredentials { case absent, present }

  mutating func takeGateway() {
    let isNamed = draft.url.utf8.first { $0 != 0x20 } == UInt8(ascii: "@")
    guard !preparation.gateways.isEmpty || draft.gateway != nil || isNamed else { return }
    let gateways = preparation.gateways
    var bond = GatewayMatch.checked
    var name = draft.gateway ?? gateways.standard
    switch Self.address(of: draft.url) {
    case .full: break
    case .relative:
      guard let gateway = gateway(name) else { return }
      begin(with: joined(gateway.url, draft.url))
      bond = .begun
    case .named(let key, let rest):
      if let endpoint = gateways.endpoints[String(key)], rest.isEmpty || rest.begins(with: "?") {
        rules = endpoint.variables
        switch endpoint.start {
        case .server(let server):
          begin(with: joined("@\(server)", endpoint.path + rest))
          bond = draft.gateway == nil ? .checked : .begun
        case .gateway(let own):
          name = draft.gateway ?? own
          fallthrough
        case .open:
          guard let gateway = gateway(name) else { return missingBase(key) }
          begin(with: joined(gateway.url, endpoint.path + rest))
          bond = .begun
        }
      } else if gateways.servers[String(key)] != nil {
        begin(with: joined("@\(key)", String(rest)))
        bond = draft.gateway == nil ? .checked : .begun
      } else {
        return unknown(key)
      }
    }
    guard let gateway = gateway(name) else { return }
    guard let target = probe(draft.url, start) else {
      // `target` reports the invalid URL.
      return
    }
    let belongs = target.origin == probe(joined(gateway.url, ""), .gateway)?.origin
    if target.origin.isBroker {
      return takeBroker(of: gateway, at: target)
    }
    guard bond == .begun || belongs else {
      if draft.gateway != nil { refuse(gateway, at: target) }
      return
    }
    expected = target.origin
    fill(from: gateway, user: target.user == nil ? .absent : .present)
  }

  /// Replaces the URL with one that begins with the text of a gateway or a server.
  private mutating func begin(with url: String) {
    draft.url = url
    start = .gateway
  }

  private static func address(of url: String) -> Address {
    let text = url.drop(whileByte: { $0 == 0x20 })
    if text.begins(with: "@") {
      let key = text.dropping(bytes: 1)
      let end = key.firstIndex(ofAnyByte: "/?#") ?? key.endIndex
      return .named(key[..<end], rest: key[end...])
    }
    return text.begins(with: "?") || (text.begins(with: "/") && !text.begins(with: "//"))
      ? .relative : .full
  }

  /// Returns the gateway with this name. Returns nil for `none` and for nil. Reports an unknown
  /// name.
  private mutating func gateway(_ name: String?) -> Gateway? {
    guard let name, name != Gateways.noneWord else { return nil }
    if let gateway = preparation.gateways[name] { return gateway }
    let names = preparation.gateways.names
    let nearest = NearestWord.nearest(to: name, in: names).map { "Did you mean `\($0)`? " } ?? ""
    let why =
      names.isEmpty
      ? "weir.yaml describes no gateway." : "Known: \(names.joined(separator: ", "))."
    if !problems.contains(where: { $0.place == .option("gateway") }) {
      report(
        .option("gateway"), "There is no gateway `\(visible(name))`.", why,
        nearest + "Choose another, or add it under `gateways` in weir.yaml.")
    }
    return nil
  }

  /// Joins a base and a path with one slash. The base may begin with a named server.
  private func joined(_ base: String, _ rest: String) -> String {
    var text = base
    if case .named(let key, let path) = Self.address(of: base),
      let server = preparation.gateways.servers[String(key)]
    {
      text = joined(server, String(path))
    }
    while text.ends(with: "/") { text = String(text.droppingLast(bytes: 1)) }
    let rest = rest.drop(whileByte: { $0 == 0x20 })
    let isContinued = rest.utf8.first.map("/?#".utf8.contains) ?? true
    return isContinued ? text + rest : text + "/" + rest
  }

  /// Returns the filled URL without its path, or nil if the URL is invalid. Problems are not
  /// reported.
  private func probe(_ url: String, _ start: URLStart) -> RequestURL? {
    var silent = self
    var slots = SecretSlots()
    let text = slots.substitute(silent.fillURL(url, from: start).text)
    let place = String(text[..<RequestURL.pathStart(of: text)])
    do throws(URLProblem) { return try RequestURL.parse(place) } catch { return nil }
  }

  private mutating func unknown(_ key: Substring) {
    guard preparation.gateways.endpoints[String(key)] == nil else {
      let name = visible(String(key))
      return report(
        .url, "Only a query can follow `@\(name)`.",
        "It is an endpoint of weir.yaml, and an endpoint has a full path.",
        "Write @\(name), and fill its {name} variables as name==value.")
    }
    let names =
      preparation.gateways.endpoints.keys.sorted()
      + preparation.gateways.servers.keys
      .sorted()
    let nearest =
      NearestWord.nearest(to: String(key), in: names).map { "Did you mean `@\($0)`? " } ?? ""
    report(
      .url, "`@\(visible(String(key)))` is not defined.",
      "It is neither an endpoint nor a server of weir.yaml.",
      nearest
        + (names.isEmpty
          ? "Write the full URL." : "Known: \(names.map { "@\($0)" }.joined(separator: ", ")).")
    )
  }

  private mutating func missingBase(_ key: Substring) {
    guard problems.isEmpty else { return }
    report(
      .url, "The endpoint `@\(visible(String(key)))` has no server.",
      "It does not name one, and the request has no gateway.",
      "Choose a gateway, or name one for the endpoint in weir.yaml.")
  }

  private mutating func refuse(_ gateway: Gateway, at target: RequestURL) {
    report(
      .option("gateway"), "The request cannot go through the gateway `\(gateway.name)`.",
      "Its URL leads to \(target.origin), which is not the gateway's server.",
      "Write a path such as /users, or choose no gateway.")
  }

  /// Returns the gateway use of the prepared request. Returns nil without a gateway. A gateway
  /// never renews the request's own credentials.
  func gatewayUse() -> GatewayUse? {
    guard let gateway else { return nil }
    // The gateway's outcome rule and stages apply only to HTTP responses.
    if expected?.isBroker == true { return GatewayUse(name: gateway.name, middleware: .none) }
    var use = GatewayUse(
      name: gateway.name, outcome: gateway.outcome,
      middleware: gateway.middleware.isEmpty ? .none : .byName, pause: gateway.pause)
    let bringsOwn =
      share?.credentials != .gateway
      && (draft.authorization != .none
        || draft.headers.contains {
          $0.mark != .off && $0.name.caseInsensitiveEquals("Authorization")
        })
    if bringsOwn { use.outcome?.refresh = nil }
    return use
  }

  // MARK: Filling

  /// Applies the gateway's trust, deadlines and retry rule to a broker request. The gateway's
  /// header and query fields are only for its server, and the broker has its own credentials.
  private mutating func takeBroker(of gateway: Gateway, at target: RequestURL) {
    let base = probe(joined(gateway.url, ""), .gateway)?.origin
    let rule = gateway.broker ?? BrokerRule(beside: gateway.url)
    let broker = rule.flatMap { probe(joined($0.url, ""), .gateway)?.origin }
    guard target.origin == base || target.origin == broker else {
      if draft.gateway != nil { refuse(gateway, at: target) }
      return
    }
    expected = target.origin
    var share = GatewayParts(name: gateway.name)
    let before = draft.options
    draft.options = draft.options.over(gateway.defaults.options)
    if let rule { draft.options.broker = rule.options }
    if draft.options != before { share.options = gateway.defaults.options.summary }
    let own = target.origin == base ? gateway.authorization : nil
    if draft.authorization == .none, target.user == nil,
      let authorization = gateway.broker?.authorization ?? own
    {
      draft.authorization = authorization
      share.credentials = .gateway
    }
    self.gateway = gateway
    self.share = share
  }

  private mutating func fill(from gateway: Gateway, user: URLCredentials) {
    var share = GatewayParts(name: gateway.name)
    let ownHeaders = Set(
      draft.headers.filter { $0.mark != .off }.map { $0.name.lowercased() }
        + draft.removedHeaders.map { $0.lowercased() })
    var taken = ownHeaders
    var names = Set(draft.query.filter { $0.mark != .off }.map(\.name))
    names.formUnion(RequestQuery.names(in: draft.url))
    for layer in gateway.layers(for: draft.method) {
      for field in layer.headers where field.mark != .off {
        let name = field.name.lowercased()
        if name == "authorization", draft.authorization != .none || user == .present {
          continue
        }
        guard taken.insert(name).inserted else { continue }
        draft.headers.append(field)
        share.headers.append(field.name)
      }
      for field in layer.query where field.mark != .off && names.insert(field.name).inserted {
        draft.query.append(field)
        share.query.append(field.name)
      }
      let before = draft.options
      draft.options = draft.options.over(layer.options)
      if draft.options != before {
        share.options += layer.options.summary.filter { !before.summary.contains($0) }
      }
    }
    takeCacheDefaults(gateway)
    encodeBody(as: gateway.encoding)
    if draft.authorization == .none, user == .absent, !taken.contains("authorization") {
      draft.authorization = gateway.authorization
      if gateway.authorization != .none { share.credentials = .gateway }
    }
    self.gateway = gateway
    self.share = share
  }
}
