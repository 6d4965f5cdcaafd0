import ClientModel

/// Gateways, servers and endpoints as lines of text.
struct GatewayTable {
  var gateways: Gateways

  func lines() -> [String] {
    guard !gateways.isEmpty else {
      return ["No gateways. `weir gateway add NAME URL` creates one."]
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

/// A gateway in `--format json`.
///
/// References and templates are not resolved. The fields include inherited values.
struct GatewayRecord: JSONRecord {
  private let gateway: Gateway
  private let isDefault: Bool

  static func all(of gateways: Gateways) -> [GatewayRecord] {
    gateways.all.map { GatewayRecord(gateway: $0, isDefault: $0.name == gateways.standard) }
  }

  static let table = JSONTable<GatewayRecord>(
    "gateway", "A gateway.",
    [
      .always("name", .text, "The name of the gateway.") { $0.gateway.name },
      .always("url", .text, "Its URL; secrets are masked.") {
        CredentialNames.standard.masked($0.gateway.url)
      },
      .always("isDefault", .flag, "Whether it is the default gateway.") { $0.isDefault },
      .sometimes("extends", .text, "The gateway that it extends.") { $0.gateway.bases.first },
      .sometimes("limit", .integer, "The number of jobs at once.") { $0.gateway.lane.limit },
      .sometimes("rate", .number, "The number of starts per second.") { $0.gateway.lane.rate },
      .always("headers", .list(.text), "The names of its header fields.") {
        $0.gateway.defaults.headers.map(\.name)
      },
      .always("query", .list(.text), "The names of its query parameters.") {
        $0.gateway.defaults.query.map(\.name)
      },
      .always("options", .list(.text), "Its options, in words.") {
        $0.gateway.defaults.options.summary
      },
      .always("hasOutcomeRule", .flag, "Whether it has an outcome rule.") {
        $0.gateway.outcome != nil
      },
      .always("middleware", .list(.text), "The stages of its middleware, in words.") {
        $0.gateway.middleware.summary
      },
      .sometimes(
        "encode", .word(BodyEncoding.allCases.map(\.rawValue)),
        "The encoding of bodies that are built from fields."
      ) { $0.gateway.encoding?.rawValue },
      .always("stubs", .integer, "The number of its stubs.") { $0.gateway.stubs.count },
    ])
}
