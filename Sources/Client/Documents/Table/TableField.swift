/// Functions that convert a field between its bytes and its value.
package enum TableField {
  /// Returns the field without the enclosing quotes, and with a single quote for each doubled one.
  package static func decoded(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.first == JSONByte.quote else { return bytes }
    var result: [UInt8] = []
    var at = 1
    while at < bytes.count {
      if bytes[at] == JSONByte.quote {
        // A single quote ends the quoted part. Text after it is invalid, but is returned.
        guard at + 1 < bytes.count, bytes[at + 1] == JSONByte.quote else {
          return result + bytes[(at + 1)...]
        }
        at += 1
      }
      result.append(bytes[at])
      at += 1
    }
    return result
  }

  /// Returns the value as a quoted field.
  package static func quoted(_ value: [UInt8]) -> [UInt8] {
    [JSONByte.quote] + value.flatMap { $0 == JSONByte.quote ? [$0, $0] : [$0] } + [JSONByte.quote]
  }

  /// Returns the field as a number, or nil if it is not a number.
  package static func number(_ field: [UInt8]) -> Double? {
    guard let first = field.first, field.count <= 40,
      JSONByte.isDigit(first) || [0x2B, 0x2D, 0x2E].contains(first)
    else { return nil }
    return Double(String(decoding: field, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
  }
}
