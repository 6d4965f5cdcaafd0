import ClientModel

/// A value in the bytes of a row.
protocol PayloadValue: Equatable {
  func write(to writer: inout ByteWriter) throws(Failure)
  init(from reader: inout ByteReader) throws(Failure)
  /// A list of them; bytes have a shorter way than one by one.
  static func write(list: [Self], to writer: inout ByteWriter) throws(Failure)
  static func list(from reader: inout ByteReader) throws(Failure) -> [Self]
}

extension PayloadValue {
  static func write(list: [Self], to writer: inout ByteWriter) throws(Failure) {
    writer.count(list.count)
    for value in list { try value.write(to: &writer) }
  }

  static func list(from reader: inout ByteReader) throws(Failure) -> [Self] {
    var values: [Self] = []
    for _ in 0..<(try reader.count()) { values.append(try Self(from: &reader)) }
    return values
  }
}

/// A value whose field may be missing: it then has this value.
protocol EmptyPayload: PayloadValue {
  static var empty: Self { get }
}

/// A value with numbered fields. One function names them, for writing and for reading.
///
/// The format of a store is the numbers and the defaults: a field that equals its default is not written, and
/// a missing one has its default. Neither may change, also where `init` has other defaults later. A new
/// field takes the next number, at the end, and its default equals its absence: then older
/// payloads are read as before. Whatever else changes takes another `Schema.version`.
protocol PayloadFields: PayloadValue {
  /// Any value; every field of it is set when it is read.
  static var blank: Self { get }
  mutating func fields(_ coder: inout some FieldCoder) throws(Failure)
}

extension PayloadFields {
  func write(to writer: inout ByteWriter) throws(Failure) {
    var value = self
    try value.fields(&writer)
    writer.endFields()
  }

  init(from reader: inout ByteReader) throws(Failure) {
    self = .blank
    try reader.beginFields()
    try fields(&reader)
    try reader.endFields()
  }
}

/// A value that is one of several cases, each with a number of its own in the format.
protocol PayloadCases: PayloadValue {
  /// Passes each case to `one`.
  static func cases(_ choice: inout Choice<Self>, _ coder: inout some FieldCoder) throws(Failure)
}

/// The case that is written or read.
struct Choice<Value> {
  /// When reading, nil until its case was found.
  var value: Value?
  /// When writing, 0 until its case was found.
  var number: UInt8 = 0
}

extension PayloadCases {
  func write(to writer: inout ByteWriter) throws(Failure) {
    var choice = Choice(value: self)
    try Self.cases(&choice, &writer)
    precondition(choice.number > 0, "Every case has a number.")
  }

  init(from reader: inout ByteReader) throws(Failure) {
    var choice = Choice<Self>(number: try reader.byte())
    try Self.cases(&choice, &reader)
    guard let value = choice.value else { throw .damaged("a choice is unknown") }
    self = value
  }
}

/// Writes or reads fields; `ByteWriter` and `ByteReader` do.
protocol FieldCoder {
  var isReading: Bool { get }

  mutating func field<Value: PayloadValue>(
    _ number: UInt8, _ value: inout Value, default standard: Value
  ) throws(Failure)

  /// Fields within a field; a missing one has the default of each.
  mutating func fields<Value: PayloadFields>(
    _ number: UInt8, of value: inout Value
  ) throws(Failure)

  /// Fields that are sealed together.
  mutating func sealed(
    _ number: UInt8, _ fields: (inout Self) throws(Failure) -> Void
  ) throws(Failure)

  /// A case without a payload.
  mutating func one<Value: Equatable>(
    _ number: UInt8, _ choice: inout Choice<Value>, _ value: Value
  ) throws(Failure)

  /// A case with a payload.
  mutating func one<Value, Payload: PayloadValue>(
    _ number: UInt8, _ choice: inout Choice<Value>, _ make: (Payload) -> Value,
    _ payload: (Value) -> Payload?
  ) throws(Failure)
}

extension FieldCoder {
  mutating func field(_ number: UInt8, _ value: inout some EmptyPayload) throws(Failure) {
    try field(number, &value, default: .empty)
  }
}
