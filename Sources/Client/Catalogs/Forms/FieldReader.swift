import ClientModel

/// A reader that fills form fields from the texts in a draft.
struct FieldReader {
  var form: EndpointForm

  func shape(of schema: Schema) -> ParameterText.Shape {
    guard schema.choices.isEmpty else { return .scalar }
    switch schema.kind {
    case .list: return .list
    case .object: return .object
    case .oneOf(let alternatives):
      // A single value is read as a list only if all alternatives are lists.
      let shapes = alternatives.map { id -> ParameterText.Shape in
        if case .oneOf = form.schema(id).kind { return .scalar }
        return shape(of: form.schema(id))
      }
      return Set(shapes).count == 1 ? shapes[0] : .scalar
    default: return .scalar
    }
  }

  func properties(of schema: Schema) -> [(name: String, shape: ParameterText.Shape)] {
    switch schema.kind {
    case .object(let properties, _):
      return properties.map { ($0.name, shape(of: form.schema($0.schema))) }
    case .oneOf(let alternatives):
      var all: [(name: String, shape: ParameterText.Shape)] = []
      for id in alternatives {
        guard case .object = form.schema(id).kind else { continue }
        for property in properties(of: form.schema(id))
        where !all.contains(where: { $0.name == property.name }) {
          all.append(property)
        }
      }
      return all
    default: return []
    }
  }

  mutating func read(_ parameter: Parameter, from fields: inout [DraftField]) {
    let field = form.field(.parameter(parameter.place, parameter.name), parameter)
    var rest = fields
    guard
      let taken = ParameterText(parameter)
        .take(shape(of: field.schema), properties(of: field.schema), from: &rest)
    else { return }
    guard holds(field, taken.value) else { return }
    fields = rest
    note(taken.mark, field)
  }

  mutating func readHeader(_ parameter: Parameter, from headers: inout [DraftField]) {
    guard let index = headers.firstIndex(where: { $0.isHeader(parameter.name) }) else {
      return
    }
    let field = form.field(.parameter(.header, parameter.name), parameter)
    guard let value = ParameterText(parameter).header(headers[index].value, shape(of: field.schema))
    else { return }
    guard holds(field, value) else { return }
    note(headers.remove(at: index).mark, field)
  }

  /// Fills a field and returns whether it then has exactly this value. If it does not, clears the
  /// field, so that the value stays unmapped.
  mutating func holds(_ field: FormField, _ value: FormValue) -> Bool {
    let value = field.setting == .text ? typed(value, field.schema) : value
    form.fill(field, with: value)
    let back = FormValues(form: form).value(of: field)?.parsed
    let isSame =
      field.setting == .text ? back?.texts == value.texts : back?.sorted == value.sorted
    if !isSame { form.clear(field.id) }
    return isSame
  }

  /// Parses the JSON texts in a value whose schema is an object or a list, such as a list of
  /// objects in a query.
  private func typed(_ value: FormValue, _ schema: Schema) -> FormValue {
    switch (schema.kind, value) {
    case (.list(let item), .list(let values)):
      return .list(values.map { typed($0, form.schema(item)) })
    case (.object, .text(let text)):
      if case .object(let members) = FormValue(json: text) { return .object(members) }
    case (.list, .text(let text)):
      if case .list(let values) = FormValue(json: text) { return .list(values) }
    default: break
    }
    return value
  }

  /// Stores the mark of a field if it differs from the default.
  mutating func note(_ mark: DraftField.Mark, _ field: FormField) {
    let own: DraftField.Mark = field.isSecret ? .secret : .plain
    if mark != own, mark != .encoded { form.marks[field.id] = mark }
  }

  /// Moves a key from the draft's fields into the form.
  mutating func take(
    _ id: FieldID, from fields: inout [DraftField], where isKey: (DraftField) -> Bool
  ) {
    guard let index = fields.firstIndex(where: isKey) else { return }
    let field = fields.remove(at: index)
    form.inputs[id] = .text(field.value)
    if field.mark == .literal { form.marks[id] = .literal }
  }
}

extension DraftField {
  /// Returns whether the field has this header name and is not turned off.
  func isHeader(_ name: String) -> Bool {
    mark != .off && self.name.lowercased() == name.lowercased()
  }
}
