import ClientModel

/// Gateways, servers and endpoints as lines for a person.
struct GatewayTable {
  var gateways: Gateways

  func lines() -> [String] {
    guard !gateways.isEmpty else {
      return ["No gateways. `weir gateway add NAME URL` makes one."]
    }
    var rows = gateways.all.map { gateway in
      [
        gateway.name == gateways.standard ? "*" : " ", Console.safe(gateway.name),
        Console.safe(CredentialNames.standard.masked(gateway.url)), Console.safe(gateway.summary),
      ]
    }
    rows += gateways.servers.sorted { $0.key < $1.key }.map {
      [" ", "@\(Console.safe($0.key))/…", Console.safe($0.value), "server"]
    }
    rows += gateways.endpoints.sorted { $0.key < $1.key }.map {
      [" ", "@\(Console.safe($0.key))", Console.safe($0.value.path), "endpoint\($0.value.origin)"]
    }
    return TextColumns(untitled: rows).lines()
  }
}

extension NamedEndpoint {
  fileprivate var origin: String {
    switch start {
    case .server(let name): " at @\(name)"
    case .gateway(let name): " of \(name)"
    case .open: ""
    }
  }
}

/// A gateway in `--format json`. References and templates are not resolved.
struct GatewayRecord: Encodable {
  var name: String
  var url: String
  var isDefault: Bool
  /// The gateway that this one extends, absent for none. The other fields include the inherited
  /// values.
  var extends: String?
  var limit: Int?
  var rate: Double?
  var headers: [String]
  var query: [String]
  /// The options that differ from Weir's defaults, as text.
  var options: [String]
  var hasOutcomeRule: Bool
  /// The stages of the gateway's middleware as text, in the order in which they run.
  var middleware: [String]
  /// The encoding of bodies that are built from fields. Absent if they are sent unchanged.
  var encode: String?
  var stubs: Int

  static func all(of gateways: Gateways) -> [GatewayRecord] {
    gateways.all.map { gateway in
      GatewayRecord(
        name: gateway.name, url: CredentialNames.standard.masked(gateway.url),
        isDefault: gateway.name == gateways.standard, extends: gateway.bases.first,
        limit: gateway.lane.limit, rate: gateway.lane.rate,
        headers: gateway.defaults.headers.map(\.name), query: gateway.defaults.query.map(\.name),
        options: gateway.defaults.options.summary, hasOutcomeRule: gateway.outcome != nil,
        middleware: gateway.middleware.summary, encode: gateway.encoding?.rawValue,
        stubs: gateway.stubs.count)
    }
  }
}
