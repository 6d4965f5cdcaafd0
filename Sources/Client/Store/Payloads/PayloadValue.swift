import ClientModel

/// A value that can be stored in a row.
protocol PayloadValue: Equatable {
  func write(to writer: inout PayloadWriter) throws(Failure)
  init(from reader: inout PayloadReader) throws(Failure)
  /// Writes a list of values. The implementation for bytes writes the list at once.
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

/// A value that has a default if its field is missing.
protocol EmptyPayload: PayloadValue {
  static var empty: Self { get }
}

/// A value with numbered fields. The function `fields` lists them for both writing and reading.
///
/// The numbers and the defaults are part of the store's format. A field with its default value is
/// not written, and reading sets a missing field to its default. Never change a number or a
/// default, even if the defaults of `init` change.
///
/// Add a new field at the end, with the next number. Choose a default that means that the field is
/// absent, so that older payloads are still read correctly. Any other change requires a new
/// `StoreSchema.version`.
protocol PayloadFields: PayloadValue {
  /// A placeholder value. Reading replaces all of its fields.
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

/// An enumeration with payloads. Each case has its own number in the format.
protocol PayloadCases: PayloadValue {
  /// Calls `one` for each case.
  static func cases(_ choice: inout Choice<Self>, _ coder: inout some FieldCoder) throws(Failure)
}

/// The case that is being written or read, with its number.
struct Choice<Value> {
  /// The value. During reading, it is nil until the case is found.
  var value: Value?
  /// The number of the case. During writing, it is 0 until the case is found.
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

/// A writer or reader of fields: `PayloadWriter` or `PayloadReader`.
protocol FieldCoder {
  var isReading: Bool { get }

  mutating func field<Value: PayloadValue>(
    _ number: UInt8, _ value: inout Value, default standard: Value
  ) throws(Failure)

  /// Codes a field that has fields itself. If the outer field is missing, each inner field gets its
  /// default.
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
