import ClientModel

/// A writer that stores values in the fields of a form. A value of the wrong kind is stored as
/// JSON.
struct FieldFilling {
  /// The maximum depth of fields, which limits recursion. A deeper value is stored as JSON.
  static let depthLimit = 100

  var form: EndpointForm

  mutating func fill(_ field: FormField, with value: FormValue) {
    if case .null = value {
      form.inputs[field.id] = .null
      return
    }
    let isShallow = field.id.steps.count < Self.depthLimit
    if isShallow, field.schema.choices.isEmpty, fillShape(field, value) { return }
    form.inputs[field.id] = scalarAnswer(field, value) ?? .json(value.json())
  }

  /// Fills a field. Returns false if the value has a different shape.
  private mutating func fillShape(_ field: FormField, _ value: FormValue) -> Bool {
    switch (field.schema.kind, value) {
    case (.object, .object) where field.kind == .json:
      form.inputs[field.id] = .text(value.json())
      return true
    case (.object(let properties, _), .object(let members)):
      let known = Dictionary(properties.map { ($0.name, $0) }) { first, _ in first }
      let others = members.filter { known[$0.name] == nil }
      let added = others.enumerated().map { FormMember(number: $0, name: $1.name) }
      form.inputs[field.id] = .object(added)
      for member in members {
        if let property = known[member.name] {
          fill(form.child(property, of: field), with: member.value)
        }
      }
      for (member, other) in zip(added, others) {
        fill(form.child(member, of: field), with: other.value)
      }
      return true
    case (.list, .list(let values)):
      if case .severalOf(let options) = field.kind {
        let labels = values.map { label($0, options, field) }
        guard !labels.contains(nil) else { return false }
        form.inputs[field.id] = .picked(labels.compactMap(\.self))
        return true
      }
      // A bulk input with one element is sent as a single value, so a list of one value is stored
      // as JSON.
      guard !field.isBulk || values.count != 1 || field.setting == .text else { return false }
      fillItems(field, values)
      return true
    case (.list, _) where field.isBulk:
      fillItems(field, [value])
      return true
    case (.oneOf(let alternatives), _):
      guard
        let index = AlternativeSelection(form: form).alternative(
          of: field, among: alternatives, for: value)
      else {
        return false
      }
      form.inputs[field.id] = .alternative(index)
      if let child = form.children(of: field).first { fill(child, with: value) }
      return true
    default: return false
    }
  }

  private mutating func fillItems(_ field: FormField, _ values: [FormValue]) {
    form.inputs[field.id] = .items(Array(values.indices))
    for (child, value) in zip(form.children(of: field), values) { fill(child, with: value) }
  }

  /// Returns the label of the option with this value, or the text of a value that is not an option.
  /// Returns nil if the value is not text, or if the text is the label of another option.
  private func label(
    _ value: FormValue, _ options: [FieldOption], _ field: FormField
  ) -> String? {
    let option = options.first { option in
      let own = FormValue(known: option.json)
      return own == value || (field.setting == .text && own.plain == value.plain)
    }
    if let option { return option.label }
    guard case .text(let text) = value, !options.contains(where: { $0.label == text }) else {
      return nil
    }
    return text
  }

  /// Returns a text input that produces exactly this value, or nil if there is none.
  private func scalarAnswer(_ field: FormField, _ value: FormValue) -> FieldInput? {
    if case .choice(let options) = field.kind, let label = label(value, options, field) {
      return .text(label)
    }
    guard let plain = value.plain else {
      guard field.schema.kind == .any, field.setting == .json else { return nil }
      return .text(value.json())
    }
    for text in [plain, value.json()] {
      let made = field.value(of: text)
      if made == value || (field.setting == .text && made.plain == plain) { return .text(text) }
    }
    return nil
  }
}

extension EndpointForm {
  /// Returns the index of the alternative that best matches a text, or nil if none matches. The
  /// order of preference is: allowed values, numbers and Booleans, text, nested alternatives, JSON
  /// lists and objects.
  func alternative(
    forText text: String, of field: FormField, among alternatives: [SchemaID]
  ) -> Int? {
    var seen: Set<SchemaID> = []
    return alternative(forText: text, of: field, among: alternatives, &seen)
  }

