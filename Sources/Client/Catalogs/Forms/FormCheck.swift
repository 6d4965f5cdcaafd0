import ClientModel

/// A check of a form's values against the catalog.
struct FormCheck {
  private let form: EndpointForm
  private let values: FormValues

  init(_ form: EndpointForm) {
    self.form = form
    values = FormValues(form: form)
  }

  /// The problems in the order of fields.
  var problems: [FormProblem] {
    var found = ProblemList()
    for section in FormSection.allCases {
      for field in form.fields(in: section) { check(field, depth: 0, &found) }
    }
    return found.problems
  }

  /// Returns the problems of a text whose templates are filled. An empty text in a required field
  /// is a missing value.
  func problems(ofFilled text: String, in field: FormField) -> [FormProblem] {
    var found = ProblemList()
    if text.isEmpty, field.isRequired { missing(field, &found) } else { check(text, field, &found) }
    return found.problems
  }

  /// Returns the problems of selected options whose templates are filled.
  func problems(ofPicked labels: [String], in field: FormField) -> [FormProblem] {
    var found = ProblemList()
    check(labels, field, &found)
    return found.problems
  }

  private func check(_ field: FormField, depth: Int, _ found: inout ProblemList) {
    guard !form.isLeftOut(field.id) else { return }
    guard values.value(of: field) != nil else {
      // The inputs of an exactly-one rule are checked by `RuleCheck`.
      guard field.isRequired, form.choice(of: field.id) == nil else { return }
      // Missing values of an object are reported at the fields of its required members.
      let needed = depth < 3 ? form.children(of: field).filter(\.isRequired) : []
      if needed.isEmpty { missing(field, &found) }
      for child in needed { check(child, depth: depth + 1, &found) }
      return
    }
    if hasEmptySegment(field) { return missing(field, &found) }
    switch form.inputs[field.id] {
    case .text(let text): check(text, field, &found)
    case .json(let text): check(json: text, field, &found)
    case .null: checkNull(field, &found)
    case .picked(let labels): check(labels, field, &found)
    case .items(let numbers): checkList(field, numbers.count, &found)
    case .object, .alternative, nil: break
    }
    checkMembers(field, &found)
    for child in form.children(of: field) { check(child, depth: depth + 1, &found) }
  }

  private func missing(_ field: FormField, _ found: inout ProblemList) {
    found.add(
      field, "`\(field.name)` is missing.", "The catalog says that it is required.",
      field.kind.isChosen ? "Choose one of its values." : "Fill it in.")
  }

  private func check(_ text: String, _ field: FormField, _ found: inout ProblemList) {
    if Template.pieces(of: text).contains(where: { if case .name = $0 { true } else { false } }) {
      return
    }
    if field.id == .mediaType { return checkMediaType(text, field, &found) }
    if SecretReference(text) != nil, mayRefer(field) { return }
    if case .parameter(.path, _) = field.id.root { checkSegment(text, field, &found) }
    if field.kind == .file { checkFile(field, &found) }
    for fault in field.faults(of: text) { found.refuse(field, fault.why, fault.whatToDo) }
    if case .oneOf(let alternatives) = field.schema.kind, field.schema.choices.isEmpty,
      form.alternative(forText: text, of: field, among: alternatives) == nil
    {
      found.refuse(
        field, "It matches none of its \(alternatives.count) alternatives.",
        "Choose one and fill it in.")
    }
    if let separator = separator(around: field), text.contains(byte: separator) {
      found.refuse(
        field, "It contains `\(separator)`, which separates the values of `\(rootName(field))`.",
        "Remove it: the server could not separate the values.")
    }
  }

  /// Returns whether a list or object would be written as an empty path segment.
  private func hasEmptySegment(_ field: FormField) -> Bool {
    guard case .parameter(.path, let name) = field.id.root, field.id.steps.isEmpty,
      let value = values.value(of: field), value.plain == nil,
      let parameter = form.pathParameters.first(where: { $0.name == name })
    else { return false }
    let text = ParameterText(parameter).segment(value)?.text ?? ""
    return text.isEmpty || text == "."
  }

  private func checkMediaType(_ text: String, _ field: FormField, _ found: inout ProblemList) {
    guard form.body(of: text) == nil else { return }
    let types = form.endpoint.bodies.map(\.mediaType).joined(separator: ", ")
    found.refuse(field, "`\(text)` is not one of its media types.", "Choose one of: \(types).")
  }

  private func mayRefer(_ field: FormField) -> Bool {
    if field.isSecret || form.marks[field.id] == .secret { return true }
    if case .parameter(.header, _) = field.id.root { return field.id.steps.isEmpty }
    return false
  }

  private func checkSegment(_ text: String, _ field: FormField, _ found: inout ProblemList) {
    guard field.id.steps.isEmpty, field.setting == .text,
      let parameter = form.pathParameters.first(where: { $0.name == field.name }),
      parameter.style == .simple
    else { return }
    if text.isEmpty {
      found.refuse(field, "It is empty, and the path would lose a segment.", "Give it a value.")
    } else if text == "." || text == ".." {
      found.refuse(field, "`\(text)` would lead to another path.", "Give it another value.")
    }
  }

