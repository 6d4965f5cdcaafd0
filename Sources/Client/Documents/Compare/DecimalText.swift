/// A JSON number of any length that is compared by value. `1`, `1.0` and `10e-1` are equal.
struct DecimalText: Hashable, Sendable {
  private let isNegative: Bool
  /// The digits without leading and trailing zeros, or an empty array for zero.
  private let digits: [UInt8]
  /// The power of ten of the last digit. An exponent that is too large for an `Int32` is stored as
  /// text in `oddExponent`.
  private let exponent: Int
  private let oddExponent: [UInt8]

  init(_ text: some Collection<UInt8>) {
    var rest = text[...]
    var isNegative = false
    if rest.first == UInt8(ascii: "-") {
      isNegative = true
      rest.removeFirst()
    }
    let mantissa = rest.prefix { $0 | 0x20 != UInt8(ascii: "e") }
    let power = rest.dropFirst(mantissa.count + 1)
    var digits: [UInt8] = []
    var scale = 0
    var isFraction = false
    for byte in mantissa {
      if byte == UInt8(ascii: ".") {
        isFraction = true
      } else {
        digits.append(byte)
        if isFraction { scale -= 1 }
      }
    }
    let zeros = digits.prefix { $0 == UInt8(ascii: "0") }.count
    digits.removeFirst(zeros)
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      scale += 1
    }
    var odd: [UInt8] = []
    if digits.isEmpty {
      (isNegative, scale) = (false, 0)
    } else if !power.isEmpty {
      if let number = Int32(String(decoding: power, as: UTF8.self)) {
        scale += Int(number)
      } else {
        odd = Array(power)
      }
    }
    (self.isNegative, self.digits, exponent, oddExponent) = (isNegative, digits, scale, odd)
  }
}
