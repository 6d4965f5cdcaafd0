import ClientModel

/// A generator of valid values for schemas from examples, defaults, allowed values, bounds and
/// formats.
struct SchemaSample {
  let form: EndpointForm
  let extent: EndpointForm.Extent
  /// The number of values that may still be generated. The limit is needed because required
  /// properties may branch without end.
  private var left = 20_000

  init(form: EndpointForm, extent: EndpointForm.Extent) {
    self.form = form
    self.extent = extent
  }

  /// Generates a value, or returns nil if none is found, for example for an object that requires
  /// itself.
  ///
  /// - Parameters:
  ///   - inside: The kinds of enclosing schemas, for detecting infinite recursion.
  ///   - number: The index in a list of unique elements, or 0.
  mutating func value(
    of schema: Schema, inside: [Schema.Kind] = [], number: Int = 0
  ) -> FormValue? {
    guard left > 0 else { return nil }
    left -= 1
    if number == 0, let value = schema.example.flatMap({ FormValue(json: $0) }),
      value.fits(schema),
      schema.choices.isEmpty || schema.choices.contains(where: { FormValue(known: $0) == value })
    {
      return completed(value, schema, inside)
    }
    let choices = schema.choices.filter { $0 != "null" }
    if !choices.isEmpty { return number < choices.count ? FormValue(known: choices[number]) : nil }
    if number == 0, let standard = schema.defaultValue, standard != "null" {
      let value = FormValue(known: standard)
      if value.fits(schema) { return value }
    }
    switch schema.kind {
    case .any: return .text("example")
    case .text, .binary: return text(schema, number)
    case .integer, .number: return self.number(schema, number)
    case .boolean: return number < 2 ? .bare(number == 0 ? "true" : "false") : nil
    case .null: return .null
    case .list(let item): return list(of: form.schema(item), schema, inside)
    case .object(let properties, _): return object(properties, schema, inside)
    case .oneOf(let alternatives):
      guard inside.count < 12, !inside.contains(schema.kind) else { return nil }
      let needed = Set(alternatives.flatMap { form.schema($0).requiredNames })
      for id in alternatives {
        let own = form.schema(id)
        // Properties that only other alternatives require are omitted, so that only one alternative
        // matches.
        let alternative = without(needed.subtracting(own.requiredNames), own)
        guard let value = value(of: alternative, inside: inside + [schema.kind], number: number)
        else { continue }
        return tagged(value, schema.discriminator, id)
      }
      return nil
    }
  }

  /// Adds the alternative's discriminator value.
  private func tagged(
    _ value: FormValue, _ tags: Schema.Discriminator?, _ id: SchemaID
  ) -> FormValue {
    guard let tags, let word = tags.words[id], case .object(var members) = value else {
      return value
    }
    members.removeAll { $0.name == tags.property }
    return .object([FormValue.Member(tags.property, .text(word))] + members)
  }

  private mutating func list(
    of item: Schema, _ schema: Schema, _ inside: [Schema.Kind]
  ) -> FormValue? {
    guard inside.count < 12, !inside.contains(schema.kind) else { return nil }
    let bounds = schema.bounds
    let least = bounds.minimumItems ?? 0
    let count = min(max(least, 1), bounds.maximumItems ?? Int.max)
    guard count <= 1000 else { return nil }
    var values: [FormValue] = []
    for number in 0..<count {
      let other = bounds.hasUniqueItems ? number : 0
      guard let value = value(of: item, inside: inside + [schema.kind], number: other) else {
        break
      }
      values.append(value)
    }
    return values.count >= least ? .list(values) : nil
  }

  private mutating func object(
    _ properties: [Schema.Property], _ object: Schema, _ inside: [Schema.Kind]
  ) -> FormValue? {
    guard inside.count < 12, !inside.contains(object.kind) else { return nil }
    let most = object.bounds.maximumProperties ?? Int.max
    var members: [FormValue.Member] = []
    for property in properties {
      let schema = form.schema(property.schema)
      guard !schema.isReadOnly else { continue }
      // Optional properties are included only to this depth, because schemas may branch without
      // end.
      let isWanted =
        (extent == .everything || schema.example != nil) && inside.count < 3
        && !schema.isDeprecated
      guard property.isRequired || (isWanted && members.count < most) else { continue }
      guard let value = value(of: schema, inside: inside + [object.kind]) else {
        guard property.isRequired else { continue }
        guard schema.isNullable else { return nil }
        members.append(FormValue.Member(property.name, .null))
        continue
      }
      if !property.isRequired, value == .list([]) { continue }
      members.append(FormValue.Member(property.name, value))
    }
    return complete(members, of: object, inside)
  }

