import FoundationEssentials

/// The generator of JSON Schemas from shapes. Source: JSON Schema 2020-12.
///
/// The schemas allow unknown fields, because a newer Weir may add some.
enum JSONSchemaText {
  static func text(_ form: JSONForm) throws -> String {
    var root: [String: JSONSchemaNode] = [
      "$schema": .text("https://json-schema.org/draft/2020-12/schema"),
      "$id": .text("urn:weir:\(form.name)"),
      "title": .text(form.name),
      "description": .text(form.contents),
    ]
    root.merge(node(form.shape)) { $1 }
    var definitions: [String: JSONSchemaNode] = [:]
    for object in form.shape.objects { definitions[object.name] = .members(members(of: object)) }
    if !definitions.isEmpty { root["$defs"] = .members(definitions) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    return String(
      decoding: try encoder.encode(JSONSchemaNode.members(root)), as: UTF8.self)
  }

  private static func node(_ shape: JSONShape) -> [String: JSONSchemaNode] {
    switch shape {
    case .text: ["type": .text("string")]
    case .word(let words): ["type": .text("string"), "enum": .list(words.map { .text($0) })]
    case .integer, .time: ["type": .text("integer")]
    case .number: ["type": .text("number")]
    case .flag: ["type": .text("boolean")]
    case .anything: [:]
    case .list(let element): ["type": .text("array"), "items": .members(node(element))]
    case .map(let value):
      ["type": .text("object"), "additionalProperties": .members(node(value))]
    case .object(let object): reference(to: object)
    case .oneOf(let objects): ["oneOf": .list(objects.map { .members(reference(to: $0)) })]
    }
  }

  private static func reference(to object: JSONObjectShape) -> [String: JSONSchemaNode] {
    ["$ref": .text("#/$defs/\(object.name)")]
  }

  private static func members(of object: JSONObjectShape) -> [String: JSONSchemaNode] {
    var properties: [String: JSONSchemaNode] = [:]
    for field in object.fields {
      var property = node(field.shape)
      property["description"] = .text(field.meaning)
      properties[field.name] = .members(property)
    }
    let required = object.fields.filter { $0.presence == .always }.map(\.name)
    return [
      "type": .text("object"), "description": .text(object.meaning),
      "properties": .members(properties), "required": .list(required.map { .text($0) }),
    ]
  }
}

/// A value in a schema.
private indirect enum JSONSchemaNode: Encodable {
  case text(String)
  case list([JSONSchemaNode])
  case members([String: JSONSchemaNode])

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .list(let list): try container.encode(list)
    case .members(let members): try container.encode(members)
    }
  }
}
