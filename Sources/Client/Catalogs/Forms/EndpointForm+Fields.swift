import ClientDocuments
import ClientModel

extension EndpointForm {
  /// Returns all fields of a section, including hidden ones, in the catalog's order.
  func fields(in section: FormSection) -> [FormField] {
    switch section {
    case .server: unmapped.url.isEmpty ? serverFields : []
    case .security: SecurityChoice(form: self).fields
    case .path:
      askedPathParameters
        .map { parameter in field(.parameter(.path, parameter.name), parameter) } + filterFields
    case .query: parameterFields(.query)
    case .header: parameterFields(.header)
    case .cookie: parameterFields(.cookie)
    case .body: bodyFields
    case .unmapped: unmappedFields
    }
  }

  /// Returns the field with this id in any section, or nil if the form does not currently have it.
  func find(_ id: FieldID) -> FormField? {
    if case .choice(let index) = id.root {
      return index < endpoint.rules.oneOf.count ? choiceField(index) : nil
    }
    if id.root == .body { return bodyField.flatMap { descend(from: $0, id.steps[...]) } }
    if case .parameter(let place, let name) = id.root, place != .path {
      guard
        let parameter = endpoint.parameters.first(where: { $0.name == name && $0.place == place })
      else { return nil }
      return descend(from: field(FieldID(id.root), parameter), id.steps[...])
    }
    for section in FormSection.allCases {
      if let found = fields(in: section).first(where: { $0.id.root == id.root }) {
        return descend(from: found, id.steps[...])
      }
    }
    return nil
  }

  private func descend(from field: FormField, _ steps: ArraySlice<FieldID.Step>) -> FormField? {
    guard let step = steps.first else { return field }
    return child(at: step, of: field).flatMap { descend(from: $0, steps.dropFirst()) }
  }

  /// The path parameters to fill in. The URL of a draft may contain only some of them.
  private var askedPathParameters: [Parameter] {
    let path = DraftPath(endpoint.path)
    return pathParameters.filter { parameter in
      guard parameter.name != endpoint.rules.pathFilters?.parameter else { return false }
      return unmapped.url.isEmpty
        || unmapped.url.firstRange(ofBytes: "{\(path.draftName(parameter.name))") != nil
    }
  }

  // MARK: Server

  private var serverFields: [FormField] {
    [serverField] + (chosenServer?.variables.map(variableField) ?? [])
  }

  /// The servers to choose from, the user's own server first.
  var servers: [CatalogServer] {
    let described = endpoint.servers.isEmpty ? catalog.servers : endpoint.servers
    guard let own = catalog.ownServer else { return described }
    let server = CatalogServer(url: own, summary: "Your server for this catalog.", variables: [])
    return [described.first { $0.url == own } ?? server] + described.filter { $0.url != own }
  }

  /// The server's URL with the values of its variables, without a trailing slash. Empty if there is
  /// no server.
  package var address: String {
    guard let server = chosenServer else {
      guard case .text(let typed) = inputs[.server] else { return "" }
      return typed.withoutEndingSlashes
    }
    return server.address { variable in
      guard case .text(let typed) = inputs[.serverVariable(variable.name)] else { return nil }
      return typed
    }
  }

  /// The selected server, or nil if the user typed another URL.
  var chosenServer: CatalogServer? {
    guard case .text(let url) = inputs[.server] else { return servers.first }
    return servers.first { $0.url == url }
  }

  private var serverField: FormField {
    var field = field(.server, "server", Schema(.text))
    field.kind = .proposals(servers.map { FieldOption($0.url, summary: $0.summary) })
    field.summary = chosenServer?.summary ?? "The address that you enter."
    field.example = servers.first?.url
    return field
  }

  private func variableField(_ variable: CatalogServer.Variable) -> FormField {
    var schema = Schema(.text)
    if !variable.choices.isEmpty {
      schema.choices = variable.allowed.filter { !$0.isEmpty }.map(JSONText.quoted)
    }
    if !variable.defaultValue.isEmpty {
      schema.defaultValue = JSONText.quoted(variable.defaultValue)
    }
    schema.summary = variable.summary
    return field(
      .serverVariable(variable.name), variable.name, schema,
      isRequired: variable.defaultValue.isEmpty)
  }

  var pathText: String {
    DraftPath(endpoint.path).draftText(optional: endpoint.rules.pathFilters?.parameter)
  }

  // MARK: Parameters

  /// The path parameters in the order of the path. A parameter that the document does not describe
  /// is text.
  var pathParameters: [Parameter] {
    let described = Dictionary(
      endpoint.parameters.lazy.filter { $0.place == .path }.map { ($0.name, $0) }
    ) { first, _ in first }
    return DraftPath(endpoint.path).names.map { described[$0] ?? Parameter(undescribed: $0) }
  }

