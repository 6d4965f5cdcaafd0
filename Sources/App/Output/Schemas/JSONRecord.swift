/// An object of a JSON output. Its table lists the fields.
///
/// The output, its JSON Schema and the manual are generated from the table.
protocol JSONRecord: Encodable {
  static var table: JSONTable<Self> { get }
}

extension JSONRecord {
  static var shape: JSONShape { .object(table.shape) }

  func encode(to encoder: any Encoder) throws { try Self.table.encode(self, to: encoder) }

  /// The record as one line of JSON with a line break. The fields have the order of the table.
  var line: [UInt8] { get throws { try Self.table.line(of: self) } }
}

/// The fields of a record. Each field computes its value.
struct JSONTable<Record>: Sendable {
  struct Field: Sendable {
    fileprivate typealias Object = KeyedEncodingContainer<JSONKey>

    let description: JSONField
    fileprivate let encode: @Sendable (Record, inout Object) throws -> Void
    /// The function that returns the value as JSON, or nil if the field is absent.
    fileprivate let text: @Sendable (Record) throws -> [UInt8]?

    /// Creates a field that every object has.
    static func always<Value: Encodable & SendableMetatype>(
      _ name: String, _ shape: JSONShape, _ meaning: String,
      _ value: @escaping @Sendable (Record) -> Value?
    ) -> Field {
      Field(.always(name, shape, meaning), value)
    }

    /// Creates a field that is absent if its value is nil.
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
      text = { try value($0).map { try JSONOutput.text(of: $0) } }
    }

    /// Creates a field from a field of another record. That record is usually a part of this one.
    init<Part>(
      _ field: JSONTable<Part>.Field, of part: @escaping @Sendable (Record) -> Part?
    ) {
      description = field.description
      encode = { if let part = part($0) { try field.encode(part, &$1) } }
      text = { try part($0).flatMap { try field.text($0) } }
    }
  }

  let shape: JSONObjectShape
  let fields: [Field]

  init(_ name: String, _ meaning: String, _ fields: [Field]) {
    self.fields = fields
    shape = JSONObjectShape(name, meaning, fields.map(\.description))
  }

  /// Returns fields by their names, for a record that contains this record.
  func fields<Outer>(
    _ names: [String], of part: @escaping @Sendable (Outer) -> Record?
  ) -> [JSONTable<Outer>.Field] {
    names.map { name in
      guard let field = fields.first(where: { $0.description.name == name }) else {
        preconditionFailure("\(shape.name) has no field \(name).")
      }
      return JSONTable<Outer>.Field(field, of: part)
    }
  }

  fileprivate func line(of record: Record) throws -> [UInt8] {
    var line: [UInt8] = []
    for field in fields {
      guard let text = try field.text(record) else { continue }
      line += Array("\(line.isEmpty ? "{" : ",")\"\(field.description.name)\":".utf8) + text
    }
    return line + Array("}\n".utf8)
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
