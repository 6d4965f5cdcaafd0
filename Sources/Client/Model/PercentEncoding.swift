/// Percent-encoding as the parts of a URL and a form need it.
///
/// - Source: RFC 3986, sections 2.1 and 2.3.
package enum PercentEncoding {
  /// Everything but unreserved characters written as `%XX` in upper case.
  package static func encode(_ text: some StringProtocol) -> String {
    escape(text) { isUnreserved($0) }
  }

  /// As forms have it: a space becomes `+`. Source: the `application/x-www-form-urlencoded` serializer.
  package static func encodeForm(_ text: some StringProtocol) -> String {
    let space = UInt8(ascii: " ")
    let encoded = escape(text) { isUnreserved($0) || $0 == space }
    return String(
      decoding: encoded.utf8.map { $0 == space ? UInt8(ascii: "+") : $0 }, as: UTF8.self)
  }

  /// The same of bytes, which need not be UTF-8.
  package static func encodeForm(bytes: some Collection<UInt8>) -> String {
    let space = UInt8(ascii: " ")
    let encoded = escape(bytes: bytes) { isUnreserved($0) || $0 == space }
    return String(decoding: encoded.map { $0 == space ? UInt8(ascii: "+") : $0 }, as: UTF8.self)
  }

  /// Bytes, which need not be UTF-8, with everything but unreserved characters written as `%XX`.
  package static func encode(bytes: some Collection<UInt8>) -> String {
    String(decoding: escape(bytes: bytes, leaving: isUnreserved), as: UTF8.self)
  }

  package enum Place { case segment, query }

  /// What is encoded already, fit for one field of a query or one segment of a path: escapes and the
  /// separators that mean nothing there stay, everything else is written as `%XX`.
  package static func settle(_ text: some StringProtocol, in place: Place) -> String {
    let separators = place == .query ? "!$'()*,;=:@/?" : "!$'()*,;=:@"
    var result = ""
    var rest = Array(text.utf8)[...]
    while let byte = rest.first {
      rest = rest.dropFirst()
      let isEscape =
        byte == UInt8(ascii: "%") && rest.count > 1
        && rest.prefix(2).allSatisfy { digit($0) != nil }
      let isUnchanged = isEscape || separators.utf8.contains(byte)
      if isUnchanged || isUnreserved(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return result
  }

  /// Only spaces, `"`, `<`, `>` and bytes outside ASCII written as `%XX`, as browsers do with what is typed: what the
  /// user encoded stays as it is.
  package static func encodeTyped(_ text: some StringProtocol) -> String {
    escape(text) { $0 < 0x80 && ![0x20, 0x22, 0x3C, 0x3E].contains($0) }
  }

  /// As `encodeTyped`, for the path of a URL that a program wrote: also what else may not stand there but is often
  /// found.
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

  /// As `encodeFoundPath`, for a query.
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

  /// Data that stands in the path or query of a URL: separators stay, so that a relative URL can be
  /// filled in, but nothing in it is read as a fragment or a path variable.
  package static func encodeData(_ text: some StringProtocol) -> String {
    escape(text) { ![0x23, 0x5C, 0x7B, 0x7D].contains($0) }
  }

  /// The text that `%XX` stand for; nil when an escape is broken or what comes out is not UTF-8.
  package static func decode(_ text: some StringProtocol) -> String? {
    guard text.contains(byte: "%") else { return String(text) }
    return decodeBytes(text).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// The bytes that a text means, which need not be UTF-8; nil when an escape is broken.
  package static func decodeBytes(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func escape(_ text: some StringProtocol, leaving isPlain: (UInt8) -> Bool)
    -> String
  {
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

  private static func isUnreserved(_ byte: UInt8) -> Bool {
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