  /// The names of ignored header parameters. Source: OpenAPI 3.1.1, section 4.8.12.
  private static let ignoredHeaders: Set<String> = ["accept", "content-type", "authorization"]

  func parameters(in place: Parameter.Location) -> [Parameter] {
    guard place != .path else { return pathParameters }
    return endpoint.parameters.filter {
      $0.place == place
        && !(place == .header && Self.ignoredHeaders.contains($0.name.lowercased()))
    }
  }

  private func parameterFields(_ place: Parameter.Location) -> [FormField] {
    parameters(in: place).map { parameter in
      field(.parameter(place, parameter.name), parameter)
    }
  }

  /// Returns whether the endpoint allows a filter with this name.
  func isAllowed(_ name: String) -> Bool {
    endpoint.rules.allowedFilters.map { $0.contains(name) } ?? true
  }

  private var filterFields: [FormField] {
    guard let filters = endpoint.rules.pathFilters, unmapped.url.isEmpty else { return [] }
    var fields: [FormField] = []
    if !endpoint.rules.projections.isEmpty || inputs[.projections] != nil {
      var field = field(.projections, "projections", Schema(.any))
      field.kind = .severalOf(endpoint.rules.projections.map { FieldOption($0) })
      field.summary = "The parts of the response. If you choose none, it has all parts."
      fields.append(field)
    }
    for filter in filters.filters {
      guard isAllowed(filter.name) || holdsAnswer(.filter(filter.name)) else { continue }
      fields.append(field(.filter(filter.name), filter))
    }
    return fields
  }

  // MARK: Choices between inputs

  /// Returns the field of an input in a one-of rule: a parameter, a filter or a part of the body.
  func input(_ name: String) -> FieldID {
    if let parameter = endpoint.parameters.first(where: { $0.name == name }) {
      return .parameter(parameter.place, name)
    }
    if endpoint.rules.pathFilters?.filters.contains(where: { $0.name == name }) == true {
      return .filter(name)
    }
    return FieldID.body.property(name)
  }

  /// Returns the selected input of a rule, or the only input with a value if none is selected.
  /// Returns nil if that is ambiguous.
  func chosenInput(_ index: Int) -> String? {
    let choice = endpoint.rules.oneOf[index]
    if case .text(let name) = inputs[.choice(index)], choice.inputs.contains(name) { return name }
    let given = choice.inputs.filter { holdsAnswer(input($0)) }
    return given.count == 1 ? given[0] : nil
  }

  /// Returns whether another input of an exactly-one rule is selected. The value of this input is
  /// then stored but not sent.
  func isLeftOut(_ id: FieldID) -> Bool {
    endpoint.rules.oneOf.indices.contains { index in
      guard endpoint.rules.oneOf[index].count == .exactlyOne,
        case .text(let chosen) = inputs[.choice(index)]
      else { return false }
      return endpoint.rules.oneOf[index].inputs.contains { $0 != chosen && input($0) == id }
    }
  }

  /// Returns the index of the exactly-one rule with this input, or nil if there is none.
  func choice(of id: FieldID) -> Int? {
    endpoint.rules.oneOf.firstIndex { choice in
      choice.count == .exactlyOne && choice.inputs.contains { input($0) == id }
    }
  }

  func choiceField(_ index: Int) -> FormField {
    let choice = endpoint.rules.oneOf[index]
    var field = field(.choice(index), choice.inputs.joined(separator: " | "), Schema(.text))
    field.kind = .choice(
      choice.inputs.map { name in
        let summary =
          endpoint.parameters.first { $0.name == name }?.summary
          ?? bodyField.flatMap { body in
            children(of: body).first { $0.name == name }?.summary
          } ?? ""
        return FieldOption(name, summary: summary)
      })
    field.isRequired = true
    field.summary = "Exactly one of these is sent."
    return field
  }

  // MARK: Body

  var bodyField: FormField? {
    guard let body = chosenBody else { return nil }
    let kind = FormBodyKind(body, catalog)
    var schema = body.schema.map(self.schema) ?? Schema(.any)
    switch kind {
    case .file: schema = Schema(.binary)
    case .text: if schema.choices.isEmpty { schema.kind = .text }
    case .json, .form, .multipart: break
    }
    var field = field(
      .body, "body", schema, isRequired: endpoint.isBodyRequired && !takesUnmappedBody)
    field.setting = kind == .json ? .json : .text
    field.example = body.example ?? field.example
    return field
  }

  private var bodyFields: [FormField] {
    guard let body = bodyField else { return [] }
    return (mediaTypeField.map { [$0] } ?? []) + [body]
  }
}

extension Parameter {
  /// Creates a path parameter that the document does not describe.
  init(undescribed name: String) {
    self.init(
      name: name, place: .path, isRequired: true, isDeprecated: false, summary: "",
      schema: SchemaID(index: -1), style: .simple, explode: false, allowsReserved: false,
      example: nil, isJSON: false)
  }
}
