import ClientModel
import ClientYAML

/// A schema in the document, or some of its keywords, for merging several schemas into one.
struct SchemaPart: Hashable, Sendable {
  enum Aspect: Hashable, Sendable {
    case all
    /// All keywords except `$ref` and `allOf`, whose schemas are separate parts.
    case own
    /// The keywords of `own` except `oneOf` and `anyOf`, of which one schema is a separate part.
    case bare
    /// The keywords of `bare` with a single type.
    case typed(String)
  }

  let node: FileNode
  var aspect: Aspect = .all
}

extension CatalogReader {
  /// Returns the number of the schema at a position, or reserves a number. `readWaiting` reads
  /// schemas with reserved numbers.
  mutating func schema(at spot: FileNode) -> SchemaID {
    if let id = known[spot] { return id }
    let id = schemas.reserve()
    known[spot] = id
    waiting.append((id, [SchemaPart(node: spot)]))
    return id
  }

  /// Returns the number of the schema that merges these parts, or reserves a number.
  mutating func schema(joining parts: [SchemaPart]) -> SchemaID {
    if parts.count == 1, parts[0].aspect == .all { return schema(at: parts[0].node) }
    if let id = joined[parts] { return id }
    let id = schemas.reserve()
    joined[parts] = id
    waiting.append((id, parts))
    return id
  }

  /// Returns the number of the schema at a position. For a reference without sibling keywords,
  /// returns the number of its target.
  mutating func schema(of spot: FileNode) throws(CatalogStop) -> SchemaID {
    if let id = known[spot] { return id }
    var passed: [FileNode] = []
    var target = spot
    while let reference = bareReference(target) {
      guard !passed.contains(target), passed.count < 200 else {
        report(
          reference, "A reference is left out.",
          "`\(files.string(reference).prefix(200))` leads back to itself.",
          "Correct the name.")
        return anySchema()
      }
      passed.append(target)
      guard let next = try resolve(reference) else { return anySchema() }
      target = next
    }
    let id = schema(at: target)
    known[spot] = id
    return id
  }

  /// Returns the value of `$ref` in a mapping that has no other key, or nil for any other value.
  private func bareReference(_ spot: FileNode) -> FileNode? {
    guard files.kind(spot) == .mapping, files.node(spot).count == 2 else { return nil }
    return reference(spot)
  }

  mutating func anySchema() -> SchemaID {
    if let anything { return anything }
    let id = schemas.reserve()
    anything = id
    return id
  }

  /// Reads all schemas with reserved numbers, and the schemas to which they refer.
  mutating func readWaiting() throws(CatalogStop) {
    var count = 0
    while let next = waiting.popLast() {
      count += 1
      if count % 1024 == 0 { try pause() }
      guard schemas.count <= 1_000_000, joiningLeft > 0 else {
        report(
          next.parts[0].node, "Schemas from here on are left out.",
          "Merging the schemas of this document produces too many schemas.",
          "Use `allOf` and `oneOf` less deeply.")
        waiting = []
        return
      }
      schemas[next.id] = try read(next.parts)
      if case .oneOf = schemas[next.id].kind { choices.append((next.id, next.parts[0].node)) }
    }
  }

  /// Merges schemas into one.
  private mutating func read(_ parts: [SchemaPart]) throws(CatalogStop) -> Schema {
    var list = SchemaPartList()
    for part in parts { try collect(part, into: &list, depth: 0) }
    var isNullable = false
    // Each iteration resolves a `oneOf` or `anyOf` with a single alternative, which may be nested.
    for _ in 0..<20 {
      guard let (index, alternatives) = alternatives(of: list.parts, &isNullable) else { break }
      list.parts[index].aspect = .bare
      if try isChosen(alternatives, in: list.parts, owner: list.parts[index].node) { continue }
      guard alternatives.count == 1 else {
        return try choice(of: alternatives, list.parts, isNullable)
      }
      try collect(SchemaPart(node: alternatives[0]), into: &list, depth: 0)
    }
    return try plain(list.parts, isNullable)
  }

  /// Reads a schema with alternatives.
  private mutating func choice(
    of alternatives: [FileNode], _ parts: [SchemaPart], _ isNullable: Bool
  ) throws(CatalogStop) -> Schema {
    var schema = Schema(.any)
    let base = parts.filter(limits)
    var ids: [SchemaID] = []
    var named: [(SchemaID, FileNode)] = []
    var seen: Set<SchemaID> = []
    for alternative in alternatives {
      joiningLeft -= base.count + 1
      let id =
        base.isEmpty
        ? try self.schema(of: alternative)
        : self.schema(joining: base + [SchemaPart(node: alternative)])
      if seen.insert(id).inserted {
        ids.append(id)
        named.append((id, alternative))
      }
    }
    schema.kind = .oneOf(ids)
    schema.discriminator = discriminator(of: parts, named)
    schema.isNullable = isNullable
    readWords(of: parts, into: &schema)
    return schema
  }

  /// Returns the discriminator with a value for each alternative: the value in the discriminator's
  /// mapping, or else the name of the alternative's schema. Returns nil if no part has a
  /// discriminator.
  private func discriminator(
    of parts: [SchemaPart], _ alternatives: [(id: SchemaID, spot: FileNode)]
  ) -> Schema.Discriminator? {
    let spots = parts.lazy.compactMap { files.field($0.node, "discriminator") }
    guard let spot = spots.first, let property = text(spot, "propertyName") else { return nil }
    let mapping = files.field(spot, "mapping").map { files.fields($0) } ?? []
    let places = Dictionary(
      mapping.enumerated().map { (files.string($0.element.value), $0.offset) }
    ) { first, _ in first }
    var words: [SchemaID: String] = [:]
    for (id, alternative) in alternatives {
      guard let reference = reference(alternative).map({ files.string($0) }) else { continue }
      let name = String(reference.pieces(at: "/").last ?? "")
      let mapped = [reference, name].compactMap { places[$0] }.min()
      words[id] = mapped.map { files.string(mapping[$0].key) } ?? name
    }
    return Schema.Discriminator(property: property, words: words)
  }

