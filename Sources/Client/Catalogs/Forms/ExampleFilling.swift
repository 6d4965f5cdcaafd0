import ClientModel

/// A writer that fills a form with example values.
struct ExampleFilling {
  private(set) var form: EndpointForm
  let extent: EndpointForm.Extent

  init(_ form: EndpointForm, _ extent: EndpointForm.Extent) {
    self.form = form
    self.extent = extent
  }

  /// Fills empty fields with the first valid value of these: the catalog's example, the default, an
  /// allowed value, and a value within the bounds.
  ///
  /// Credentials, and fields for which no value was found, stay empty. `problems` lists the
  /// required ones.
  mutating func fill() {
    for index in form.endpoint.rules.oneOf.indices { chooseInput(index) }
    for section in [FormSection.path, .query, .header, .cookie] {
      for field in form.fields(in: section) where field.id != .projections {
        guard field.isRequired || (extent == .everything && !field.isDeprecated) else { continue }
        // An example filter often makes the response empty.
        if case .filter = field.id.root, !field.isRequired { continue }
        // An object in a path needs a member, because its path segment must not be empty.
        let isPath = section == .path
        fill(field, parameter(of: field)?.example, isPath ? .everything : extent)
      }
    }
    if let body = form.bodyField,
      body.isRequired || extent == .everything || form.holdsAnswer(.body)
        || form.chosenBody?.example != nil
    {
      fillBody(body)
    }
  }

  private func parameter(of field: FormField) -> Parameter? {
    guard case .parameter(let place, let name) = field.id.root else { return nil }
    return form.parameters(in: place).first { $0.name == name }
  }

  /// Fills the first possible input of a rule if no input of the rule has a value. Inputs without
  /// files are tried first.
  private mutating func chooseInput(_ index: Int) {
    let choice = form.endpoint.rules.oneOf[index]
    guard !choice.inputs.contains(where: { form.holdsAnswer(form.input($0)) }) else { return }
    let fields = choice.inputs.compactMap { form.find(form.input($0)) }
    for field in fields.filter({ !$0.holdsFiles(in: form) }) + fields {
      fill(field, parameter(of: field)?.example, extent)
      if form.holdsAnswer(field.id) { return }
    }
  }

  private mutating func fill(
    _ field: FormField, _ example: String?, _ extent: EndpointForm.Extent
  ) {
    guard !form.holdsAnswer(field.id) else { return }
    // An input is skipped if another one of its exactly-one rule is selected.
    guard form.choice(of: field.id).map({ form.chosenInput($0) == nil }) ?? true else { return }
    if let example {
      let read = field.setting == .json ? FormValue(json: example) : nil
      attempt(
        field,
        read ?? FormValue(json: example).flatMap { $0.plain == nil ? $0 : nil } ?? .text(example))
      if form.holdsAnswer(field.id) { return }
    }
    var sample = SchemaSample(form: form, extent: extent)
    if let value = sample.value(of: field.schema) {
      attempt(field, value)
    }
  }

  private mutating func fillBody(_ body: FormField) {
    // A new request with a required body has an empty object. It is not the user's answer.
    if isBodyEmpty { form.clear(.body) }
    if !form.holdsAnswer(.body), let example = body.example {
      attempt(body, FormValue(json: example) ?? .text(example))
      if form.holdsAnswer(.body) { return }
    }
    guard case .object = body.schema.kind,
      form.chosenBody.map({ FormBodyKind($0, form.catalog) != .json }) == true
        || form.holdsAnswer(.body) || !form.endpoint.rules.oneOf.isEmpty
    else { return fill(body, nil, extent) }
    if form.inputs[.body] == nil { form.inputs[.body] = .object([]) }
    for child in form.children(of: body) {
      let isWanted = extent == .everything || child.example != nil
      guard child.isRequired || (isWanted && !child.isDeprecated) else { continue }
      // Only the user can select a file.
      guard child.isRequired || !child.holdsFiles(in: form) else { continue }
      // The example of a schema is JSON, but that of a parameter is text.
      let text = child.example.map { FormValue(json: $0)?.plain ?? $0 }
      fill(child, child.setting == .json ? child.example : text, extent)
    }
  }

  /// Whether the body is an empty object. A choice between alternatives does not matter.
  private var isBodyEmpty: Bool {
    let answers = form.inputs.all.filter { $0.id.isWithin(.body) }.map(\.answer)
    return answers.contains(.object([]))
      && answers.allSatisfy { answer in
        if case .alternative = answer { true } else { answer == .object([]) }
      }
  }

  /// Fills a field with a value without the optional parts that have problems. Clears the field if
  /// a problem remains.
  private mutating func attempt(_ field: FormField, _ value: FormValue) {
    form.fill(field, with: value)
    // Each iteration removes one optional part with a problem.
    for _ in 0..<100 {
      let wrong = form.problems.filter { $0.field.isWithin(field.id) }
      if wrong.isEmpty { return }
      let spare = wrong.first { problem in
        problem.field != field.id && form.find(problem.field).map { !$0.isRequired } == true
      }
      guard let spare else { break }
      form.remove(spare.field)
    }
    form.clear(field.id)
  }
}

extension FormField {
  func holdsFiles(in form: EndpointForm) -> Bool {
    if case .list(let item) = schema.kind { return form.schema(item).kind == .binary }
    return schema.kind == .binary
  }
}
