import ClientModel
import ClientPipeline
import ClientYAML

/// A reader of entries of `endpoints` in `weir.yaml`.
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
        server.place, why: "The endpoint has a gateway and a server.",
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
