import ClientModel

/// The values of a form's fields, computed from the user's inputs.
struct FormValues {
  let form: EndpointForm

  /// Returns the value of a field, or nil if there is none.
  func value(of field: FormField) -> FormValue? {
    guard !form.isLeftOut(field.id) else { return nil }
    switch form.inputs[field.id] {
    case .null: return .null
    case .json(let text): return .bare(text)
    case .text(let text): return field.value(of: text)
    case .picked(let labels):
      return .list(labels.map { label in field.option(label) ?? .text(label) })
    case .items:
      let values = form.children(of: field).compactMap { value(of: $0) }
      if field.isBulk, values.count == 1 { return values[0] }
      return .list(values)
    case .alternative: return form.children(of: field).first.flatMap { value(of: $0) }
    case .object: return .object(members(of: field))
    case nil:
      guard case .object = field.schema.kind else { return defaultValue(field) }
      let members = members(of: field)
      // An empty object is sent if it is a required body or if the user added it.
      let isBody = field.id == .body && field.isRequired
      return members.isEmpty && !isBody ? nil : .object(members)
    }
  }

  /// Returns the default of a required field without a value, or nil if there is none.
  private func defaultValue(_ field: FormField) -> FormValue? {
    guard field.isRequired, let json = field.defaultValue, form.choice(of: field.id) == nil,
      let value = FormValue(json: json), field.setting == .json || value.plain != nil
    else { return nil }
    return value
  }

  private func members(of field: FormField) -> [FormValue.Member] {
    // A nested object without values has no members, because an object that requires itself would
    // have infinite depth.
    guard form.holdsAnswer(field.id) || (field.isRequired && field.id.steps.isEmpty) else {
      return []
    }
    return form.children(of: field).compactMap { child in
      value(of: child).map { FormValue.Member(child.name, $0) }
    }
  }
}

extension FormField {
  /// The default as JSON text, or the only allowed value of a required field, or nil if there is
  /// neither.
  var defaultValue: String? {
    schema.defaultValue ?? (isRequired && schema.choices.count == 1 ? schema.choices[0] : nil)
  }

  /// Returns the value of the option with this label, or nil if there is no such option.
  fileprivate func option(_ label: String) -> FormValue? {
    switch kind {
    case .choice(let options), .severalOf(let options):
      options.first { $0.label == label }.map { FormValue(known: $0.json) }
    default: nil
    }
  }

  /// Converts typed text to the field's type. Returns invalid text as a string.
  func value(of text: String) -> FormValue {
    if let value = option(text) { return value }
    switch schema.kind {
    case .text, .oneOf: return .text(text)
    case .binary: return (setting == .text) ? .file(text) : .text(text)
    case .integer, .number:
      return JSONNumber.isValid(text) || Template.isOnlyTemplates(text) ? .bare(text) : .text(text)
    case .boolean:
      let isTruth = text == "true" || text == "false" || Template.isOnlyTemplates(text)
      return isTruth ? .bare(text) : .text(text)
    case .null: return .null
    case .list, .object:
      switch (schema.kind, FormValue(json: text)) {
      case (.list, .list(let values)): return setting == .text ? .list(values) : .bare(text)
      case (.object, .object(let members)): return setting == .text ? .object(members) : .bare(text)
      case (.list, .bare) where Template.isOnlyTemplates(text): return .bare(text)
      case (.object, .some) where setting == .json: return .bare(text)
      default: return .text(text)
      }
    case .any:
      guard setting == .json else { return .text(text) }
      return FormValue(json: text) == nil ? .text(text) : .bare(text)
    }
  }
}
