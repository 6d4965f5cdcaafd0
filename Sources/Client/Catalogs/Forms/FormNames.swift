import ClientModel

/// A search for form fields by name, for example for a command line.
struct FormNames {
  private(set) var form: EndpointForm

  init(_ form: EndpointForm) { self.form = form }

  /// Returns the field with this name, or nil if there is none. Adds an object member that the
  /// schema does not define.
  mutating func place(named name: String, among names: FieldNames) -> FieldID? {
    if let found = names.field(named: name) {
      if case .alternative(let index) = found.id.steps.first, form.inputs[.body] == nil {
        form.inputs[.body] = .alternative(index)
      }
      return found.id
    }
    // Names may contain dots, so the longest match is tried first.
    var candidates: [(id: FieldID, rest: Substring)] = []
    for field in names.fields {
      for own in [field.name, field.fullName] {
        if let rest = name.after(prefix: own + ".") { candidates.append((field.id, rest)) }
      }
    }
    candidates.sort { $0.rest.utf8.count < $1.rest.utf8.count }
    for (id, rest) in candidates {
      var seen: Set<SchemaID> = []
      if let found = member(rest, of: id, &seen) { return found }
    }
    return credential(named: name)
  }

  /// Selects the first security alternative with this credential and returns the credential.
  /// Returns nil if an alternative is already selected, or if no alternative has the credential.
  private mutating func credential(named name: String) -> FieldID? {
    guard form.inputs[.security] == nil else { return nil }
    for schemes in form.endpoint.security {
      var trial = self
      trial.form.inputs[.security] = .text(SecurityChoice.label(schemes))
      guard
        let found = FieldNames(trial.form).fields.first(where: {
          if case .credential = $0.id.root { $0.name == name || $0.fullName == name } else { false }
        })
      else { continue }
      form = trial.form
      return found.id
    }
    return nil
  }

  /// Returns the field at a path of member names, or nil if there is none. Selects the alternatives
  /// on the path, and adds a member that is not in the schema.
  ///
  /// - Parameter seen: The alternatives in which this path was already searched.
  private mutating func member(
    _ path: Substring, of id: FieldID, _ seen: inout Set<SchemaID>
  ) -> FieldID? {
    guard id.steps.count < FieldFilling.depthLimit, let field = form.find(id), !path.isEmpty else {
      return nil
    }
    switch field.schema.kind {
    case .object(let properties, let others):
      let own = properties.map(\.name)
        .sorted { $0.utf8.count > $1.utf8.count }
      for name in own {
        let next = id.property(name)
        if path.utf8.elementsEqual(name.utf8) { return next }
        guard let rest = path.after(prefix: name + "."), !rest.isEmpty else { continue }
        var seen: Set<SchemaID> = []
        if let found = member(rest, of: next, &seen) { return found }
      }
      guard others != nil else { return nil }
      return addedMember(path, to: id)
    case .oneOf(let alternatives):
      if case .alternative(let index) = form.inputs[id] {
        return member(path, of: id.alternative(index), &seen)
      }
      for (index, schema) in alternatives.enumerated() where seen.insert(schema).inserted {
        var trial = self
        trial.form.inputs[id] = .alternative(index)
        guard let found = trial.member(path, of: id.alternative(index), &seen) else { continue }
        form = trial.form
        return found
      }
      return nil
    default: return nil
    }
  }

  /// Returns the member with this name, and adds it if it does not exist. Returns nil if the field
  /// is not an object.
  private mutating func addedMember(_ name: Substring, to id: FieldID) -> FieldID? {
    if case .object(let members) = form.inputs[id],
      let known = members.first(where: { $0.name == name })
    {
      return id.step(.member(known.number))
    }
    guard case .object = form.find(id)?.schema.kind else { return nil }
    return form.addMember(String(name), to: id)
  }

  /// Selects the body shape that has the most of these fields. Of equal shapes, selects the first
  /// one.
  mutating func chooseShape(having names: [String]) {
    guard form.inputs[.body] == nil, let body = form.find(.body) else { return }
    let names = Set(names)
    func count(_ properties: [Schema.Property]) -> Int {
      properties.count { names.contains($0.name) }
    }
    let found = form.shapes(of: body)
    let most = found.map { count($0.properties) }.max() ?? 0
    guard most > 0, let best = found.first(where: { count($0.properties) == most }) else { return }
    form.inputs[.body] = .alternative(best.index)
  }
}

