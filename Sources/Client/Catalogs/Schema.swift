/// Names a schema within its catalog.
package struct SchemaID: Hashable, Sendable {
  let index: Int32
}

/// What a value may be: the part of JSON Schema that a form can ask for.
///
/// - Source: OpenAPI 3.0.4 and 3.1.1, Schema Object; JSON Schema 2020-12.
package struct Schema: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// No type is said.
    case any
    case text
    case integer
    case number
    case truth
    case null
    /// A file's bytes: `format: binary`, `contentEncoding`, or no schema for a binary media type.
    case binary
    indirect case list(of: SchemaID)
    case object([Property], others: SchemaID?)
    /// Exactly one of these (`oneOf`, `anyOf`); `allOf` is already joined.
    case oneOf([SchemaID])
  }

  package struct Property: Hashable, Sendable {
    package let name: String
    package let schema: SchemaID
    package let isRequired: Bool
  }

  /// Which property says which of several alternatives a value is, and with what word.
  ///
  /// - Source: OpenAPI 3.1.1, section 4.8.25.
  package struct Discriminator: Hashable, Sendable {
    package let property: String
    package let words: [SchemaID: String]
  }

  package var kind: Kind
  package var title: String
  package var summary: String
  /// `date`, `date-time`, `uuid`, `email`, …; empty without one.
  package var format: String
  /// As JSON texts; empty when every value of the kind will do.
  package var choices: [String]
  /// As JSON text.
  package var standard: String?
  /// As JSON text.
  package var example: String?
  package var bounds: Bounds
  /// Nil where only the shape distinguishes alternatives.
  package var discriminator: Discriminator?
  package var isDeprecated: Bool
  package var isNullable: Bool
  package var isReadOnly: Bool

  /// The bounds of a value. Lengths count Unicode scalars, as JSON Schema does.
  package struct Bounds: Hashable, Sendable {
    package var minimum: Double?
    package var maximum: Double?
    package var isMinimumExclusive = false
    package var isMaximumExclusive = false
    package var multipleOf: Double?
    package var minimumLength: Int?
    package var maximumLength: Int?
    package var minimumItems: Int?
    package var maximumItems: Int?
    package var hasUniqueItems = false
    package var minimumProperties: Int?
    package var maximumProperties: Int?
    /// An ECMA 262 regular expression.
    package var pattern: String?
  }

  package init(_ kind: Kind) {
    self.kind = kind
    title = ""
    summary = ""
    format = ""
    choices = []
    bounds = Bounds()
    isDeprecated = false
    isNullable = false
    isReadOnly = false
  }
}

/// All schemas of a catalog, by number, so that one may contain itself.
struct SchemaTable: Equatable, Sendable {
  private(set) var schemas: [Schema] = []

  var count: Int { schemas.count }

  subscript(id: SchemaID) -> Schema {
    get { schemas[Int(id.index)] }
    set { schemas[Int(id.index)] = newValue }
  }

  /// Takes a place for a schema that may be named before it is read.
  mutating func reserve() -> SchemaID {
    schemas.append(Schema(.any))
    return SchemaID(index: Int32(schemas.count - 1))
  }
}
