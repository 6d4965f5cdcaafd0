import ClientYAML

/// Functions that read single keywords of schemas.
extension CatalogReader {
  /// Returns the types except null that all parts allow, or an empty array if no part has a type.
  /// Makes the schema nullable if a part allows null.
  func types(of parts: [SchemaPart], into schema: inout Schema) -> [String] {
    var common: [String]?
    for part in parts {
      if case .typed(let type) = part.aspect { return [type] }
      guard let said = files.field(part.node, "type") else { continue }
      let names = (files.kind(said) == .list ? files.items(said) : [said]).map(files.string)
      if names.contains("null") { schema.isNullable = true }
      let real = names.filter { $0 != "null" && !$0.isEmpty }
      common =
        common.map { types in
          types.filter { real.contains($0) || ($0 == "integer" && real.contains("number")) }
        } ?? real
    }
    var types = common ?? []
    if types.contains("number") { types.removeAll { $0 == "integer" } }
    return types
  }

  /// Returns the type that other keywords imply if `type` is missing.
  func impliedType(of parts: [SchemaPart]) -> String {
    func has(_ keys: StaticString...) -> Bool {
      parts.contains { part in keys.contains { files.hasField(part.node, $0) } }
    }
    let isObject = has(
      "properties", "additionalProperties", "required", "patternProperties", "minProperties",
      "maxProperties")
    if isObject { return "object" }
    if has("items", "prefixItems", "minItems", "maxItems", "uniqueItems") { return "array" }
    if has("minLength", "maxLength", "pattern", "contentEncoding") { return "string" }
    if has("minimum", "maximum", "multipleOf", "exclusiveMinimum", "exclusiveMaximum") {
      return "number"
    }
    guard let format = first(of: parts, "format") else { return "" }
    return ["int32", "int64"].contains(files.string(format)) ? "integer" : "string"
  }

  mutating func kind(
    _ type: String, _ parts: [SchemaPart], _ schema: inout Schema
  ) throws(CatalogStop) -> Schema.Kind {
    switch type {
    case "string", "file":
      if let coding = first(of: parts, "contentEncoding").map(files.string) {
        schema.format = coding
        return ["base64", "base64url", "base16"].contains(coding) ? .binary : .text
      }
      let isBinary =
        schema.format == "binary" || type == "file"
        || first(of: parts, "contentMediaType").map { files.is($0, "application/octet-stream") }
          ?? false
      return isBinary ? .binary : .text
    case "integer": return .integer
    case "number": return .number
    case "boolean": return .boolean
    case "array": return .list(of: try items(of: parts))
    case "object": return try object(parts)
    case "", "any": return isAlwaysNull(parts) ? .null : .any
    case "null": return .null
    default:
      if let said = first(of: parts, "type") {
        report(
          said, "A value is treated as having any type.",
          "`\(type.prefix(40))` is not a type.",
          "Choose one of string, integer, number, boolean, array, object.")
      }
      return .any
    }
  }

  private func isAlwaysNull(_ parts: [SchemaPart]) -> Bool {
    guard let type = first(of: parts, "type") else { return false }
    let names = files.kind(type) == .list ? files.items(type) : [type]
    return !names.isEmpty && names.allSatisfy { files.is($0, "null") }
  }

  private mutating func items(of parts: [SchemaPart]) throws(CatalogStop) -> SchemaID {
    let all = parts.compactMap { files.field($0.node, "items") }
      .filter { files.kind($0) == .mapping }
    if all.count == 1 { return try schema(of: all[0]) }
    if all.count > 1 { return schema(joining: all.map { SchemaPart(node: $0) }) }
    guard let first = first(of: parts, "prefixItems"),
      let item = files.items(first).first, files.items(first).count == 1
    else { return anySchema() }
    return try schema(of: item)
  }

