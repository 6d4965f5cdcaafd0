package import ClientModel

/// The types of a GraphQL service.
package struct GraphQLSchema: Hashable, Sendable {
  /// A field of an object, an interface or an input object, or an argument of a field.
  package struct Field: Hashable, Sendable {
    package let name: String
    /// The type as written in a schema, such as `[String!]!`.
    package let type: String
    package let arguments: [Field]
    package let summary: String

    /// The name of the type without brackets and exclamation marks.
    package var namedType: String {
      String(decoding: type.utf8.filter { !"[]!".utf8.contains($0) }, as: UTF8.self)
    }

    /// The field as written in a schema, without its description.
    package var signature: String {
      let list = arguments.map { "\($0.name): \($0.type)" }.joined(separator: ", ")
      return arguments.isEmpty ? "\(name): \(type)" : "\(name)(\(list)): \(type)"
    }
  }

  package struct TypeFacts: Hashable, Sendable {
    package let kind: String
    package let fields: [Field]
    /// The fields of an input object.
    package let inputs: [Field]
    package let values: [String]
    package let summary: String

    /// Whether a field of this type needs a selection in braces.
    var isComposite: Bool { ["OBJECT", "INTERFACE", "UNION"].contains(kind) }
  }

  /// The types by name.
  package private(set) var types: [String: TypeFacts] = [:]
  /// The root types of `query`, `mutation` and `subscription`.
  package private(set) var roots: [String: String] = [:]

  /// The maximum size of an introspection response, in bytes.
  package static let largest = 32 << 20
  /// The maximum number of types, and the maximum number of fields, arguments or values of a type.
  private static let mostTypes = 20_000
  private static let mostFields = 5_000

  /// The operation that reads a schema.
  ///
  /// - Source: GraphQL specification (September 2025), section 4.
  package static let introspection = GraphQLRequest(
    query: """
      query IntrospectionQuery {
        __schema {
          queryType { name }
          mutationType { name }
          subscriptionType { name }
          types {
            kind
            name
            description
            fields(includeDeprecated: true) {
              name
              description
              args { name description type { ...TypeRef } }
              type { ...TypeRef }
            }
            inputFields { name description type { ...TypeRef } }
            enumValues(includeDeprecated: true) { name }
          }
        }
      }

      fragment TypeRef on __Type {
        kind name
        ofType { kind name ofType { kind name ofType { kind name
          ofType { kind name ofType { kind name ofType { kind name } } }
        } } }
      }
      """, operation: "IntrospectionQuery")

  /// Reads the response to `introspection`. Returns nil if the response is not JSON, is too large,
  /// or contains no schema. Names that are not GraphQL names are ignored.
  package init?(introspection bytes: [UInt8]) {
    guard bytes.count <= Self.largest, JSONValidator.fault(in: bytes) == nil else { return nil }
    let root = JSONMember(bytes[...])
    guard let schema = root["data"]?["__schema"] ?? root["__schema"], let types = schema["types"]
    else { return nil }
    for word in ["query", "mutation", "subscription"] {
      if let name = schema["\(word)Type"]?.name { roots[word] = name }
    }
    for type in types.elements.prefix(Self.mostTypes) {
      guard let name = type.name else { continue }
      self.types[name] = TypeFacts(
        kind: type["kind"]?.text ?? "", fields: Self.fields(type["fields"]),
        inputs: Self.fields(type["inputFields"]),
        values: type["enumValues"]?.elements.prefix(Self.mostFields).compactMap(\.name) ?? [],
        summary: type["description"]?.text ?? "")
    }
    guard let query = roots["query"], self.types[query] != nil else { return nil }
  }

  private enum Arguments { case read, none }

  /// Reads fields or arguments. Arguments do not have arguments.
  private static func fields(_ list: JSONMember?, arguments: Arguments = .read) -> [Field] {
    list?.elements.prefix(mostFields).compactMap { field in
      guard let name = field.name, let type = field["type"].flatMap({ Self.type($0, depth: 0) })
      else { return nil }
      return Field(
        name: name, type: type,
        arguments: arguments == .read ? fields(field["args"], arguments: .none) : [],
        summary: field["description"]?.text ?? "")
    } ?? []
  }

  private static func type(_ reference: JSONMember, depth: Int) -> String? {
    let inner = {
      depth < 10 ? reference["ofType"].flatMap { Self.type($0, depth: depth + 1) } : nil
    }
    switch reference["kind"]?.text {
    case "NON_NULL": return inner().map { "\($0)!" }
    case "LIST": return inner().map { "[\($0)]" }
    default: return reference.name
    }
  }

  /// Returns a field of a type, including the fields that every type has.
  package func field(_ name: String, of type: String) -> Field? {
    switch name {
    case "__typename":
      return Field(name: name, type: "String!", arguments: [], summary: "The name of the type.")
    case "__schema", "__type":
      guard type == roots["query"] else { return nil }
      let arguments = [Field(name: "name", type: "String!", arguments: [], summary: "")]
      return name == "__schema"
        ? Field(name: name, type: "__Schema!", arguments: [], summary: "")
        : Field(name: name, type: "__Type", arguments: arguments, summary: "")
    default: return types[type]?.fields.first { $0.name == name }
    }
  }
}

/// A value in valid JSON text.
private struct JSONMember {
  private let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  subscript(_ key: String) -> JSONMember? {
    var reader = JSONReader(bytes)
    guard reader.take("{") else { return nil }
    while let part = reader.part() {
      guard let name = part.name else { return nil }
      if JSONText.string(bytes[name].dropFirst().dropLast()) == key {
        return JSONMember(bytes[part.value])
      }
    }
    return nil
  }

  var elements: [JSONMember] {
    var reader = JSONReader(bytes)
    guard reader.take("[") else { return [] }
    var found: [JSONMember] = []
    while let part = reader.part() { found.append(JSONMember(bytes[part.value])) }
    return found
  }

  /// The text of a string, or nil for any other value.
  var text: String? {
    guard bytes.count >= 2, bytes.first == UInt8(ascii: "\"") else { return nil }
    return JSONText.string(bytes.dropFirst().dropLast())
  }

  /// The `name` member, or nil if it is not a GraphQL name.
  var name: String? {
    guard let name = self["name"]?.text, !name.isEmpty, name.utf8.count <= 200,
      name.utf8.allSatisfy(GraphQLLexer.isNameByte)
    else { return nil }
    return name
  }
}
