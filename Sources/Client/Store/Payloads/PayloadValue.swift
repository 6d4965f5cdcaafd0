import ClientModel

/// A value in the bytes of a row.
protocol PayloadValue: Equatable {
  func write(to writer: inout PayloadWriter) throws(Failure)
  init(from reader: inout PayloadReader) throws(Failure)
  /// Writes a list of values. Lists of bytes are written at once instead of byte by byte.
  static func write(list: [Self], to writer: inout PayloadWriter) throws(Failure)
  static func list(from reader: inout PayloadReader) throws(Failure) -> [Self]
}

extension PayloadValue {
  static func write(list: [Self], to writer: inout PayloadWriter) throws(Failure) {
    writer.count(list.count)
    for value in list { try value.write(to: &writer) }
  }

  static func list(from reader: inout PayloadReader) throws(Failure) -> [Self] {
    var values: [Self] = []
    for _ in 0..<(try reader.count()) { values.append(try Self(from: &reader)) }
    return values
  }
}

/// A value with a default for a missing field.
protocol EmptyPayload: PayloadValue {
  static var empty: Self { get }
}

/// A value with numbered fields. One function lists them, both for writing and for reading.
///
/// The numbers and the defaults are part of the store's format: a field with its default is not
/// written, and a missing field has its default. Neither the numbers nor the defaults may be
/// changed, even if `init` later has other defaults. A new field gets the next number, at the end,
/// and its default means its absence, so that older payloads are still read correctly. Any other
/// change requires a new `StoreSchema.version`.
protocol PayloadFields: PayloadValue {
  /// A placeholder value. Reading sets all of its fields.
  static var blank: Self { get }
  mutating func fields(_ coder: inout some FieldCoder) throws(Failure)
}

extension PayloadFields {
  func write(to writer: inout PayloadWriter) throws(Failure) {
    var value = self
    try value.fields(&writer)
    writer.endFields()
  }

  init(from reader: inout PayloadReader) throws(Failure) {
    self = .blank
    try reader.beginFields()
    try fields(&reader)
    try reader.endFields()
  }
}

/// A value that is one of several cases. Each case has its own number in the format.
protocol PayloadCases: PayloadValue {
  /// Passes each case to `one`.
  static func cases(_ choice: inout Choice<Self>, _ coder: inout some FieldCoder) throws(Failure)
}

/// The value and the number of the case that is written or read.
struct Choice<Value> {
  /// The value. When reading, it is nil until its case was found.
  var value: Value?
  /// The number of the case. When writing, it is 0 until the case was found.
  var number: UInt8 = 0
}

extension PayloadCases {
  func write(to writer: inout PayloadWriter) throws(Failure) {
    var choice = Choice(value: self)
    try Self.cases(&choice, &writer)
    precondition(choice.number > 0, "A case has no number.")
  }

  init(from reader: inout PayloadReader) throws(Failure) {
    var choice = Choice<Self>(number: try reader.byte())
    try Self.cases(&choice, &reader)
    guard let value = choice.value else { throw .damaged("a choice is unknown") }
    self = value
  }
}

/// A coder that writes or reads fields. `PayloadWriter` and `PayloadReader` conform to it.
protocol FieldCoder {
  var isReading: Bool { get }

  mutating func field<Value: PayloadValue>(
    _ number: UInt8, _ value: inout Value, default standard: Value
  ) throws(Failure)

  /// Codes fields within a field. If the outer field is missing, each inner field has its default.
  mutating func fields<Value: PayloadFields>(
    _ number: UInt8, of value: inout Value
  ) throws(Failure)

  /// Codes fields that are sealed as one value.
  mutating func sealed(
    _ number: UInt8, _ fields: (inout Self) throws(Failure) -> Void
  ) throws(Failure)

  /// Codes a case without a payload.
  mutating func one<Value: Equatable>(
    _ number: UInt8, _ choice: inout Choice<Value>, _ value: Value
  ) throws(Failure)

  /// Codes a case with a payload.
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
