import ClientModel

/// What the answers come to; nil for a field in which nothing was given.
extension EndpointForm {
  func value(of field: FormField) -> FormValue? {
    guard !isLeftOut(field.id) else { return nil }
    switch answers[field.id] {
    case .null: return .null
    case .json(let text): return .bare(text)
    case .text(let text): return scalar(text, field)
    case .picked(let labels):
      return .list(labels.map { label in option(label, field) ?? .text(label) })
    case .items:
      let values = children(of: field).compactMap(value(of:))
      if field.isBulk, values.count == 1 { return values[0] }
      return .list(values)
    case .alternative: return children(of: field).first.flatMap(value(of:))
    case .object: return .object(members(of: field))
    case nil:
      guard case .object = field.schema.kind else { return standard(field) }
      let members = members(of: field)
      // A required body is sent even if it is empty; any other empty object is sent only if it was added
      // explicitly.
      let isBody = field.id == .body && field.isRequired
      return members.isEmpty && !isBody ? nil : .object(members)
    }
  }

  /// The default of a required field that has no value.
  private func standard(_ field: FormField) -> FormValue? {
    guard field.isRequired, let json = field.schema.standard, choice(of: field.id) == nil,
      let value = FormValue(json: json), field.setting == .json || value.plain != nil
    else { return nil }
    return value
  }

  private func members(of field: FormField) -> [FormValue.Member] {
    // An object that requires itself would nest without end, so nested objects that are not filled in have
    // no members.
    guard holdsAnswer(field.id) || (field.isRequired && field.id.steps.isEmpty) else { return [] }
    return children(of: field).compactMap { child in
      value(of: child).map { FormValue.Member(child.name, $0) }
    }
  }

  /// The option of that label as a value.
  private func option(_ label: String, _ field: FormField) -> FormValue? {
    switch field.kind {
    case .choice(let options), .severalOf(let options):
      options.first { $0.label == label }.map { FormValue(known: $0.json) }
    default: nil
    }
  }

  /// Converts typed text to the type of its field; text that is not valid for that type stays a string.
  func scalar(_ text: String, _ field: FormField) -> FormValue {
    if let value = option(text, field) { return value }
    switch field.schema.kind {
    case .text, .oneOf, .list: return .text(text)
    case .binary: return (field.setting == .text) ? .file(text) : .text(text)
    case .integer, .number:
      return JSONNumber.isValid(text) || Template.isOnlyTemplates(text) ? .bare(text) : .text(text)
    case .truth:
      let isTruth = text == "true" || text == "false" || Template.isOnlyTemplates(text)
      return isTruth ? .bare(text) : .text(text)
    case .null: return .null
    case .any, .object:
      guard field.setting == .json else { return .text(text) }
      return FormValue(json: text) == nil ? .text(text) : .bare(text)
    }
  }

  /// True if the field, or a field inside it, has a value.
  func isGiven(_ field: FormField) -> Bool {
    answers[field.id] != nil || (isNested(field) && holdsAnswer(field.id))
  }

  private func isNested(_ field: FormField) -> Bool {
    switch field.schema.kind {
    case .object, .list, .oneOf: true
    case .any, .text, .integer, .number, .truth, .null, .binary: false
    }
  }
}
