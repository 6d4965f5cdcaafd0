/// What the bytes of one field mean.
package enum TableField {
  /// The field without its quotes; two of them inside are one.
  package static func decoded(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.first == JSONByte.quote else { return bytes }
    var result: [UInt8] = []
    var at = 1
    while at < bytes.count {
      if bytes[at] == JSONByte.quote {
        // A lone one ends the quoted part; text after it, against the rule, stays as it is.
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

  /// The number a field is; nil when it is none.
  package static func number(_ field: [UInt8]) -> Double? {
    guard let first = field.first, field.count <= 40,
      JSONByte.isDigit(first) || [0x2B, 0x2D, 0x2E].contains(first)
    else { return nil }
    return Double(String(decoding: field, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
  }
}
