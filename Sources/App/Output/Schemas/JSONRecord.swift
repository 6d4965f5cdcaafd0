/// An object of a JSON output. One table lists its fields; the output, its JSON Schema and the
/// manual are generated from it.
protocol JSONRecord: Encodable {
  static var table: JSONTable<Self> { get }
}

extension JSONRecord {
  static var shape: JSONShape { .object(table.shape) }

  func encode(to encoder: any Encoder) throws { try Self.table.encode(self, to: encoder) }
}

/// The fields of an object, with the value of each.
struct JSONTable<Record>: Sendable {
  struct Field: Sendable {
    fileprivate typealias Object = KeyedEncodingContainer<JSONKey>

    let description: JSONField
    fileprivate let encode: @Sendable (Record, inout Object) throws -> Void

    /// A field that every object has.
    static func always<Value: Encodable & SendableMetatype>(
      _ name: String, _ shape: JSONShape, _ meaning: String,
      _ value: @escaping @Sendable (Record) -> Value?
    ) -> Field {
      Field(.always(name, shape, meaning), value)
    }

    /// A field that is absent if its value is nil.
    static func sometimes<Value: Encodable & SendableMetatype>(
      _ name: String, _ shape: JSONShape, _ meaning: String,
      _ value: @escaping @Sendable (Record) -> Value?
    ) -> Field {
      Field(.sometimes(name, shape, meaning), value)
    }

    private init<Value: Encodable & SendableMetatype>(
      _ description: JSONField, _ value: @escaping @Sendable (Record) -> Value?
    ) {
      self.description = description
      encode = { try $1.encodeIfPresent(value($0), forKey: JSONKey(description.name)) }
    }

    /// Creates the same field of a record that may contain the field's record.
    init<Part>(
      _ field: JSONTable<Part>.Field, of part: @escaping @Sendable (Record) -> Part?
    ) {
      description = field.description
      encode = { if let part = part($0) { try field.encode(part, &$1) } }
    }
  }

  let shape: JSONObjectShape
  let fields: [Field]

  init(_ name: String, _ meaning: String, _ fields: [Field]) {
    self.fields = fields
    shape = JSONObjectShape(name, meaning, fields.map(\.description))
  }

  func encode(_ record: Record, to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: JSONKey.self)
    for field in fields { try field.encode(record, &object) }
  }
}

private struct JSONKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}
