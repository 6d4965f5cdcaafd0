import ClientModel
import ClientYAML

extension CatalogReader {
  private static let methods: [(key: StaticString, method: HTTPMethod)] = [
    ("get", .get), ("put", .put), ("post", .post), ("delete", .delete), ("options", .options),
    ("head", .head), ("patch", .patch), ("trace", .trace), ("query", .query),
  ]

  /// Reads all endpoints, grouped by their first tag. Declared tags are in the order of their
  /// declaration, followed by undeclared tags in the order of appearance, and by the endpoints
  /// without a tag.
  mutating func groups(_ root: FileNode, _ rules: EndpointRules) throws(CatalogStop)
    -> [EndpointGroup]
  {
    var order: [String] = []
    var summaries: [String: String] = [:]
    for named in try value(root, "tags").map({ files.items($0) }) ?? [] {
      guard let tag = try followed(named), let name = text(tag, "name"), summaries[name] == nil
      else { continue }
      order.append(name)
      summaries[name] = try prose([tag], "description") ?? ""
    }
    var members: [String: [Endpoint]] = [:]
    let security = securityAlternatives(try value(root, "security"))
    var ids: Set<String> = []
    for path in try fields(root, "paths") {
      let address = files.string(path.key)
      guard address.begins(with: "/") else {
        if !address.begins(with: "x-") {
          missingEndpoints += 1
          report(
            path.key, "The path `\(address.prefix(80))` is left out.",
            "It does not begin with a slash.", "Write it as /\(address.prefix(80)).")
        }
        continue
      }
      try pause()
      let found = try endpoints(path.value, address, security, rules, &ids)
      try readWaiting()
      for (endpoint, tag, layers) in found {
        for layer in layers { noteUnknownInputs(of: endpoint, at: layer) }
        if summaries[tag] == nil, !tag.isEmpty {
          order.append(tag)
          summaries[tag] = ""
        }
        members[tag, default: []].append(endpoint)
      }
    }
    return (order + [""]).compactMap { name in
      members[name].map {
        EndpointGroup(name: name, summary: summaries[name] ?? "", endpoints: $0)
      }
    }
  }

  private mutating func endpoints(
    _ spot: FileNode, _ path: String, _ security: [[String]], _ rules: EndpointRules,
    _ ids: inout Set<String>
  ) throws(CatalogStop) -> [(Endpoint, tag: String, [FileNode])] {
    let items = try layers(spot)
    guard !items.isEmpty else {
      missingEndpoints += 1
      return []
    }
    guard items.allSatisfy({ files.kind($0) == .mapping }) else {
      missingEndpoints += 1
      report(
        spot, "The path `\(path.prefix(80))` is left out.", "It has no operations.",
        "Write `get:` or another method below it.")
      return []
    }
    var rules = rules
    for item in items.reversed() { rules = try endpointRules(item, over: rules) }
    let servers = try servers(value(items, "servers"))
    var found: [(Endpoint, tag: String, [FileNode])] = []
    // The order of the document is used, not that of `methods`.
    for field in fields(items) {
      guard let method = Self.methods.first(where: { files.is(field.key, $0.key) })?.method
      else { continue }
      let label = "\(method) \(path)"
      let layers = try layers(field.value)
      guard let own = layers.first else {
        missingEndpoints += 1
        report(
          field.key, "\(label) is left out.", "Its `$ref` cannot be resolved.",
          "Correct the reference.")
        continue
      }
      guard layers.allSatisfy({ files.kind($0) == .mapping }) else {
        missingEndpoints += 1
        report(
          field.key, "\(label) is left out.", "It is not a mapping.",
          "Describe the operation below it.")
        continue
      }
      var place = PathOperation(
        layers: layers, method: method, path: path, shared: try value(items, "parameters"),
        security: security, servers: servers, rules: rules)
      place.summary = try prose(items, "summary")
      place.description = try prose(items, "description")
      let endpoint = try endpoint(place, at: own, &ids)
      let tags = try value(layers, "tags").map { files.items($0) } ?? []
      found.append((endpoint, tags.first.map(files.string) ?? "", layers))
    }
    return found
  }

  /// An operation and the values that it inherits from its path item.
  private struct PathOperation {
    let layers: [FileNode]
    let method: HTTPMethod
    let path: String
    /// The `parameters` of the path item.
    let shared: FileNode?
    let security: [[String]]
    let servers: [CatalogServer]
    let rules: EndpointRules
    var summary: String?
    var description: String?

    var label: String { "\(method) \(path)" }
  }

  private mutating func endpoint(
    _ place: PathOperation, at spot: FileNode, _ ids: inout Set<String>
  ) throws(CatalogStop) -> Endpoint {
    let layers = place.layers
    var id = try prose(layers, "operationId") ?? ""
    if id.isEmpty || ids.contains(id) {
      if !id.isEmpty, let said = field(layers, "operationId") {
        report(
          said, "\(place.label) is identified only by its path.",
          "Another operation has the `operationId` \(id.prefix(80)).", "Give it a unique name.")
      }
      id = place.label
    }
    ids.insert(id)
    var rules = place.rules
    for layer in layers.reversed() { rules = try endpointRules(layer, over: rules) }
    let parameters = try parameters(
      lists: [place.shared, value(layers, "parameters")], path: place.path, label: place.label,
      filled: rules.pathFilters.map { [$0.parameter] } ?? [], at: spot)
    let body = try bodies(field(layers, "requestBody"), label: place.label)
    let own = try value(layers, "servers")
    let security = try value(layers, "security")
    return Endpoint(
      id: id, method: place.method, path: place.path,
      summary: try prose(layers, "summary") ?? place.summary ?? "",
      description: try prose(layers, "description") ?? place.description ?? "",
      isDeprecated: boolean(layers, "deprecated") ?? false, parameters: parameters,
      bodies: body.forms, isBodyRequired: body.isRequired,
      security: security.map { securityAlternatives($0) } ?? place.security,
      responses: try responses(value(layers, "responses")),
      servers: own == nil ? place.servers : try servers(own), rules: rules)
  }

  private mutating func responses(_ spot: FileNode?) throws(CatalogStop) -> [ResponseNote] {
    var notes: [ResponseNote] = []
    for field in spot.map({ files.fields($0) }) ?? [] {
      let status = files.string(field.key)
      guard !status.begins(with: "x-"), let response = try followed(field.value) else {
        continue
      }
      notes.append(
        ResponseNote(
          status: status.uppercased() == "DEFAULT" ? "default" : status.uppercased(),
          text: text(field.value, "description") ?? text(response, "description") ?? "",
          mediaTypes: files.field(response, "content").map {
            files.fields($0).map { files.string($0.key) }
          } ?? []))
    }
    return notes
  }
}