  /// Returns the index of the best alternative.
  ///
  /// - Parameter seen: The schemas that were already compared. They are skipped, because several
  ///   alternatives may contain the same schema.
  private func alternative(
    forText text: String, of field: FormField, among alternatives: [SchemaID],
    _ seen: inout Set<SchemaID>
  ) -> Int? {
    var best: (index: Int, rank: Int)?
    for (index, id) in alternatives.enumerated() where seen.insert(id).inserted {
      let schema = schema(id)
      var child = self.field(field.id.alternative(index), field.name, schema, isRequired: true)
      child.setting = field.setting
      guard let rank = rank(of: text, in: child, &seen), rank < best?.rank ?? Int.max else {
        continue
      }
      best = (index, rank)
    }
    return best?.index
  }

  private func rank(of text: String, in field: FormField, _ seen: inout Set<SchemaID>) -> Int? {
    if case .oneOf(let alternatives) = field.schema.kind, field.schema.choices.isEmpty {
      return alternative(forText: text, of: field, among: alternatives, &seen) == nil ? nil : 4
    }
    guard field.faults(of: text).isEmpty else { return nil }
    if !field.schema.choices.isEmpty { return 0 }
    switch field.schema.kind {
    case .integer, .boolean: return 1
    case .number: return 2
    case .text, .binary, .any: return 3
    case .object, .list: return 5
    case .null: return text == "null" ? 1 : nil
    case .oneOf: return nil
    }
  }
}

/// A search for the alternative that best matches a value.
private struct AlternativeSelection {
  let form: EndpointForm

  func alternative(
    of field: FormField, among alternatives: [SchemaID], for value: FormValue
  ) -> Int? {
    if let index = taggedAlternative(field.schema, alternatives, value) { return index }
    let scores = alternatives.map { score(value, form.schema($0), field.setting, depth: 0) }
    return scores.compactMap(\.self).max().flatMap { scores.firstIndex(of: $0) }
  }

  /// Returns the index of the alternative named by the discriminator in the value.
  private func taggedAlternative(
    _ schema: Schema, _ alternatives: [SchemaID], _ value: FormValue
  ) -> Int? {
    guard let tags = schema.discriminator, case .object(let members) = value,
      case .text(let word) = members.first(where: { $0.name == tags.property })?.value
    else { return nil }
    return alternatives.firstIndex { tags.words[$0] == word }
  }

  /// Returns a score for the match of a value with a schema, or nil if the kinds differ.
  private func score(
    _ value: FormValue, _ schema: Schema, _ setting: FormField.Setting, depth: Int
  ) -> Int? {
    if !schema.choices.isEmpty {
      let isThere = schema.choices.contains { choice in
        let own = FormValue(known: choice)
        return own == value || (setting == .text && own.plain == value.plain)
      }
      return isThere ? 5 : nil
    }
    switch (schema.kind, value) {
    case (.any, _): return 0
    case (.text, .text), (.binary, .text), (.binary, .file): return 1
    case (.integer, .bare(let word)): return JSONNumber.isValid(word) ? 3 : nil
    case (.number, .bare(let word)): return JSONNumber.isValid(word) ? 2 : nil
    case (.boolean, .bare(let word)): return ["true", "false"].contains(word) ? 3 : nil
    case (.integer, .text(let word)) where setting == .text:
      return JSONNumber.isValid(word) && Int(word) != nil ? 3 : nil
    case (.number, .text(let word)) where setting == .text:
      return JSONNumber.isValid(word) ? 2 : nil
    case (.boolean, .text(let word)) where setting == .text:
      return ["true", "false"].contains(word) ? 3 : nil
    case (.list(let item), .list(let values)):
      guard depth < 3, let first = values.first else { return 1 }
      return score(first, form.schema(item), setting, depth: depth + 1).map { $0 + 1 } ?? -1
    case (.object(let properties, _), .object(let members)):
      return score(members, properties, setting, depth)
    case (.oneOf(let alternatives), _):
      guard depth < 3 else { return 0 }
      return alternatives.compactMap { id in
        score(value, form.schema(id), setting, depth: depth + 1)
      }.max()
    default: return nil
    }
  }

  private func score(
    _ members: [FormValue.Member], _ properties: [Schema.Property],
    _ setting: FormField.Setting, _ depth: Int
  ) -> Int {
    var total = 1
    var rest = Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
    for property in properties {
      guard let value = rest.removeValue(forKey: property.name) else {
        if property.isRequired { total -= 20 }
        continue
      }
      guard depth < 3 else { continue }
      // A property that does not match has the largest effect on the score. Alternatives may differ
      // only in a property with a single allowed value.
      let own = score(value, form.schema(property.schema), setting, depth: depth + 1)
      total += own.map { max(1, $0) } ?? -50
    }
    return total - rest.count
  }
}
