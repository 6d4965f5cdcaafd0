import ClientModel
import ClientYAML

extension CatalogReader {
  private static let methods: [(key: StaticString, method: HTTPMethod)] = [
    ("get", .get), ("put", .put), ("post", .post), ("delete", .delete), ("options", .options),
    ("head", .head), ("patch", .patch), ("trace", .trace), ("query", .query),
  ]

  /// All endpoints by their first tag: tags as the document lists them, then others as they come, then
  /// endpoints without one.
  mutating func groups(_ root: Spot, _ rules: EndpointRules) throws(CatalogStop) -> [EndpointGroup]
  {
    var order: [String] = []
    var summaries: [String: String] = [:]
    for tag in files.field(root, "tags").map({ files.items($0) }) ?? [] {
      guard let name = text(tag, "name"), summaries[name] == nil else { continue }
      order.append(name)
      summaries[name] = text(tag, "description") ?? ""
    }
    var members: [String: [Endpoint]] = [:]
    let security = securityAlternatives(files.field(root, "security"))
    var ids: Set<String> = []
    for path in files.field(root, "paths").map({ files.fields($0) }) ?? [] {
      let address = files.string(path.key)
      guard address.hasPrefix("/") else {
        if !address.hasPrefix("x-") {
          note(
            path.key, "The path `\(address.prefix(80))` is left out.",
            "It does not begin with a slash.", "Write it as /\(address.prefix(80)).")
        }
        continue
      }
      try pause()
      let found = try endpoints(path.value, address, security, rules, &ids)
      try readWaiting()
      for (endpoint, tag, spot) in found {
        noteUnknownInputs(of: endpoint, at: spot)
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
    _ spot: Spot, _ path: String, _ security: [[String]], _ rules: EndpointRules,
    _ ids: inout Set<String>
  ) throws(CatalogStop) -> [(Endpoint, tag: String, Spot)] {
    var items = [spot]
    if reference(spot) != nil {
      guard let target = try followed(spot) else { return [] }
      items.append(target)
    }
    guard files.kind(items[0]) == .mapping else {
      note(
        spot, "The path `\(path.prefix(80))` is left out.", "It holds no operations.",
        "Write `get:` or another method below it.")
      return []
    }
    func field(_ key: StaticString) -> Spot? {
      for item in items {
        if let found = files.field(item, key) { return found }
      }
      return nil
    }
    var rules = rules
    for item in items.reversed() { rules = try endpointRules(item, over: rules) }
    let servers = servers(field("servers"))
    var found: [(Endpoint, tag: String, Spot)] = []
    // In the document's order, which `methods` does not know.
    let keys = items.flatMap { files.fields($0) }
    for (index, key) in keys.enumerated() {
      guard let method = Self.methods.first(where: { files.is(key.key, $0.key) })?.method,
        !keys[..<index].contains(where: { files.string($0.key) == files.string(key.key) })
      else { continue }
      let label = "\(method) \(path)"
      guard files.kind(key.value) == .mapping else {
        note(
          key.key, "\(label) is left out.", "It is no mapping.", "Describe the operation below it.")
        continue
      }
      var place = OperationPlace(
        spot: key.value, method: method, path: path, shared: field("parameters"),
        security: security, servers: servers, rules: rules)
      place.summary = text(items[0], "summary")
      place.description = text(items[0], "description")
      let endpoint = try endpoint(place, &ids)
      let tags = files.field(key.value, "tags").map { files.items($0) } ?? []
      found.append((endpoint, tags.first.map(files.string) ?? "", key.value))
    }
    return found
  }

  /// One operation and what its path item says for it.
  private struct OperationPlace {
    let spot: Spot
    let method: HTTPMethod
    let path: String
    /// The path item's `parameters`.
    let shared: Spot?
    let security: [[String]]
    let servers: [CatalogServer]
    let rules: EndpointRules
    var summary: String?
    var description: String?

    var label: String { "\(method) \(path)" }
  }

  private mutating func endpoint(
    _ place: OperationPlace, _ ids: inout Set<String>
  ) throws(CatalogStop) -> Endpoint {
    let spot = place.spot
    var id = text(spot, "operationId") ?? ""
    if id.isEmpty || ids.contains(id) {
      if !id.isEmpty, let said = files.field(spot, "operationId") {
        note(
          said, "\(place.label) is known by its path only.",
          "Another operation has the `operationId` \(id.prefix(80)).", "Give it a name of its own.")
      }
      id = place.label
    }
    ids.insert(id)
    let rules = try endpointRules(spot, over: place.rules)
    let parameters = try parameters(
      lists: [place.shared, files.field(spot, "parameters")], path: place.path, label: place.label,
      filled: rules.pathFilters.map { [$0.parameter] } ?? [], at: spot)
    let body = try bodies(files.field(spot, "requestBody"), label: place.label)
    let own = files.field(spot, "servers")
    return Endpoint(
      id: id, method: place.method, path: place.path,
      summary: text(spot, "summary") ?? place.summary ?? "",
      description: text(spot, "description") ?? place.description ?? "",
      isDeprecated: truth(spot, "deprecated") ?? false, parameters: parameters,
      bodies: body.forms, isBodyRequired: body.isRequired,
      security: files.field(spot, "security").map { securityAlternatives($0) } ?? place.security,
      responses: try responses(files.field(spot, "responses")),
      servers: own == nil ? place.servers : servers(own), rules: rules)
  }

  private mutating func responses(_ spot: Spot?) throws(CatalogStop) -> [ResponseNote] {
    var notes: [ResponseNote] = []
    for field in spot.map({ files.fields($0) }) ?? [] {
      let status = files.string(field.key)
      guard !status.hasPrefix("x-"), let response = try followed(field.value) else { continue }
      notes.append(
        ResponseNote(
          status: status.uppercased() == "DEFAULT" ? "default" : status.uppercased(),
          text: text(field.value, "description") ?? text(response, "description") ?? ""))
    }
    return notes
  }
}
