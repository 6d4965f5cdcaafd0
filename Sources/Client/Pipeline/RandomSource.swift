/// The source of random bytes for boundaries and idempotency keys; tests pass a fixed one.
package struct RandomSource: Sendable {
  /// Returns this many random bytes.
  package let bytes: @Sendable (Int) -> [UInt8]

  package init(bytes: @escaping @Sendable (Int) -> [UInt8]) { self.bytes = bytes }

  /// The system's generator.
  package static let system = RandomSource { count in
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  /// Returns `count` random bytes as lower-case hexadecimal digits, two per byte.
  func hexadecimal(_ count: Int) -> String {
    bytes(count).map { byte in
      let digits = Array("0123456789abcdef")
      return "\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
    }.joined()
  }
}
