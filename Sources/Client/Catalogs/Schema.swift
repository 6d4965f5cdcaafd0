/// The number of a schema in its catalog.
package struct SchemaID: Hashable, Sendable {
  let index: Int32
}

/// A description of allowed values, with the part of JSON Schema that a form supports.
///
/// - Source: OpenAPI 3.0.4 and 3.1.1, Schema Object; JSON Schema 2020-12.
package struct Schema: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A value without a declared type.
    case any
    case text
    case integer
    case number
    case boolean
    case null
    /// The bytes of a file: `format: binary`, `contentEncoding`, or a binary media type without a
    /// schema.
    case binary
    indirect case list(of: SchemaID)
    case object([Property], others: SchemaID?)
    /// One of these schemas, from `oneOf` or `anyOf`. The schemas of `allOf` are already merged.
    case oneOf([SchemaID])
  }

  package struct Property: Hashable, Sendable {
    package let name: String
    package let schema: SchemaID
    package let isRequired: Bool
  }

  /// The property that identifies the selected alternative, and its value for each alternative.
  ///
  /// - Source: OpenAPI 3.1.1, section 4.8.25.
  package struct Discriminator: Hashable, Sendable {
    package let property: String
    package let words: [SchemaID: String]
  }

  package var kind: Kind
  package var title: String
  package var summary: String
  /// The format, such as `date`, `date-time`, `uuid` or `email`, or an empty string.
  package var format: String
  /// The allowed values as JSON texts, or an empty array if any value is allowed.
  package var choices: [String]
  /// The default as JSON text.
  package var defaultValue: String?
  /// The example as JSON text.
  package var example: String?
  package var bounds: Bounds
  /// The discriminator, or nil if the alternatives are distinguished only by their shape.
  package var discriminator: Discriminator?
  package var isDeprecated: Bool
  package var isNullable: Bool
  package var isReadOnly: Bool

  /// The bounds of a value. Lengths count Unicode scalars, as in JSON Schema.
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

/// All schemas of a catalog. They refer to each other by number, because a schema may contain
/// itself.
struct SchemaTable: Equatable, Sendable {
  private(set) var schemas: [Schema] = []

  var count: Int { schemas.count }

  subscript(id: SchemaID) -> Schema {
    get { schemas[Int(id.index)] }
    set { schemas[Int(id.index)] = newValue }
  }

  /// Reserves a number, so that other schemas can refer to a schema before it is read.
  mutating func reserve() -> SchemaID {
    schemas.append(Schema(.any))
    return SchemaID(index: Int32(schemas.count - 1))
  }
}
