import ClientDocuments
import ClientModel

extension EndpointForm {
  func field(
    _ id: FieldID, _ name: String, _ schema: Schema, isRequired: Bool = false
  ) -> FormField {
    var items: Schema?
    if case .list(let item) = schema.kind { items = self.schema(item) }
    if case .object(_, let others?) = schema.kind { items = self.schema(others) }
    var field = FormField(
      id: id, name: name, schema: schema, kind: schema.fieldKind(items: items),
      isRequired: isRequired, isDeprecated: schema.isDeprecated,
      isSecret: schema.format == "password" || endpoint.rules.secret.contains(name),
      summary: schema.summary, example: schema.example)
    if case .oneOf(let alternatives) = schema.kind, schema.choices.isEmpty {
      field.kind = .alternatives(
        alternatives.enumerated().map { index, id in
          let schema = self.schema(id)
          return FieldOption(
            schema.title.isEmpty ? "\(index + 1): \(schema.kind.word)" : schema.title,
            summary: schema.summary)
        })
    }
    return field
  }

  func field(_ id: FieldID, _ parameter: Parameter) -> FormField {
    let schema = bulk(parameter.name, self.schema(parameter.schema), parameter.schema)
    var field = field(id, parameter.name, schema.schema, isRequired: parameter.isRequired)
    field.isDeprecated = field.isDeprecated || parameter.isDeprecated
    if !parameter.summary.isEmpty { field.summary = parameter.summary }
    field.example = parameter.example ?? field.example
    field.isBulk = schema.isBulk
    field.setting = parameter.isJSON ? .json : .text
    return field
  }

  /// Returns the list schema of an input that may be a list, or the schema itself for any other
  /// input.
  private func bulk(
    _ name: String, _ schema: Schema, _ id: SchemaID
  ) -> (schema: Schema, isBulk: Bool) {
    if case .list = schema.kind { return (schema, false) }
    guard endpoint.rules.bulk.contains(name) else { return (schema, false) }
    var list = Schema(.list(of: id))
    list.summary = schema.summary
    list.example = schema.example
    list.isDeprecated = schema.isDeprecated
    return (list, true)
  }

  /// Returns the direct children of a field: properties, members, elements or the selected
  /// alternative.
  func children(of field: FormField) -> [FormField] {
    switch (field.schema.kind, inputs[field.id]) {
    case (_, .null), (_, .json), (_, .picked), (_, .text): return []
    case (.object(let properties, _), let answer):
      let children = properties.map { child($0, of: field) }.filter(isInput)
      guard case .object(let members) = answer else { return children }
      return children + members.map { child($0, of: field) }
    case (.list, .items(let numbers)):
      return numbers.enumerated().compactMap { place, number in
        item(number, at: place, of: field)
      }
    case (.oneOf, .alternative(let index)):
      return alternative(index, of: field).map { [$0] } ?? []
    default: return []
    }
  }

  /// Returns the child after a step, or nil if there is no such child.
  func child(at step: FieldID.Step, of field: FormField) -> FormField? {
    switch (step, field.schema.kind, inputs[field.id]) {
    case (_, _, .null), (_, _, .json), (_, _, .picked), (_, _, .text): return nil
    case (.property(let name), .object(let properties, _), _):
      guard let property = properties.first(where: { $0.name == name }) else { return nil }
      let child = child(property, of: field)
      return isInput(child) ? child : nil
    case (.member(let number), .object, .object(let members)):
      return members.first { $0.number == number }.map { child($0, of: field) }
    case (.item(let number), .list, .items(let numbers)):
      return numbers.firstIndex(of: number).flatMap { item(number, at: $0, of: field) }
    case (.alternative(let index), .oneOf, .alternative(let chosen)) where index == chosen:
      return alternative(index, of: field)
    default: return nil
    }
  }

  /// Returns whether a field can be filled in. A read-only field can be filled in only if it
  /// already has a value.
  private func isInput(_ field: FormField) -> Bool {
    !field.schema.isReadOnly || holdsAnswer(field.id)
  }

  func child(_ property: Schema.Property, of field: FormField) -> FormField {
    let id = field.id.property(property.name)
    var schema = self.schema(property.schema)
    let tag = field.tag?.property == property.name ? field.tag : nil
    if let tag {
      schema.choices = [JSONText.quoted(tag.word)]
      schema.defaultValue = JSONText.quoted(tag.word)
    }
    let isTop = id.root == .body && id.steps.count == 1
    if id.isPart, field.setting == .text, !schema.isScalar,
      chosenBody?.encodings[property.name]?.takesObjects == false
    {
      schema.kind = .text
    }
    let input = isTop ? bulk(property.name, schema, property.schema) : (schema, false)
    var child = self.field(
      id, property.name, input.0, isRequired: property.isRequired || tag != nil)
    child.isBulk = input.1
    child.setting = setting(of: child, in: field)
    return child
  }

  func child(_ member: FormMember, of field: FormField) -> FormField {
    var schema = Schema(.any)
    if case .object(_, let others?) = field.schema.kind { schema = self.schema(others) }
    var child = self.field(field.id.step(.member(member.number)), member.name, schema)
    child.setting = setting(of: child, in: field)
    return child
  }

  private func item(_ number: Int, at place: Int, of field: FormField) -> FormField? {
    guard case .list(let item) = field.schema.kind else { return nil }
    var child = self.field(
      field.id.step(.item(number)), "\(field.name)[\(place)]", self.schema(item), isRequired: true)
    child.setting = setting(of: child, in: field)
    return child
  }

  private func alternative(_ index: Int, of field: FormField) -> FormField? {
    guard case .oneOf(let alternatives) = field.schema.kind, index < alternatives.count else {
      return nil
    }
    var child = self.field(
      field.id.alternative(index), field.name, self.schema(alternatives[index]), isRequired: true)
    if let tags = field.schema.discriminator, let word = tags.words[alternatives[index]] {
      child.tag = (tags.property, word)
    }
    child.setting = setting(of: child, in: field)
    return child
  }

  /// Returns the setting of a child. In a form or multipart body, an object is JSON unless its
  /// encoding has a style or is a form.
  private func setting(of child: FormField, in parent: FormField) -> FormField.Setting {
    let names = child.id.steps.lazy.compactMap {
      if case .property(let name) = $0 { name } else { nil }
    }
    guard parent.setting == .text, parent.id.root == .body, case .object = child.schema.kind,
      let name = names.first
    else { return parent.setting }
    guard let encoding = chosenBody?.encodings[name] else { return .json }
    return encoding.hasStyle || encoding.isForm ? .text : .json
  }

  /// Returns the schema with this number, or a text schema for an undescribed parameter.
  func schema(_ id: SchemaID) -> Schema { id.index < 0 ? Schema(.text) : catalog.schema(id) }

  func holdsAnswer(_ id: FieldID) -> Bool { inputs.hasAny(within: id) }
}
