/// A JSON number that jq changes, because jq up to version 1.6 converts every number to a double.
package struct RoundedNumber: Hashable, Sendable {
  /// The number as written. A long number is truncated.
  package let text: String

  private static let longest = 40
  /// The number of digits that a double always preserves.
  private static let safeDigits = 15

  /// Finds the first number that jq changes, or returns nil if there is none.
  package init?(in bytes: [UInt8]) {
    var at = 0
    while at < bytes.count {
      let byte = bytes[at]
      if byte == JSONByte.quote {
        at = Self.endOfString(in: bytes, from: at + 1)
      } else if JSONByte.isDigit(byte) || byte == UInt8(ascii: "-") {
        let end = Self.endOfNumber(in: bytes, from: at)
        if Self.changes(bytes[at..<end]) {
          let isLong = end - at > Self.longest
          text =
            String(decoding: bytes[at..<min(end, at + Self.longest)], as: UTF8.self)
            + (isLong ? "…" : "")
          return
        }
        at = end
      } else {
        at += 1
      }
    }
    return nil
  }

  private static func endOfString(in bytes: [UInt8], from start: Int) -> Int {
    var at = start
    while at < bytes.count, bytes[at] != JSONByte.quote {
      at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
    }
    return at + 1
  }

  private static func endOfNumber(in bytes: [UInt8], from start: Int) -> Int {
    var at = start + 1
    while at < bytes.count, isInNumber(bytes[at]) { at += 1 }
    return at
  }

  private static func isInNumber(_ byte: UInt8) -> Bool {
    JSONByte.isDigit(byte) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains(byte)
  }

  private static func changes(_ number: ArraySlice<UInt8>) -> Bool {
    let digits = number.count(where: JSONByte.isDigit)
    if digits <= safeDigits, !number.contains(where: { $0 | 0x20 == 0x65 }) { return false }
    guard let double = Double(String(decoding: number, as: UTF8.self)) else { return false }
    return !double.isFinite || DecimalText(number) != DecimalText("\(double)".utf8)
  }
}
