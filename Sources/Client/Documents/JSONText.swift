/// Functions that convert JSON strings between escapes and characters.
package enum JSONText {
  /// Decodes the raw text between quotes into UTF-8 (RFC 8259, section 7).
  ///
  /// Lone surrogates and incomplete escapes become U+FFFD. Bytes that are not UTF-8 are returned
  /// unchanged.
  package static func decoded(_ raw: ArraySlice<UInt8>) -> [UInt8] {
    raw.contains(JSONByte.backslash) ? unescaped(raw) : Array(raw)
  }

  package static func decoded(_ raw: [UInt8]) -> [UInt8] { decoded(raw[...]) }

  /// Returns the decoded text as a `String`. Bytes that are not UTF-8 become U+FFFD.
  package static func string(_ raw: ArraySlice<UInt8>) -> String {
    raw.contains(JSONByte.backslash)
      ? String(decoding: unescaped(raw), as: UTF8.self) : String(decoding: raw, as: UTF8.self)
  }

  package static func string(_ raw: [UInt8]) -> String { string(raw[...]) }

  /// Returns the text as a quoted JSON string. Escapes only characters that the grammar does not
  /// allow in a string.
  package static func quoted(_ text: String) -> String { "\"" + escaped(text) + "\"" }

  /// Returns the text escaped for use between quotes.
  package static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\0"..<" ":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func unescaped(_ raw: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(raw.count)
    var rest = raw
    while let byte = rest.popFirst() {
      guard byte == JSONByte.backslash else {
        result.append(byte)
        continue
      }
      guard let letter = rest.popFirst() else {
        result.append(contentsOf: replacement)
        break
      }
      if letter == UInt8(ascii: "u") {
        append(takeScalar(&rest), to: &result)
      } else {
        result.append(simple(letter))
      }
    }
    return result
  }

  private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

  private static func simple(_ letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: letter
    }
  }

  private static func append(_ scalar: UnicodeScalar?, to result: inout [UInt8]) {
    if let scalar {
      result.append(contentsOf: String(scalar).utf8)
    } else {
      result.append(contentsOf: replacement)
    }
  }

  /// Reads the digits after `\u`, and the second half of a surrogate pair if it follows.
  private static func takeScalar(_ rest: inout ArraySlice<UInt8>) -> UnicodeScalar? {
    guard let high = unit(rest) else { return nil }
    rest = rest.dropFirst(4)
    guard (0xD800...0xDBFF).contains(high) else { return UnicodeScalar(high) }
    let second = rest.dropFirst(2)
    guard rest.starts(with: [JSONByte.backslash, UInt8(ascii: "u")]), let low = unit(second),
      (0xDC00...0xDFFF).contains(low)
    else { return nil }
    rest = second.dropFirst(4)
    return UnicodeScalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
  }

  private static func unit(_ rest: ArraySlice<UInt8>) -> UInt32? {
    var value: UInt32 = 0
    var count = 0
    for byte in rest.prefix(4) {
      guard let digit = JSONByte.hex(byte) else { return nil }
      value = value << 4 | digit
      count += 1
    }
    return count == 4 ? value : nil
  }
}
