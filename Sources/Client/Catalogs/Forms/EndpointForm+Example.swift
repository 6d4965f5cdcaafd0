import ClientModel

extension EndpointForm {
  /// How much of a form an example fills in.
  package enum Extent: Hashable, Sendable {
    /// What must be there.
    case required
    /// What is optional, too, but not deprecated.
    case everything
  }

  /// Fills empty fields with values that are valid for the catalog: its examples where they are valid,
  /// else its defaults, its choices, or values within its bounds.
  ///
  /// Credentials stay open, and so does what nothing can be made for: `problems` says so.
  package mutating func fillExample(_ extent: Extent = .required) {
    for index in endpoint.rules.oneOf.indices { chooseInput(index, extent) }
    for section in [FormSection.path, .query, .header, .cookie] {
      for field in fields(in: section) where field.id != .projections {
        guard field.isRequired || (extent == .everything && !field.isDeprecated) else { continue }
        // Filters narrow the response, often to nothing.
        if case .filter = field.id.root, !field.isRequired { continue }
        // An object of a path has at least one member: without, its segment would be empty.
        let isPath = section == .path
        fillExample(field, parameter(of: field)?.example, isPath ? .everything : extent)
      }
    }
    if let body = bodyField, body.isRequired || extent == .everything || holdsAnswer(.body) {
      fillBody(body, extent)
    }
  }

  private func parameter(of field: FormField) -> Parameter? {
    guard case .parameter(let place, let name) = field.id.root else { return nil }
    return parameters(in: place).first { $0.name == name }
  }

  /// The first that is not a file; of a rule without any given.
  private mutating func chooseInput(_ index: Int, _ extent: Extent) {
    let choice = endpoint.rules.oneOf[index]
    guard !choice.inputs.contains(where: { holdsAnswer(input($0)) }) else { return }
    let fields = choice.inputs.compactMap { find(input($0)) }
    for field in fields.filter({ !$0.holdsFiles(in: self) }) + fields {
      fillExample(field, parameter(of: field)?.example, extent)
      if holdsAnswer(field.id) { return }
    }
  }

  private mutating func fillExample(_ field: FormField, _ example: String?, _ extent: Extent) {
    guard !holdsAnswer(field.id) else { return }
    // One of the inputs that exclude each other was chosen already.
    guard choice(of: field.id).map({ chosenInput($0) == nil }) ?? true else { return }
    if let example {
      let read = field.setting == .json ? FormValue(json: example) : nil
      attempt(
        field,
        read ?? FormValue(json: example).flatMap { $0.plain == nil ? $0 : nil } ?? .text(example))
      if holdsAnswer(field.id) { return }
    }
    if let value = SchemaSample(form: self, extent: extent).value(of: field.schema) {
      attempt(field, value)
    }
  }

  private mutating func fillBody(_ body: FormField, _ extent: Extent) {
    if !holdsAnswer(.body), let example = body.example {
      attempt(body, FormValue(json: example) ?? .text(example))
      if holdsAnswer(.body) { return }
    }
    guard case .object = body.schema.kind,
      chosenBody.map({ BodyKind($0, catalog) != .json }) == true
        || holdsAnswer(.body) || !endpoint.rules.oneOf.isEmpty
    else { return fillExample(body, nil, extent) }
    if answers[.body] == nil { answers[.body] = .object([]) }
    for child in children(of: body) {
      guard child.isRequired || (extent == .everything && !child.isDeprecated) else { continue }
      // A file is the user's to choose.
      guard child.isRequired || !child.holdsFiles(in: self) else { continue }
      fillExample(child, child.example, extent)
    }
  }

  /// Fills a field with a value, and takes it out again when something is wrong with it.
  private mutating func attempt(_ field: FormField, _ value: FormValue) {
    fill(field, with: value)
    // An optional part that is wrong goes by itself; each round takes one away.
    for _ in 0..<100 {
      let wrong = problems.filter { $0.field.isWithin(field.id) }
      if wrong.isEmpty { return }
      let spare = wrong.first { problem in
        problem.field != field.id && find(problem.field).map { !$0.isRequired } == true
      }
      guard let spare else { break }
      remove(spare.field)
    }
    clear(field.id)
  }
}

extension FormField {
  func holdsFiles(in form: EndpointForm) -> Bool {
    if case .list(let item) = schema.kind { return form.schema(item).kind == .binary }
    return schema.kind == .binary
  }
}
