/// The rows of a form. Required fields and fields with values are visible. In each section or
/// object, one row opens the remaining fields.
struct FormRows {
  private let form: EndpointForm
  private let values: FormValues
  private let problems: [FieldID: [FormProblem]]

  init(_ form: EndpointForm) {
    self.form = form
    values = FormValues(form: form)
    problems = Dictionary(grouping: form.problems, by: \.field)
  }

  /// All visible rows in display order.
  var rows: [FormRow] {
    var rows: [FormRow] = []
    addSections(&rows)
    return rows
  }

  private func addSections(_ rows: inout [FormRow]) {
    for section in FormSection.allCases {
      let fields = form.fields(in: section)
      let start = rows.count
      if section == .body, let body = fields.last, body.id == .body,
        body.kind == .object, !isReplaced(.body)
      {
        for field in fields.dropLast() { add(field, section, 0, &rows) }
        add(form.children(of: body), section, 0, more: body.id.step(.more), &rows)
        // The first row shows the problems of the complete body.
        addProblems(of: .body, from: start, &rows)
      } else {
        add(fields, section, 0, more: FieldID(.more(section)), &rows)
      }
    }
  }

  private func addProblems(of id: FieldID, from start: Int, _ rows: inout [FormRow]) {
    guard let found = problems[id], start < rows.count else { return }
    rows[start] = rows[start].adding(found)
  }

  /// Returns whether the value of an object field is null, JSON or text.
  private func isReplaced(_ id: FieldID) -> Bool {
    switch form.inputs[id] {
    case .json, .null, .text: true
    default: false
    }
  }

  private func add(
    _ fields: [FormField], _ section: FormSection, _ depth: Int, more: FieldID,
    _ rows: inout [FormRow]
  ) {
    let isOpen = form.opened.contains(more)
    var optional: [FormRow] = []
    var hidden = 0
    var choices: Set<Int> = []
    for field in fields {
      if let choice = form.choice(of: field.id) {
        if choices.insert(choice).inserted { add(form.choiceField(choice), section, depth, &rows) }
        if form.chosenInput(choice) == field.name || (isGiven(field) && !form.isLeftOut(field.id)) {
          add(field, section, depth + 1, &rows)
        }
        continue
      }
      let isFixed = isAlwaysShown(field)
      let isShown = isFixed || isGiven(field) || problems[field.id] != nil
      if isOpen, !isFixed {
        add(field, section, depth, &optional)
      } else if isShown {
        add(field, section, depth, &rows)
      }
      if !isShown { hidden += 1 }
    }
    if hidden > 0 {
      var field = form.field(more, "optional", Schema(.any))
      field.kind = .more(hidden)
      rows.append(row(field, section, depth, fold: isOpen ? .open : .closed, []))
    }
    // An optional field stays below the open row even if it has a value, so that rows do not move
    // while the user types.
    rows += optional
  }

  private func isAlwaysShown(_ field: FormField) -> Bool {
    if field.isRequired { return true }
    // A member that the user added is visible.
    if case .member = field.id.steps.last { return true }
    switch field.id.root {
    case .server, .serverVariable, .security, .credential, .mediaType, .unmapped: return true
    case .projections, .filter: return !field.isDeprecated
    case .body: return field.id.steps.isEmpty
    default: break
    }
    // All inputs of an at-least-one rule are visible.
    return form.endpoint.rules.oneOf.contains { choice in
      choice.count == .atLeastOne && choice.inputs.contains { form.input($0) == field.id }
    }
  }

  private func add(
    _ field: FormField, _ section: FormSection, _ depth: Int, _ rows: inout [FormRow]
  ) {
    let children = form.children(of: field)
    let isFoldable = isFoldable(field)
    let isOpen = isFoldable && isOpen(field, depth)
    rows.append(
      row(
        field, section, depth, fold: isFoldable ? (isOpen ? .open : .closed) : nil,
        problems[field.id] ?? []))
    guard isOpen else { return }
    switch field.schema.kind {
    case .list: for child in children { add(child, section, depth + 1, &rows) }
    case .oneOf:
      // The alternative does not have a row. Its fields are below the row that selects it.
      guard let child = children.first else { return }
      if child.kind == .object, !isReplaced(child.id) {
        add(form.children(of: child), section, depth + 1, more: child.id.step(.more), &rows)
      } else {
        add(child, section, depth + 1, &rows)
      }
    default: add(children, section, depth + 1, more: field.id.step(.more), &rows)
    }
  }

  private func isFoldable(_ field: FormField) -> Bool {
    guard !isReplaced(field.id) else { return false }
    switch (field.kind, field.schema.kind) {
    case (.object, _): return true
    case (.list, _), (.alternatives, _): return form.inputs[field.id] != nil
    default: return false
    }
  }

