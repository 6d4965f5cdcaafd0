/// Encodes and decodes `%XX` escapes in URLs and forms.
///
/// - Source: RFC 3986, sections 2.1 and 2.3.
package enum PercentEncoding {
  /// Encodes all characters except unreserved ones. The hexadecimal digits are in upper case.
  package static func encode(_ text: some StringProtocol) -> String {
    escape(text) { isUnreserved($0) }
  }

  /// Encodes text for a form. A space becomes `+`. Source: the `application/x-www-form-urlencoded`
  /// serializer.
  package static func encodeForm(_ text: some StringProtocol) -> String {
    encodeForm(bytes: text.utf8)
  }

  /// Encodes bytes for a form. The bytes need not be UTF-8.
  package static func encodeForm(bytes: some Collection<UInt8>) -> String {
    let space = UInt8(ascii: " ")
    let encoded = escape(bytes: bytes) { isUnreserved($0) || $0 == space }
    return String(decoding: encoded.map { $0 == space ? UInt8(ascii: "+") : $0 }, as: UTF8.self)
  }

  /// Encodes all bytes except unreserved characters. The bytes need not be UTF-8.
  package static func encode(bytes: some Collection<UInt8>) -> String {
    String(decoding: escape(bytes: bytes, leaving: isUnreserved), as: UTF8.self)
  }

  package enum Place { case segment, query }

  /// Encodes the rest of a partly encoded query field or path segment. Existing escapes are kept,
  /// and so are separators that have no meaning in this position.
  package static func completeEncoding(_ text: some StringProtocol, in place: Place) -> String {
    let separators = place == .query ? "!$'()*,;=:@/?" : "!$'()*,;=:@"
    let bytes = Array(text.utf8)
    var index = -1
    let settled = escape(bytes: bytes) { byte in
      index += 1
      return isUnreserved(byte) || separators.utf8.contains(byte)
        || escaped(at: index, in: bytes) != nil
    }
    return String(decoding: settled, as: UTF8.self)
  }

  /// Encodes spaces, `"`, `<`, `>` and non-ASCII bytes, as browsers do with a typed URL. Everything
  /// else is unchanged, including existing escapes.
  package static func encodeTyped(_ text: some StringProtocol) -> String {
    escape(text) { $0 < 0x80 && ![0x20, 0x22, 0x3C, 0x3E].contains($0) }
  }

  /// Encodes the path of a URL that a program wrote. Encodes more characters than `encodeTyped`,
  /// because programs often write characters that a path must not contain.
  ///
  /// - Source: URL Standard (WHATWG), section 1.3: the path percent-encode set.
  package static func encodeFoundPath(_ text: some StringProtocol) -> String {
    escape(text) { byte in
      switch byte {
      case 0...0x20, 0x22, 0x3C, 0x3E, 0x5E, 0x60, 0x7B, 0x7D, 0x7F...: false
      default: true
      }
    }
  }

  /// Encodes the query of a URL that a program wrote, as `encodeFoundPath` does for the path.
  ///
  /// - Source: URL Standard (WHATWG), section 1.3: the special-query percent-encode set.
  package static func encodeFoundQuery(_ text: some StringProtocol) -> String {
    escape(text) { byte in
      switch byte {
      case 0...0x20, 0x22, 0x27, 0x3C, 0x3E, 0x7F...: false
      default: true
      }
    }
  }

  /// Encodes only `#`, `\`, `{` and `}` in data for a URL's path or query, so that the data cannot
  /// add a fragment or a path variable. Other separators are kept, because the data may be a
  /// relative URL.
  package static func encodeData(_ text: some StringProtocol) -> String {
    escape(text) { ![0x23, 0x5C, 0x7B, 0x7D].contains($0) }
  }

  /// Decodes escapes. Returns nil if an escape is malformed or the result is not UTF-8.
  package static func decode(_ text: some StringProtocol) -> String? {
    guard text.contains(byte: "%") else { return String(text) }
    return decodeBytes(text).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// Decodes text from a form or a query, in which `+` means a space. Returns nil if an escape is
  /// malformed or the result is not UTF-8.
  package static func decodeForm(_ text: some StringProtocol) -> String? {
    decode(String(text).replacing(bytes: "+", with: " "))
  }

  /// Decodes escapes to bytes, which need not be UTF-8. Returns nil if an escape is malformed.
  package static func decodeBytes(_ text: some StringProtocol) -> [UInt8]? {
    let bytes = Array(text.utf8)
    let isWellFormed = bytes.indices.allSatisfy {
      bytes[$0] != UInt8(ascii: "%") || escaped(at: $0, in: bytes) != nil
    }
    return isWellFormed ? decodeEscapes(in: bytes) : nil
  }

  /// Decodes escapes. A percent sign that does not begin an escape is kept.
  package static func decodeEscapes(in bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let byte = escaped(at: index, in: bytes)
      result.append(byte ?? bytes[index])
      index += byte == nil ? 1 : 3
    }
    return result
  }

  /// Returns the byte that the escape at this index encodes. Returns nil if no escape begins there.
  package static func escaped(at index: Int, in bytes: [UInt8]) -> UInt8? {
    guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
      let high = digit(bytes[index + 1]), let low = digit(bytes[index + 2])
    else { return nil }
    return high << 4 | low
  }

  /// Encodes the bytes for which `isPlain` returns false.
  package static func escape(
    _ text: some StringProtocol, leaving isPlain: (UInt8) -> Bool
  ) -> String {
    if text.utf8.allSatisfy(isPlain) { return String(text) }
    return String(decoding: escape(bytes: text.utf8, leaving: isPlain), as: UTF8.self)
  }

  private static func escape(
    bytes: some Collection<UInt8>, leaving isPlain: (UInt8) -> Bool
  ) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    var result: [UInt8] = []
    for byte in bytes {
      if isPlain(byte) {
        result.append(byte)
      } else {
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return result
  }

  package static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
    default: false
    }
  }

  package static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