  /// Adds the required members that the example of an object lacks. For instance, an `allOf` may
  /// have only the example of one part.
  private mutating func completed(
    _ example: FormValue, _ schema: Schema, _ inside: [Schema.Kind]
  ) -> FormValue {
    guard case .object(let given) = example, case .object(let properties, _) = schema.kind else {
      return example
    }
    let names = Set(given.map(\.name))
    let lacking = properties.filter { property in
      property.isRequired && !names.contains(property.name)
        && !form.schema(property.schema).isReadOnly
    }
    guard !lacking.isEmpty, inside.count < 12, !inside.contains(schema.kind) else {
      return example
    }
    return .object(
      given
        + lacking.compactMap { property in
          value(of: form.schema(property.schema), inside: inside + [schema.kind])
            .map { FormValue.Member(property.name, $0) }
        })
  }

  /// Adds optional members up to the minimum number. Returns nil if there are still too few.
  private mutating func complete(
    _ members: [FormValue.Member], of object: Schema, _ inside: [Schema.Kind]
  ) -> FormValue? {
    let least = object.bounds.minimumProperties ?? 0
    guard members.count < least else { return .object(members) }
    guard case .object(let properties, let others) = object.kind, least <= 1000 else { return nil }
    var members = members
    let given = Set(members.map(\.name))
    var candidates = properties.filter {
      !given.contains($0.name) && !form.schema($0.schema).isReadOnly
    }.map { (name: $0.name, schema: $0.schema) }
    if let others {
      candidates += (1...least).map { (name: "example\($0)", schema: others) }
    }
    for candidate in candidates where members.count < least {
      let schema = form.schema(candidate.schema)
      guard let value = value(of: schema, inside: inside + [object.kind]) else { continue }
      members.append(FormValue.Member(candidate.name, value))
    }
    return members.count < least ? nil : .object(members)
  }

  private func without(_ names: Set<String>, _ schema: Schema) -> Schema {
    guard !names.isEmpty, case .object(let properties, let others) = schema.kind else {
      return schema
    }
    var schema = schema
    schema.kind = .object(properties.filter { !names.contains($0.name) }, others: others)
    return schema
  }

  // MARK: Texts and numbers

  private static let texts: [String: String] = [
    "date": "2026-01-31", "date-time": "2026-01-31T12:00:00Z", "time": "12:00:00Z",
    "uuid": "123e4567-e89b-12d3-a456-426614174000", "email": "someone@example.com",
    "idn-email": "someone@example.com", "uri": "https://example.com/",
    "url": "https://example.com/", "iri": "https://example.com/", "uri-reference": "/example",
    "hostname": "example.com", "ipv4": "192.0.2.1", "ipv6": "2001:db8::1", "byte": "ZXhhbXBsZQ==",
    "duration": "P1D", "json-pointer": "/example", "regex": "^a$",
  ]

  private func text(_ schema: Schema, _ number: Int) -> FormValue? {
    if schema.kind == .binary { return .text("example.bin") }
    let field = form.field(FieldID(.body), "", schema)
    var candidates: [String] = []
    if let pattern = schema.bounds.pattern {
      let least = schema.bounds.minimumLength ?? 0
      for more in [0, 1, 2, 4, 8, least, 16, 32] {
        if let text = PatternSample.text(pattern, more: more) { candidates.append(text) }
      }
    }
    var plain = Self.texts[schema.format] ?? "example"
    if number > 0 { plain = schema.format.isEmpty ? "\(plain)\(number)" : plain }
    candidates.append(plain)
    let least = schema.bounds.minimumLength ?? 0
    if plain.count < least, least <= 10_000 {
      candidates.append(plain + String(repeating: "x", count: least - plain.count))
    }
    if let most = schema.bounds.maximumLength { candidates.append(String(plain.prefix(most))) }
    return candidates.first { field.faults(of: $0).isEmpty }.map { .text($0) }
  }

  private func number(_ schema: Schema, _ number: Int) -> FormValue? {
    let bounds = schema.bounds
    let field = form.field(FieldID(.body), "", schema)
    let low = bounds.minimum ?? min(1, bounds.maximum ?? 1)
    let high = bounds.maximum ?? max(low + 1, 1)
    let step = bounds.multipleOf ?? 1
    let start = (low / step).rounded(.up) * step
    var candidates = (0..<3).map { start + Double($0 + number) * step }
    candidates += [(low + high) / 2, low, high, low + step, high - step]
    for candidate in candidates where abs(candidate) < 1e15 {
      let text = candidate.brief
      if field.faults(of: text).isEmpty { return .bare(text) }
    }
    return nil
  }
}

extension Schema {
  fileprivate var requiredNames: [String] {
    guard case .object(let properties, _) = kind else { return [] }
    return properties.filter(\.isRequired).map(\.name)
  }
}

extension FormValue {
  /// Returns whether the value has the schema's type. Does not check members.
  func fits(_ schema: Schema) -> Bool {
    switch (schema.kind, self) {
    case (.any, _), (.oneOf, _): true
    case (.text, .text), (.binary, .text), (.list, .list), (.object, .object), (.null, .null): true
    case (.integer, .bare(let word)), (.number, .bare(let word)): JSONNumber.isValid(word)
    case (.boolean, .bare(let word)): word == "true" || word == "false"
    default: false
    }
  }
}
