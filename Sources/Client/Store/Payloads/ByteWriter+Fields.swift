import ClientCore
import ClientModel

extension PayloadWriter: FieldCoder {
  var isReading: Bool { false }

  mutating func endFields() { byte(0) }

  mutating func field<Value: PayloadValue>(
    _ number: UInt8, _ value: inout Value, default standard: Value
  ) throws(Failure) {
    if value == standard { return }
    byte(number)
    try value.write(to: &self)
  }

  mutating func fields<Value: PayloadFields>(
    _ number: UInt8, of value: inout Value
  ) throws(Failure) {
    let start = bytes.count
    byte(number)
    try value.fields(&self)
    if bytes.count == start + 1 { drop(to: start) } else { endFields() }
  }

  mutating func sealed(
    _ number: UInt8, _ fields: (inout PayloadWriter) throws(Failure) -> Void
  ) throws(Failure) {
    byte(number)
    try sealed { (inner) throws(Failure) in
      try fields(&inner)
      inner.endFields()
    }
  }

  mutating func one<Value: Equatable>(
    _ number: UInt8, _ choice: inout Choice<Value>, _ value: Value
  ) throws(Failure) {
    guard choice.number == 0, choice.value == value else { return }
    byte(number)
    choice.number = number
  }

  mutating func one<Value, Payload: PayloadValue>(
    _ number: UInt8, _ choice: inout Choice<Value>, _ make: (Payload) -> Value,
    _ payload: (Value) -> Payload?
  ) throws(Failure) {
    guard choice.number == 0, let payload = choice.value.flatMap(payload) else { return }
    byte(number)
    try payload.write(to: &self)
    choice.number = number
  }

  /// Writes the kind of protection as one byte, followed by the fields, which are either plain or
  /// sealed as one value.
  mutating func record(
    _ protection: AttemptEnd.Protection, _ fields: (inout PayloadWriter) throws(Failure) -> Void
  ) throws(Failure) {
    switch protection {
    case .plain:
      byte(0)
      try fields(&self)
      endFields()
    case .sealed: try sealed(1, fields)
    }
  }
}
