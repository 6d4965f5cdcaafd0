import ClientModel

/// Filling in by name, as a command line does.
extension EndpointForm {
  /// What was given for one name.
  public enum Given: Hashable, Sendable {
    /// One or more texts; more than one only where a list is taken.
    case texts([String])
    /// A JSON text.
    case json(String)
  }

  /// The fields that may be given by name: parameters, filters, the body's own, what the address is made
  /// of, credentials. A name that stands in several places means the first of these.
  public var names: [String] {
    var names: [String] = []
    for (name, _) in namedFields where !names.contains(name) { names.append(name) }
    return names
  }

  /// The name by which `give` finds a field; nil for what has none, as a member of an object.
  ///
  /// A field of the body whose name a parameter has as well is called `body.name`.
  public func name(of id: FieldID) -> String? {
    guard let name = namedFields.first(where: { $0.id == id })?.name else { return nil }
    if namedFields.first(where: { $0.name == name })?.id == id { return name }
    return id.isWithin(.body) ? "body.\(name)" : nil
  }

  /// Why a field was not given its value.
  public enum Refusal: Error, Hashable, Sendable {
    case noField
    /// Several texts for a field that takes one.
    case onlyOne
    case noJSON
  }

  /// Gives a field its value.
  ///
  /// - Parameter name: As on the wire; `a.b` for a member of an object in the body.
  public mutating func give(_ given: Given, to name: String) throws(Refusal) {
    guard let id = id(named: name), let field = find(id) else { throw .noField }
    switch given {
    case .json(let text):
      clear(id)
      // What the field has a shape for is filled in as if it had been typed there.
      if let value = FormValue(json: text) {
        fill(field, with: value)
      } else if text.contains("{{") {
        set(json: text, for: id)
      } else {
        throw .noJSON
      }
    case .texts(let texts):
      switch field.kind {
      case .severalOf: pick(texts, for: id)
      case .list: setItems(texts, of: id)
      default:
        guard texts.count == 1, let text = texts.first else { throw .onlyOne }
        // Nothing after the sign is a text without letters, and not the same as leaving it out.
        if text.isEmpty { setEmpty(id) } else { set(text, for: id) }
      }
    }
  }

  private func id(named name: String) -> FieldID? {
    if let found = namedFields.first(where: { $0.name == name }) { return found.id }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 1, let top = namedFields.first(where: { $0.name == parts[0] }),
      top.id.isWithin(.body)
    else { return nil }
    return parts.dropFirst().reduce(top.id) { $0.property($1) }
  }

  private var namedFields: [(name: String, id: FieldID)] {
    // The path filters' own parameter is made of them.
    var found: [(String, FieldID)] = endpoint.parameters
      .filter { $0.name != endpoint.rules.pathFilters?.parameter }
      .map { ($0.name, .parameter($0.place, $0.name)) }
    if let filters = endpoint.rules.pathFilters {
      found += filters.filters.map { ($0.name, .filter($0.name)) }
      if !endpoint.rules.projections.isEmpty { found.append(("projections", .projections)) }
    }
    if let body = find(.body) {
      found += children(of: body).compactMap { child in
        if case .property = child.id.steps.last { (child.name, child.id) } else { nil }
      }
      found.append(("body", .body))
    }
    for (scheme, kind) in chosenSchemes {
      switch kind {
      case .key(let key, _): found.append((key, .credential(scheme, .key)))
      case .basic, .digest:
        found += [
          ("user", .credential(scheme, .user)), ("password", .credential(scheme, .password)),
        ]
      case .bearer, .other: found.append(("token", .credential(scheme, .token)))
      }
    }
    found += (chosenServer?.variables ?? []).map { ($0.name, .serverVariable($0.name)) }
    return found + [("server", .server)]
  }
}
