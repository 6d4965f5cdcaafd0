import ClientModel

/// The structural bytes of the JSON grammar (RFC 8259, section 2).
enum JSONByte {
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
  static let comma = UInt8(ascii: ",")
  static let colon = UInt8(ascii: ":")
  static let openObject = UInt8(ascii: "{")
  static let closeObject = UInt8(ascii: "}")
  static let openArray = UInt8(ascii: "[")
  static let closeArray = UInt8(ascii: "]")
  static let newline = UInt8(ascii: "\n")

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// Returns whether the byte ends a number or word before it.
  static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x0A, 0x0D, 0x09, comma, colon, openObject, closeObject, openArray, closeArray,
      quote:
      true
    default: false
    }
  }

  static func hex(_ byte: UInt8) -> UInt32? { PercentEncoding.digit(byte).map(UInt32.init) }
}
