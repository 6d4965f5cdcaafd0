import ClientModel
import ClientPipeline
import ClientYAML

import enum ClientCatalogs.OutcomeFile
import enum ClientCatalogs.PagingFile

/// The gateways, servers and endpoints in `weir.yaml`.
struct GatewaysFile {
  /// The folder to which certificate paths are relative.
  let root: String
  /// The names that mark a field as a credential.
  var names = CredentialNames.standard

  static let keys = ["gateway", "gateways", "servers", "endpoints"]
  private static let gatewayKeys = [
    "extends", "url", "headers", "query", "auth", "options", "lane", "cache", "methods", "outcome",
    "stubs", "encode", "parsers", "middleware", "transform", "mqtt", "pause", "paging",
  ]

  func gateways(_ file: YAMLFields) throws(YAMLProblem) -> Gateways {
    var gateways = Gateways()
    gateways.credentialNames = names
    for entry in try file["servers"]?.entries() ?? [] {
      try Self.check(name: entry, "server")
      gateways.servers[entry.key] = try address(entry.value)
    }
    let entries = try file["gateways"]?.entries() ?? []
    for entry in entries {
      try Self.check(name: entry, "gateway")
      let gateway = try gateway(entry, among: entries, servers: gateways.servers)
      // A gateway without a URL cannot be used by requests. Other gateways can extend it.
      if !gateway.url.isEmpty { gateways.all.append(gateway) }
    }
    for entry in try file["endpoints"]?.entries() ?? [] {
      try Self.check(name: entry, "endpoint")
      gateways.endpoints[entry.key] = try EndpointEntry.endpoint(entry.value, gateways)
    }
    if let node = file["gateway"] {
      gateways.standard = try node.known(among: gateways.names, "gateway")
    }
    return gateways
  }

  // MARK: Gateways

  /// Returns the gateway of an entry with the settings of all gateways that it extends.
  ///
  /// - Parameter chain: The names of the gateways that extend this one, to detect cycles.
  private func gateway(
    _ entry: YAMLNode.Field, among entries: [YAMLNode.Field], servers: [String: String],
    extendedBy chain: [String] = []
  ) throws(YAMLProblem) -> Gateway {
    let fields = try entry.value.fields(known: Self.gatewayKeys)
    guard let node = fields["extends"] else {
      var bases: [String] = []
      for other in entries {
        let base = try other.value.fields(known: Self.gatewayKeys)["extends"]?.text()
        if let base { bases.append(base) }
      }
      if chain.isEmpty, !bases.contains(entry.key) { _ = try fields.required("url") }
      return try gateway(entry.key, fields, servers, over: nil)
    }
    let name = try node.known(among: entries.map(\.key), "gateway")
    let below = chain + [entry.key]
    guard let base = entries.first(where: { $0.key == name }), !below.contains(name) else {
      throw YAMLProblem(
        node.place,
        why: "`\(name)` extends itself\(below.count > 1 ? " through another gateway" : "").",
        whatToDo: "Remove one `extends`.")
    }
    let lower = try gateway(base, among: entries, servers: servers, extendedBy: below)
    return try gateway(entry.key, fields, servers, over: lower).extending(lower)
  }

  /// Returns the gateway with its own settings applied over those of the gateway that it extends.
  private func gateway(
    _ name: String, _ fields: YAMLFields, _ servers: [String: String], over base: Gateway?
  ) throws(YAMLProblem) -> Gateway {
    var gateway = Gateway(name: name, url: "")
    if let url = fields["url"] { gateway.url = try self.base(url, servers) }
    gateway.defaults = try defaults(fields)
    for method in try fields["methods"]?.entries() ?? [] {
      guard HTTPMethod(method.key.uppercased()) != nil else {
        throw YAMLProblem(
          method.place, why: "`\(method.key)` is not a method.", whatToDo: "Write one such as GET.")
      }
      gateway.methods[method.key.uppercased()] = try defaults(
        try method.value.fields(known: ["headers", "query", "options", "cache"]))
    }
    if let auth = fields["auth"] {
      gateway.authorization = try RequestFile.authorization(auth)
      try refuseSecrets(Draft(authorization: gateway.authorization), at: auth)
    }
    if let lane = fields["lane"] { gateway.lane = try Self.lane(lane) }
    if let paging = fields["paging"] { gateway.paging = try PagingFile.rule(paging) }
    if let outcome = fields["outcome"] { gateway.outcome = try OutcomeFile.rule(outcome) }
    gateway.middleware = try MiddlewareFile(root: root).rule(
      fields["middleware"], parsers: fields["parsers"], transform: fields["transform"])
    if let encode = fields["encode"] {
      let words = BodyEncoding.allCases.map { ($0.rawValue, $0) }
      gateway.encoding = try encode.choice(Dictionary(uniqueKeysWithValues: words))
    }
    if let mqtt = fields["mqtt"] {
      gateway.broker = try BrokerFile.rule(
        mqtt, besides: gateway.url.isEmpty ? base?.url ?? "" : gateway.url)
      try refuseSecrets(Draft(authorization: gateway.broker?.authorization), at: mqtt)
    }
    if let pause = fields["pause"] {
      let words = PauseRule.allCases.map { ($0.rawValue, $0) }
      gateway.pause = try pause.choice(Dictionary(uniqueKeysWithValues: words))
    }
    for route in try fields["stubs"]?.list() ?? [] {
      gateway.stubs.append(try StubFile(root: root).route(route))
    }
    return gateway
  }

