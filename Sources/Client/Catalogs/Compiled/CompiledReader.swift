/// A reader for the output of `CompiledWriter`. Damaged bytes never cause a trap. They make
/// `isIntact` false, and the caller then discards the values.
struct CompiledReader: CompiledCoder {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0
  var schemaCount = 0
  var shared = SharedParts()
  private(set) var isIntact = true

  /// Creates a reader at the start of the bytes.
  ///
  /// - Parameter bytes: The bytes, which must stay valid while the reader is used.
  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  mutating func byte(_ value: UInt8) -> UInt8 {
    guard position < bytes.count else { return damaged(0) }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func number(_ value: UInt64) -> UInt64 {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      let next = byte(0)
      number |= UInt64(next & 0x7F) << shift
      if next < 0x80 { return number }
    }
    return damaged(0)
  }

  mutating func text(_ value: String) -> String {
    let length = count(0)
    defer { position += length }
    return String(
      decoding: UnsafeRawBufferPointer(rebasing: bytes[position..<position + length]),
      as: UTF8.self)
  }

  mutating func count(_ value: Int) -> Int {
    let number = number(0)
    return number <= UInt64(bytes.count - position) ? Int(number) : damaged(0)
  }

  mutating func damaged<Value>(_ standIn: Value) -> Value {
    isIntact = false
    position = bytes.count
    return standIn
  }
}
