/// The character rules of HTTP fields.
///
/// - Source: RFC 9110, sections 5.5 (field values) and 5.6.2 (tokens).
package enum HTTPToken {
  /// Returns whether the text is a token, like a method or a header name. A token has at least one
  /// character.
  package static func isToken(_ text: some StringProtocol) -> Bool { isToken(String(text)) }

  /// Returns whether the text is a token. This overload is not generic, because it runs for every
  /// header of every request.
  package static func isToken(_ text: String) -> Bool {
    var bytes = text.utf8.makeIterator()
    guard let first = bytes.next(), isTokenByte(first) else { return false }
    while let byte = bytes.next() {
      guard isTokenByte(byte) else { return false }
    }
    return true
  }

  /// Returns whether the text is a valid field value, which contains no control characters except
  /// tabs. Not generic, for speed.
  package static func isFieldValue(_ text: String) -> Bool {
    var bytes = text.utf8.makeIterator()
    while let byte = bytes.next() {
      guard byte == 9 || (byte >= 32 && byte != 127) else { return false }
    }
    return true
  }

  package static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E, 0x5F, 0x60, 0x7C, 0x7E: true
    default: false
    }
  }
}