  private func defaults(_ fields: YAMLFields) throws(YAMLProblem) -> GatewayDefaults {
    var defaults = GatewayDefaults()
    if let headers = fields["headers"] {
      defaults.headers = try RequestFile.fields(headers)
      try refuseSecrets(Draft(headers: defaults.headers), at: headers)
    }
    if let query = fields["query"] {
      defaults.query = try RequestFile.fields(query)
      try refuseSecrets(Draft(query: defaults.query), at: query)
    }
    if let options = fields["options"] {
      defaults.options = try RequestOptionsFile.options(
        options, in: WorkspaceFolder(root: root))
      try refuseSecrets(Draft(options: defaults.options), at: options)
      anchor(&defaults.options.trust.authorities)
      anchor(&defaults.options.trust.clientCertificate)
      anchor(&defaults.options.trust.clientKey)
      anchor(&defaults.options.route.unixSocket)
    }
    if let cache = fields["cache"] { defaults.cache = try Self.cache(cache) }
    return defaults
  }

  /// Makes a path absolute. A relative path is relative to the folder of `weir.yaml`, not to the
  /// working directory.
  private func anchor(_ path: inout String?) {
    guard let relative = path, !relative.begins(with: "/"), !relative.begins(with: "~") else {
      return
    }
    path = "\(root)/\(relative)"
  }

  private func refuseSecrets(_ draft: Draft, at node: YAMLNode) throws(YAMLProblem) {
    guard let place = RequestFile.secretPlace(in: draft, names) else { return }
    throw YAMLProblem(
      node.place,
      why: "\(place) contains a secret in plain text, and other users can read the file.",
      whatToDo: RequestFile.secretAdvice)
  }

  private static func lane(_ node: YAMLNode) throws(YAMLProblem) -> LaneRule {
    let fields = try node.fields(known: ["limit", "rate"])
    var rule = LaneRule()
    if let limit = fields["limit"] {
      let count = try limit.integer()
      guard count >= 1 else {
        throw YAMLProblem(
          limit.place, why: "No job can start with a limit of \(count).",
          whatToDo: "Write 1 or more.")
      }
      rule.limit = count
    }
    if let rate = fields["rate"] {
      let perSecond = try rate.number()
      guard perSecond > 0 else {
        throw YAMLProblem(
          rate.place, why: "No job can start with a rate of \(perSecond).",
          whatToDo: "Write the number of starts per second, such as 2.5, or remove the line.")
      }
      rule.rate = perSecond
    }
    return rule
  }

  /// Reads cache defaults of a gateway or a graph.
  static func cache(_ node: YAMLNode) throws(YAMLProblem) -> CacheDefaults {
    let fields = try node.fields(known: ["read", "store-for", "max-age", "methods", "key"])
    let words = CacheDefaults.Reading.allCases.map { ($0.rawValue, $0) }
    return CacheDefaults(
      reading: try fields["read"]?.choice(Dictionary(uniqueKeysWithValues: words)),
      storeFor: try fields["store-for"]?.span(), maxAge: try fields["max-age"]?.span(),
      methods: try CacheRuleFile.methods(fields["methods"]),
      keyName: try fields["key"].map { node throws(YAMLProblem) in
        try CacheRuleFile.keyName(node)
      })
  }

  // MARK: Addresses

  private func base(
    _ node: YAMLNode, _ servers: [String: String]
  ) throws(YAMLProblem) -> String {
    let text = try node.text()
    guard text.begins(with: "@") else { return try address(node) }
    let name = String(text.dropping(bytes: 1).pieces(at: "/")[0])
    guard servers[name] != nil else {
      throw node.unknown(name, among: servers.keys.sorted(), "server")
    }
    return text
  }

