import ClientCore
import ClientModel

extension PayloadReader: FieldCoder {
  var isReading: Bool { true }

  mutating func beginFields() throws(Failure) { nextField = try byte() }

  /// Throws if a field remains, which is a field that this version does not know.
  mutating func endFields() throws(Failure) {
    guard nextField == 0 else { throw .unknownField }
  }

  mutating func field<Value: PayloadValue>(
    _ number: UInt8, _ value: inout Value, default standard: Value
  ) throws(Failure) {
    guard nextField == number else {
      value = standard
      return
    }
    value = try Value(from: &self)
    try beginFields()
  }

  mutating func fields<Value: PayloadFields>(
    _ number: UInt8, of value: inout Value
  ) throws(Failure) {
    if nextField == number {
      value = try Value(from: &self)
      return try beginFields()
    }
    let next = nextField
    nextField = 0
    try value.fields(&self)
    nextField = next
  }

  mutating func sealed(
    _ number: UInt8, _ fields: (inout PayloadReader) throws(Failure) -> Void
  ) throws(Failure) {
    guard nextField == number else { throw .damaged("its sealed part is missing") }
    try sealedFields(fields)
    try beginFields()
  }

  mutating func one<Value: Equatable>(
    _ number: UInt8, _ choice: inout Choice<Value>, _ value: Value
  ) throws(Failure) {
    if choice.number == number { choice.value = value }
  }

  mutating func one<Value, Payload: PayloadValue>(
    _ number: UInt8, _ choice: inout Choice<Value>, _ make: (Payload) -> Value,
    _ payload: (Value) -> Payload?
  ) throws(Failure) {
    if choice.number == number { choice.value = make(try Payload(from: &self)) }
  }

  /// Reads fields that `PayloadWriter.record` wrote.
  mutating func record(
    _ fields: (inout PayloadReader) throws(Failure) -> Void
  ) throws(Failure) -> AttemptEnd.Protection {
    switch try byte() {
    case 0:
      try beginFields()
      try fields(&self)
      try endFields()
      return .plain
    case 1:
      try sealedFields(fields)
      return .sealed
    default: throw .damaged("its protection mark is unknown")
    }
  }

  private mutating func sealedFields(
    _ fields: (inout PayloadReader) throws(Failure) -> Void
  ) throws(Failure) {
    try sealed { (inner) throws(Failure) in
      try inner.beginFields()
      try fields(&inner)
      try inner.endFields()
    }
  }
}