  private mutating func object(_ parts: [SchemaPart]) throws(CatalogStop) -> Schema.Kind {
    var order: [String] = []
    var spots: [String: [FileNode]] = [:]
    var required: Set<String> = []
    var requiredOrder: [String] = []
    var others: FileNode?
    var isClosed = false
    for part in parts {
      for field in try fields(part.node, "properties") {
        let name = files.string(field.key)
        guard !(files.kind(field.value) == .plain && files.string(field.value) == "false") else {
          continue
        }
        if spots[name] == nil { order.append(name) }
        if spots[name]?.contains(field.value) != true {
          spots[name, default: []].append(field.value)
        }
      }
      if let list = files.field(part.node, "required"), files.kind(list) == .list {
        for item in files.items(list) where required.insert(files.string(item)).inserted {
          requiredOrder.append(files.string(item))
        }
      }
      if let rest = files.field(part.node, "additionalProperties") {
        if files.kind(rest) == .mapping { others = others ?? rest }
        isClosed = isClosed || (files.isScalar(rest) && !files.isTrue(rest))
      } else if let pattern = files.field(part.node, "patternProperties") {
        others = others ?? files.fields(pattern).first?.value
      }
    }
    joiningLeft -= order.count
    for name in requiredOrder where spots[name] == nil { order.append(name) }
    var properties: [Schema.Property] = []
    properties.reserveCapacity(order.count)
    for name in order {
      let own = spots[name] ?? []
      let id =
        own.isEmpty
        ? anySchema()
        : own.count == 1
          ? try schema(of: own[0]) : schema(joining: own.map { SchemaPart(node: $0) })
      properties.append(
        Schema.Property(name: name, schema: id, isRequired: required.contains(name)))
    }
    if isClosed { return .object(properties, others: nil) }
    if let others { return .object(properties, others: try schema(of: others)) }
    let isOpen =
      properties.isEmpty
      || parts.contains { part in
        files.field(part.node, "additionalProperties").map(files.isTrue) ?? false
      }
    return .object(properties, others: isOpen ? anySchema() : nil)
  }

  /// Returns the value of a key in the outermost part with the key, or nil if no part has the key.
  func first(of parts: [SchemaPart], _ key: StaticString) -> FileNode? {
    for part in parts.reversed() {
      if let found = files.field(part.node, key) { return found }
    }
    return nil
  }

  /// Reads the title, description, format and example. The outermost part takes precedence.
  mutating func readWords(of parts: [SchemaPart], into schema: inout Schema) {
    schema.title = first(of: parts, "title").map(files.string) ?? ""
    schema.summary = first(of: parts, "description").map(files.string) ?? ""
    schema.format = first(of: parts, "format").map(files.string) ?? ""
    for part in parts {
      if boolean(part.node, "deprecated") == true { schema.isDeprecated = true }
      if boolean(part.node, "nullable") == true { schema.isNullable = true }
      if boolean(part.node, "readOnly") == true { schema.isReadOnly = true }
    }
    if let standard = first(of: parts, "default") { schema.defaultValue = json(standard) }
    if let example = example(of: parts) { schema.example = json(example) }
  }

  /// Returns `example` of the outermost part that has it, or else the first value in `examples`.
  /// Returns nil if there is no example.
  private func example(of parts: [SchemaPart]) -> FileNode? {
    if let example = first(of: parts, "example") { return example }
    guard let examples = first(of: parts, "examples"), files.kind(examples) == .list else {
      return nil
    }
    return files.items(examples).first
  }

  /// Reads the values of `enum` and `const` that all parts allow. If the type is string, unquoted
  /// values are also strings.
  mutating func readChoices(of parts: [SchemaPart], into schema: inout Schema) {
    let isText = schema.kind == .text
    var choices: [String]?
    for part in parts {
      var own: [String] = []
      if let constant = files.field(part.node, "const") {
        own = choice(constant, schema.kind).map { [$0] } ?? []
      } else if let list = files.field(part.node, "enum") {
        for item in files.items(list) {
          if let choice = choice(item, schema.kind) { own.append(choice) }
        }
      } else {
        continue
      }
      if own.contains("null"), own.count > 1 {
        schema.isNullable = true
        own.removeAll { $0 == "null" }
      }
      var seen: Set<String> = []
      own = own.filter { seen.insert($0).inserted }
      choices = choices.map { known in known.filter(seen.contains) } ?? own
    }
    schema.choices = choices ?? []
    guard isText else { return }
    if let spot = first(of: parts, "default"), files.kind(spot) == .plain {
      schema.defaultValue = files.jsonString(spot)
    }
    if let spot = example(of: parts), files.kind(spot) == .plain {
      schema.example = files.jsonString(spot)
    }
  }

  private mutating func choice(_ spot: FileNode, _ kind: Schema.Kind) -> String? {
    kind == .text && files.kind(spot) == .plain ? files.jsonString(spot) : json(spot)
  }
}
