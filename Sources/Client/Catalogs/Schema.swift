/// Names a schema within its catalog.
public struct SchemaID: Hashable, Sendable {
  let index: Int32
}

/// What a value may be: the part of JSON Schema that a form can ask for.
///
/// - Source: OpenAPI 3.0.4 and 3.1.1, Schema Object; JSON Schema 2020-12.
public struct Schema: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
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

  public struct Property: Hashable, Sendable {
    public let name: String
    public let schema: SchemaID
    public let isRequired: Bool
  }

  /// Which property says which of several alternatives a value is, and with what word.
  ///
  /// - Source: OpenAPI 3.1.1, section 4.8.25.
  public struct Discriminator: Hashable, Sendable {
    public let property: String
    public let words: [SchemaID: String]
  }

  public var kind: Kind
  public var title: String
  public var summary: String
  /// `date`, `date-time`, `uuid`, `email`, …; empty without one.
  public var format: String
  /// As JSON texts; empty when every value of the kind will do.
  public var choices: [String]
  /// As JSON text.
  public var standard: String?
  /// As JSON text.
  public var example: String?
  public var bounds: Bounds
  /// Nil where nothing but the shape tells alternatives apart.
  public var discriminator: Discriminator?
  public var isDeprecated: Bool
  public var isNullable: Bool
  public var isReadOnly: Bool

  /// What a value must keep to. Lengths count Unicode scalars, as JSON Schema does.
  public struct Bounds: Hashable, Sendable {
    public var minimum: Double?
    public var maximum: Double?
    public var isMinimumExclusive = false
    public var isMaximumExclusive = false
    public var multipleOf: Double?
    public var minimumLength: Int?
    public var maximumLength: Int?
    public var minimumItems: Int?
    public var maximumItems: Int?
    public var hasUniqueItems = false
    /// An ECMA 262 regular expression.
    public var pattern: String?
  }

  public init(_ kind: Kind) {
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
struct SchemaTable: Sendable {
  private var schemas: [Schema] = []

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