  /// Reports a file in a field if the method has no body.
  private func checkFile(_ field: FormField, _ found: inout ProblemList) {
    let method = form.unmapped.method.isEmpty ? form.endpoint.method.rawValue : form.unmapped.method
    guard method == "GET" || method == "HEAD" else { return }
    found.refuse(
      field, "A file cannot be sent with \(method), which has no body.",
      "Choose the POST endpoint, or supply the content in another way.")
  }

  private func check(json text: String, _ field: FormField, _ found: inout ProblemList) {
    guard let value = FormValue(json: text) else {
      return found.refuse(field, "It is not JSON.", "Close every bracket and quote.")
    }
    if case .bare(let word) = value, Template.isOnlyTemplates(word) { return }
    if field.id.steps.count >= FieldFilling.depthLimit {
      found.refuse(
        field, "It is more than \(FieldFilling.depthLimit) levels deep.",
        "Supply the body as a file: body@FILE.")
    } else if field.schema.kind != .any || field.setting == .text {
      found.refuse(
        field, "Expected \(field.schema.kind.word), found \(value.kindWord).",
        "Clear the field and fill it in again.")
    }
  }

  private func checkNull(_ field: FormField, _ found: inout ProblemList) {
    let isAllowed =
      field.schema.isNullable || field.schema.kind == .null || field.schema.kind == .any
      || field.schema.choices.contains("null")
    if !isAllowed { found.refuse(field, "It cannot be null.", "Give it a value or clear it.") }
  }

  private func check(_ labels: [String], _ field: FormField, _ found: inout ProblemList) {
    if case .severalOf(let options) = field.kind, field.id != .projections {
      for label in labels {
        guard let fault = field.fault(of: label, among: options),
          Template.pieces(of: label).allSatisfy({ if case .text = $0 { true } else { false } })
        else { continue }
        found.refuse(field, fault.why, fault.whatToDo)
      }
    }
    checkList(field, labels.count, &found)
  }

  private func checkList(_ field: FormField, _ count: Int, _ found: inout ProblemList) {
    let bounds = field.schema.bounds
    if let minimum = bounds.minimumItems, count < minimum {
      found.refuse(field, "It has \(count) elements.", "Give it at least \(minimum).")
    }
    if let maximum = bounds.maximumItems, count > maximum {
      found.refuse(field, "It has \(count) elements.", "Keep at most \(maximum).")
    }
    if field.isRequired, count == 0, field.setting == .text { missing(field, &found) }
    if bounds.hasUniqueItems, case .list(let values) = values.value(of: field),
      Set(values).count < values.count
    {
      found.refuse(field, "An element occurs twice.", "Remove the duplicate.")
    }
  }

  private func checkMembers(_ field: FormField, _ found: inout ProblemList) {
    let bounds = field.schema.bounds
    guard bounds.minimumProperties != nil || bounds.maximumProperties != nil,
      var value = values.value(of: field)
    else { return }
    if case .bare(let text) = value { value = FormValue(json: text) ?? value }
    guard case .object(let members) = value else { return }
    if let minimum = bounds.minimumProperties, members.count < minimum {
      found.refuse(field, "It has \(members.count) members.", "Give it at least \(minimum).")
    }
    if let maximum = bounds.maximumProperties, members.count > maximum {
      found.refuse(field, "It has \(members.count) members.", "Keep at most \(maximum).")
    }
  }

  /// Returns the separator that values in this field must not contain, or nil if the separator is
  /// encoded when it is part of a value.
  private func separator(around field: FormField) -> Unicode.Scalar? {
    guard case .parameter(let place, let name) = field.id.root, !field.id.steps.isEmpty,
      field.setting == .text,
      let parameter = form.parameters(in: place).first(where: { $0.name == name })
    else { return nil }
    switch parameter.style {
    case .spaceDelimited where !parameter.explode: return " "
    case .pipeDelimited where !parameter.explode: return "|"
    case .label where parameter.explode: return "."
    default: return place == .header ? "," : nil
    }
  }

  private func rootName(_ field: FormField) -> String {
    if case .parameter(_, let name) = field.id.root { name } else { field.name }
  }
}

/// A list of problems in the order of fields.
struct ProblemList {
  var problems: [FormProblem] = []

  mutating func add(_ field: FormField, _ what: String, _ why: String, _ whatToDo: String) {
    problems.append(FormProblem(field.id, what: what, why: why, whatToDo: whatToDo))
  }

  mutating func refuse(_ field: FormField, _ why: String, _ whatToDo: String) {
    add(field, "`\(field.name)` cannot be sent.", why, whatToDo)
  }
}

extension FieldKind {
  fileprivate var isChosen: Bool {
    switch self {
    case .choice, .severalOf, .alternatives: true
    default: false
    }
  }
}

extension FormValue {
  fileprivate var kindWord: String {
    switch self {
    case .null: "null"
    case .text: "text"
    case .bare("true"), .bare("false"): "true or false"
    case .bare: "a number"
    case .list: "a list"
    case .object: "an object"
    case .file: "a file"
    }
  }
}