  /// Reads a schema without alternatives.
  private mutating func plain(
    _ parts: [SchemaPart], _ isNullable: Bool
  ) throws(CatalogStop) -> Schema {
    var schema = Schema(.any)
    schema.isNullable = isNullable
    let types = types(of: parts, into: &schema)
    if types.count > 1 {
      let ids = types.map { type in
        self.schema(
          joining: parts.map { SchemaPart(node: $0.node, aspect: .typed(type)) })
      }
      joiningLeft -= ids.count * parts.count
      schema.kind = .oneOf(ids)
      readWords(of: parts, into: &schema)
      return schema
    }
    readWords(of: parts, into: &schema)
    schema.kind = try kind(types.first ?? impliedType(of: parts), parts, &schema)
    readBounds(of: parts, into: &schema)
    readChoices(of: parts, into: &schema)
    return schema
  }
}

/// The schemas that are merged into one.
struct SchemaPartList {
  var parts: [SchemaPart] = []
  /// The schemas that are being collected, to detect a schema that contains itself.
  var path: [FileNode] = []
}

extension CatalogReader {
  static let joiningDepth = 50
  static let joiningCount = 200

  /// Adds the targets of `$ref` and `allOf`, and then the schema.
  private mutating func collect(
    _ part: SchemaPart, into list: inout SchemaPartList, depth: Int
  ) throws(CatalogStop) {
    joiningLeft -= Int(files.node(part.node).count) / 2 + 1
    guard part.aspect == .all else {
      if !list.parts.contains(part) { list.parts.append(part) }
      return
    }
    let spot = part.node
    guard files.kind(spot) == .mapping else {
      // Since OpenAPI 3.1, `true` and `false` are schemas. They have no form fields.
      if !files.isScalar(spot) || !["true", "false"].contains(files.string(spot)) {
        report(
          spot, "A schema is treated as unconstrained.", "It is not a mapping.",
          "Write a schema: a mapping with a `type`.")
      }
      return
    }
    guard !list.path.contains(spot) else {
      report(
        spot, "A recursive part of a schema is left out.",
        "Its `allOf` or `$ref` leads back to itself.",
        "To nest it, refer to it under `properties` or `items`.")
      return
    }
    guard depth <= Self.joiningDepth, list.parts.count < Self.joiningCount else {
      report(
        spot, "A part of a schema is left out.",
        "It is more than \(Self.joiningDepth) levels of `allOf` and `$ref` deep, or joins more "
          + "than \(Self.joiningCount) schemas.",
        "Combine those schemas into fewer schemas.")
      return
    }
    guard !list.parts.contains(where: { $0.node == spot }) else { return }
    list.path.append(spot)
    if let reference = reference(spot), let target = try resolve(reference) {
      try collect(SchemaPart(node: target), into: &list, depth: depth + 1)
    }
    if let all = files.field(spot, "allOf") {
      if files.kind(all) != .list {
        report(
          all, "`allOf` is left out.", "It is not a list.",
          "Write it as a list, with `- ` before each schema.")
      }
      for item in files.items(all) {
        try collect(SchemaPart(node: item), into: &list, depth: depth + 1)
      }
    }
    list.path.removeLast()
    list.parts.append(SchemaPart(node: spot, aspect: .own))
  }

  /// Returns the index of the first part with alternatives, and its alternatives except null. Sets
  /// `isNullable` if null is one of them. Returns nil if no part has alternatives.
  private mutating func alternatives(
    of parts: [SchemaPart], _ isNullable: inout Bool
  ) -> (Int, [FileNode])? {
    for (index, part) in parts.enumerated() where part.aspect == .own {
      guard
        let list = files.field(part.node, "oneOf") ?? files.field(part.node, "anyOf")
      else { continue }
      let items = files.items(list)
      let real = items.filter { !isNull($0) }
      if real.count < items.count { isNullable = true }
      if !real.isEmpty { return (index, real) }
      if items.isEmpty {
        report(
          list, "An empty list of alternatives in a schema was ignored.",
          "`oneOf` or `anyOf` has no entries.",
          "Write it as a list, with `- ` before each schema.")
      }
    }
    return nil
  }

  private func isNull(_ spot: FileNode) -> Bool {
    if let type = files.field(spot, "type") { return files.is(type, "null") }
    guard let values = files.field(spot, "enum").map({ files.items($0) }) ?? nil else {
      return files.field(spot, "const").map { files.kind($0) == .null } ?? false
    }
    return !values.isEmpty && values.allSatisfy { files.kind($0) == .null }
  }

  /// Returns whether a part constrains values and does not only describe them.
  private func limits(_ part: SchemaPart) -> Bool {
    let keys: [StaticString] = [
      "type", "properties", "required", "additionalProperties", "items", "enum", "const", "format",
      "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength",
      "maxLength", "pattern", "minItems", "maxItems", "uniqueItems", "patternProperties",
      "prefixItems", "minProperties", "maxProperties", "contentEncoding", "contentMediaType",
    ]
    if part.aspect == .own, files.hasField(part.node, "oneOf") || files.hasField(part.node, "anyOf")
    {
      return true
    }
    return keys.contains { files.hasField(part.node, $0) }
  }
}