extension EndpointForm {
  /// Returns the object alternatives of a body with their properties, or only the selected
  /// alternative.
  fileprivate func shapes(of body: FormField) -> [(index: Int, properties: [Schema.Property])] {
    guard case .oneOf(let alternatives) = body.schema.kind else { return [] }
    return alternatives.enumerated().compactMap { index, id in
      if case .alternative(let chosen) = inputs[body.id], chosen != index { return nil }
      guard case .object(let properties, _) = schema(id).kind else { return nil }
      return (index, properties)
    }
  }
}

/// The names of all fields in a form, with an index for look-ups.
package struct FieldNames {
  /// A field with its name in the request, such as `id`, and its full name with the location, such
  /// as `query.id`.
  struct Named {
    let name: String
    let fullName: String
    let id: FieldID

    init(_ name: String, _ place: String, _ id: FieldID) {
      self.name = name
      fullName = "\(place).\(name)"
      self.id = id
    }
  }

  /// The fields in form order.
  let fields: [Named]
  /// The index of the first field with each name, with and without the location.
  private var first: [String: Int] = [:]
  private var places: [FieldID: Int] = [:]

  init(_ form: EndpointForm) {
    fields = Self.fields(of: form)
    for (index, field) in fields.enumerated() {
      for name in [field.name, field.fullName] where first[name] == nil { first[name] = index }
      if places[field.id] == nil { places[field.id] = index }
    }
  }

  /// The names in the request, without duplicates.
  package var names: [String] {
    var seen: Set<String> = []
    return fields.map(\.name).filter { seen.insert($0).inserted }
  }

  func field(named name: String) -> Named? { first[name].map { fields[$0] } }

  /// Returns the name of a field for `give`, or nil if the field has none.
  ///
  /// If an earlier field has the same name, the full name with the location is returned, such as
  /// `query.id`. A member of an object has a name such as `filter.color`.
  package func name(of id: FieldID) -> String? {
    for count in stride(from: id.steps.count, through: 0, by: -1) {
      guard let index = places[FieldID(id.root, Array(id.steps.prefix(count)))] else { continue }
      let field = fields[index]
      var name = first[field.name] == index ? field.name : field.fullName
      for step in id.steps.dropFirst(count) {
        guard case .property(let member) = step else { return nil }
        name += ".\(member)"
      }
      return name
    }
    return nil
  }

  private static func fields(of form: EndpointForm) -> [Named] {
    // The parameter with the path filters is not a field, because each filter has its own field.
    var found = form.endpoint.parameters
      .filter { $0.name != form.endpoint.rules.pathFilters?.parameter }
      .map { Named($0.name, $0.place.rawValue, .parameter($0.place, $0.name)) }
    if let filters = form.endpoint.rules.pathFilters {
      found += filters.filters.map { Named($0.name, "filter", .filter($0.name)) }
      if !form.endpoint.rules.projections.isEmpty {
        found.append(Named("projections", "filter", .projections))
      }
    }
    if let body = form.find(.body) {
      found += form.children(of: body).compactMap { child in
        if case .property = child.id.steps.last { Named(child.name, "body", child.id) } else { nil }
      }
      found += form.shapes(of: body).flatMap { index, properties in
        properties.map { Named($0.name, "body", FieldID.body.alternative(index).property($0.name)) }
      }
      found.append(Named("body", "body", .body))
    }
    for (scheme, kind) in SecurityChoice(form: form).schemes {
      func add(_ name: String, _ part: CredentialPart) {
        found.append(Named(name, "security.\(scheme)", .credential(scheme, part)))
      }
      switch kind {
      case .key(let key, _), .formKey(let key, _): add(key, .key)
      case .http, .other:
        for field in kind.authorization?.fields ?? [] { add(field.name, .field(field.name)) }
      }
    }
    found += (form.chosenServer?.variables ?? []).map {
      Named($0.name, "server", .serverVariable($0.name))
    }
    return found + [Named("server", "server", .server)]
  }
}
