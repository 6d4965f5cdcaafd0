/// A writer of compiled values.
struct CompiledWriter: CompiledCoder {
  private(set) var bytes: [UInt8] = []
  var schemaCount = 0
  var shared = SharedParts()
  let isIntact = true

  mutating func byte(_ value: UInt8) -> UInt8 {
    bytes.append(value)
    return value
  }

  /// Writes seven bits per byte, the lowest bits first. The high bit is set if more bytes follow.
  mutating func number(_ value: UInt64) -> UInt64 {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
    return value
  }

  mutating func text(_ value: String) -> String {
    _ = number(UInt64(value.utf8.count))
    bytes.append(contentsOf: value.utf8)
    return value
  }

  mutating func count(_ value: Int) -> Int {
    _ = number(UInt64(value))
    return value
  }

  mutating func damaged<Value>(_ standIn: Value) -> Value {
    preconditionFailure("A value to be written has an invalid part.")
  }
}