  /// Returns whether a field is open. By default, fields with values are open, and required fields
  /// are open to depth 2, because they may be recursive.
  private func isOpen(_ field: FormField, _ depth: Int) -> Bool {
    if form.opened.contains(field.id) { return true }
    if form.closed.contains(field.id) { return false }
    return form.holdsAnswer(field.id) || (field.isRequired && depth < 3)
  }

  private func row(
    _ field: FormField, _ section: FormSection, _ depth: Int, fold: FormRow.Fold?,
    _ problems: [FormProblem]
  ) -> FormRow {
    let isElement =
      switch field.id.steps.last {
      case .item, .member: true
      default: false
      }
    var isUnmapped = false
    if case .unmapped = field.id.root { isUnmapped = true }
    return FormRow(
      id: field.id, section: section, depth: depth, label: field.name, kind: field.kind,
      value: text(of: field), isGiven: isGiven(field), isRequired: field.isRequired,
      isDeprecated: field.isDeprecated,
      isSecret: form.marks[field.id].map { $0 == .secret } ?? field.isSecret,
      isSent: !form.isLeftOut(field.id), isRemovable: isElement || isUnmapped,
      takesMembers: field.takesMembers, isNullable: field.schema.isNullable, fold: fold,
      summary: field.summary,
      example: field.example.map { FormValue(json: $0)?.plain ?? $0 },
      defaultValue: field.defaultValue.map { FormValue(json: $0)?.plain ?? $0 },
      bounds: field.schema.bounds.text, problems: problems)
  }

  /// Returns the value of a field as shown in its row.
  private func text(of field: FormField) -> String {
    if case .unmapped(let part) = field.id.root { return form.unmappedText(part) }
    switch form.inputs[field.id] {
    case .text(let text): return text
    case .json(let text): return text
    case .null: return "null"
    case .picked(let labels): return labels.joined(separator: ", ")
    case .items(let numbers): return numbers.count == 1 ? "1 element" : "\(numbers.count) elements"
    case .alternative(let index):
      guard case .alternatives(let options) = field.kind, index < options.count else { return "" }
      return options[index].label
    case .object, nil: break
    }
    switch field.id.root {
    case .server: return form.chosenServer?.url ?? ""
    case .mediaType: return form.chosenBody?.mediaType ?? ""
    case .security: return SecurityChoice(form: form).label ?? ""
    case .choice(let index): return form.chosenInput(index) ?? ""
    case .serverVariable(let name):
      return form.chosenServer?.variables.first { $0.name == name }?.defaultValue ?? ""
    default: break
    }
    guard case .object = field.kind, let value = values.value(of: field) else { return "" }
    return value.json()
  }

  /// Returns whether this field or a field inside it has a value.
  private func isGiven(_ field: FormField) -> Bool {
    form.inputs[field.id] != nil || (isNested(field) && form.holdsAnswer(field.id))
  }

  private func isNested(_ field: FormField) -> Bool {
    switch field.schema.kind {
    case .object, .list, .oneOf: true
    case .any, .text, .integer, .number, .boolean, .null, .binary: false
    }
  }
}

extension FormRow {
  func adding(_ more: [FormProblem]) -> FormRow {
    FormRow(
      id: id, section: section, depth: depth, label: label, kind: kind, value: value,
      isGiven: isGiven, isRequired: isRequired, isDeprecated: isDeprecated, isSecret: isSecret,
      isSent: isSent, isRemovable: isRemovable, takesMembers: takesMembers, isNullable: isNullable,
      fold: fold,
      summary: summary, example: example, defaultValue: defaultValue, bounds: bounds,
      problems: problems + more)
  }
}

extension Schema.Bounds {
  /// The bounds as text, such as "from 1, to 100, multiples of 5".
  var text: String {
    var words: [String] = []
    if let minimum {
      words.append("\(isMinimumExclusive ? "more than" : "from") \(minimum.brief)")
    }
    if let maximum {
      words.append("\(isMaximumExclusive ? "less than" : "to") \(maximum.brief)")
    }
    if let multipleOf { words.append("multiples of \(multipleOf.brief)") }
    if let minimumLength, minimumLength > 0 {
      words.append("at least \(Self.count(minimumLength, "character"))")
    }
    if let maximumLength { words.append("at most \(Self.count(maximumLength, "character"))") }
    if let minimumItems, minimumItems > 0 {
      words.append("at least \(Self.count(minimumItems, "element"))")
    }
    if let maximumItems { words.append("at most \(Self.count(maximumItems, "element"))") }
    if let minimumProperties, minimumProperties > 0 {
      words.append("at least \(Self.count(minimumProperties, "member"))")
    }
    if let maximumProperties { words.append("at most \(Self.count(maximumProperties, "member"))") }
    if hasUniqueItems { words.append("no duplicates") }
    if let pattern { words.append("matching \(pattern)") }
    return words.joined(separator: ", ")
  }

  private static func count(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }
}