  /// Reads a complete URL, whose templates are not filled yet. A URL with a query, a fragment or a
  /// user name is an error.
  private func address(_ node: YAMLNode) throws(YAMLProblem) -> String {
    let text = try node.text()
    guard !text.contains(anyByte: "?#") else {
      throw YAMLProblem(
        node.place, why: "`\(text.prefix(60))` has a query or a fragment.",
        whatToDo: "Write the address alone; put query fields under `query`.")
    }
    let rest = text.firstRange(ofBytes: "://").map { text[$0.upperBound...] } ?? ""
    let second = rest.firstRange(ofBytes: "://")
    guard second == nil, rest != "http", rest != "https" else {
      throw YAMLProblem(
        node.place, why: "`\(text.prefix(60))` has two schemes.",
        whatToDo: "Write it once, such as https://api.example.com/v1.")
    }
    if text.contains(bytes: "{{") { return text }
    let url: RequestURL
    do {
      url = try RequestURL.parse(text)
    } catch {
      throw YAMLProblem(
        node.place, why: "`\(text.prefix(60))` cannot be used. \(error.why)",
        whatToDo: error.whatToDo)
    }
    guard url.user == nil else {
      throw YAMLProblem(
        node.place,
        why: "The URL contains a user name or password, and other users can read the file.",
        whatToDo: "Put a reference to the credentials under `auth`.")
    }
    return text
  }

  private static func check(name entry: YAMLNode.Field, _ what: String) throws(YAMLProblem) {
    let isName =
      !entry.key.isEmpty
      && entry.key.utf8.allSatisfy(Template.isNameByte)
    guard isName, ![Gateways.noneWord, Gateways.defaultWord].contains(entry.key) else {
      throw YAMLProblem(
        entry.place, why: "`\(entry.key.prefix(40))` cannot be the name of a \(what).",
        whatToDo:
          "Use letters, digits, dots, dashes and underscores; `none` and `default` are reserved.")
    }
  }
}

extension YAMLNode {
  /// Returns the name. Throws if the file does not define it.
  func known(among names: [String], _ what: String) throws(YAMLProblem) -> String {
    let name = try text()
    guard names.contains(name) else { throw unknown(name, among: names, what) }
    return name
  }

  func unknown(_ name: String, among names: [String], _ what: String) -> YAMLProblem {
    let nearest = NearestWord.nearest(to: name, in: names).map { "Did you mean `\($0)`? " } ?? ""
    return YAMLProblem(
      place, why: "There is no \(what) `\(name.prefix(40))` in this file.",
      whatToDo: nearest
        + (names.isEmpty ? "Describe it first." : "Known: \(names.joined(separator: ", "))."))
  }

  /// Returns a number of seconds. A negative number is rejected.
  func span() throws(YAMLProblem) -> Duration {
    let seconds = try number()
    guard seconds >= 0, seconds <= 1_000_000_000 else {
      throw YAMLProblem(
        place, why: "\(seconds) seconds is out of range.",
        whatToDo: "Write seconds, such as 10 or 0.5.")
    }
    return .milliseconds(Int64((seconds * 1000).rounded()))
  }
}

/// The entries of `endpoints` in `weir.yaml`.
enum EndpointEntry {
  static func endpoint(
    _ node: YAMLNode, _ gateways: Gateways
  ) throws(YAMLProblem) -> NamedEndpoint {
    if case .plain(let path) = node.kind { return NamedEndpoint(path: path) }
    if case .text(let path) = node.kind { return NamedEndpoint(path: path) }
    let fields = try node.fields(
      known: ["gateway", "server", "path", "defaults", "optional", "tokens"])
    var endpoint = NamedEndpoint(path: try fields.required("path").text())
    switch (fields["gateway"], fields["server"]) {
    case (nil, nil): break
    case (let gateway?, nil):
      endpoint.start = .gateway(try gateway.known(among: gateways.names, "gateway"))
    case (nil, let server?):
      endpoint.start = .server(try server.known(among: gateways.servers.keys.sorted(), "server"))
    case (_?, let server?):
      throw YAMLProblem(
        server.place, why: "The endpoint has both a gateway and a server.",
        whatToDo: "Remove one of them.")
    }
    var tokens: [(token: String, standard: String)] = []
    for entry in try fields["tokens"]?.entries() ?? [] {
      tokens.append((entry.key, try entry.value.text()))
    }
    if !tokens.isEmpty {
      (endpoint.path, endpoint.variables) = PathTokens.imported(endpoint.path, tokens: tokens)
    }
    for entry in try fields["defaults"]?.entries() ?? [] {
      endpoint.variables.append(
        PathVariableRule(entry.key, absence: .filled(try entry.value.text())))
    }
    for name in try fields["optional"]?.list() ?? [] {
      endpoint.variables.append(PathVariableRule(try name.text(), absence: .dropped))
    }
    return endpoint
  }
}
