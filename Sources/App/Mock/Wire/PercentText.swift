/// A strict decoder of percent-encoded text.
///
/// - Source: RFC 3986, sections 2 and 3.
enum PercentText {
  /// Returns the text with its `%XX` decoded.
  ///
  /// - Returns: The text, or nil if an escape is invalid or the result is not UTF-8.
  static func decode(_ text: some StringProtocol) -> String? {
    decode(Array(text.utf8), plus: UInt8(ascii: "+"))
  }

  /// Returns the decoded text of a query or a form, in which `+` is a space.
  static func decodeForm(_ text: some StringProtocol) -> String? {
    decode(Array(text.utf8), plus: UInt8(ascii: " "))
  }

  /// Returns the first byte of a target that must be encoded, or nil if there is none.
  ///
  /// A target consists of pchar, `/` and, after its first `?`, also `?`. A `%` must be followed by
  /// two hexadecimal digits.
  static func misplaced(in target: some StringProtocol) -> UInt8? {
    let bytes = Array(target.utf8)
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "%"):
        guard bytes.count > index + 2, hex(bytes[index + 1]) != nil, hex(bytes[index + 2]) != nil
        else { return byte }
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: continue
      default:
        if !Array("-._~!$&'()*+,;=:@/?".utf8).contains(byte) { return byte }
      }
    }
    return nil
  }

  private static func decode(_ bytes: [UInt8], plus: UInt8) -> String? {
    var result: [UInt8] = []
    var at = 0
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "%") {
        guard at + 2 < bytes.count, let high = hex(bytes[at + 1]), let low = hex(bytes[at + 2])
        else { return nil }
        result.append(high << 4 | low)
        at += 3
      } else {
        result.append(bytes[at] == UInt8(ascii: "+") ? plus : bytes[at])
        at += 1
      }
    }
    return String(validating: result, as: UTF8.self)
  }

  private static func hex(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
