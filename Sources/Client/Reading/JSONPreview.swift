import ClientDocuments
import ReadingValues

/// Functions that create the start of a value's text for one row. Escapes are decoded, except those
/// that do not represent a character.
///
/// The text is only for display, because it is not the exact value. It is untrusted and not safe to
/// draw.
enum JSONPreview {
  /// Returns the text of a string. Escapes are decoded, except `\"` and `\\`.
  ///
  /// - Parameter bytes: The value's first bytes. The last character or escape may be cut.
  static func string(_ bytes: [UInt8]) -> String { inside(bytes, .marked) }

  /// Returns the text of a key. `\"` and `\\` are also decoded, because a key is shown without
  /// quotes.
  static func key(_ bytes: [UInt8]) -> String { inside(bytes, .bare) }

  private static func inside(_ bytes: [UInt8], _ quotes: Quotes) -> String {
    var reader = Reader(bytes)
    while reader.at < bytes.count { if !reader.takeInString(quotes) { break } }
    return reader.text
  }

  /// Returns the text of a number, word or container. White space between values becomes one space.
  /// Escaped quotes in strings are not decoded.
  static func text(_ bytes: [UInt8]) -> String {
    var reader = Reader(bytes)
    var isInString = false
    while reader.at < bytes.count {
      let byte = bytes[reader.at]
      if isInString {
        isInString = byte != JSONByteMark.quote
        if !reader.takeInString(.marked) { break }
      } else {
        isInString = byte == JSONByteMark.quote
        reader.takeOutside(byte)
      }
    }
    return reader.text
  }

  private enum JSONByteMark {
    static let quote = UInt8(ascii: "\"")
    static let backslash = UInt8(ascii: "\\")
  }

  /// The treatment of `\"` and `\\`: `bare` decodes them, and `marked` does not.
  private enum Quotes { case bare, marked }

  private struct Reader {
    let bytes: [UInt8]
    var at = 0
    private var result: [UInt8] = []

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func takeOutside(_ byte: UInt8) {
      at += 1
      let isSpace = byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
      if !isSpace { return result.append(byte) }
      if result.last != 0x20 { result.append(0x20) }
    }

    /// Reads a byte or a complete escape. Returns false if the escape is cut.
    mutating func takeInString(_ quotes: Quotes) -> Bool {
      guard bytes[at] == JSONByteMark.backslash else {
        result.append(bytes[at])
        at += 1
        return true
      }
      guard let length = escapeLength else { return false }
      let escape = bytes[at..<at + length]
      let meant = JSONText.decoded(escape)
      // An escape that does not represent a character is shown as written.
      if !Oddity.of(string: escape).isEmpty {
        result += escape
        at += length
        return true
      }
      if quotes == .marked, meant == [JSONByteMark.quote] || meant == [JSONByteMark.backslash] {
        result.append(JSONByteMark.backslash)
      }
      result += meant
      at += length
      return true
    }

    /// The length of the next escape in bytes, or nil if it is cut. A surrogate pair is one escape.
    private var escapeLength: Int? {
      guard at + 1 < bytes.count else { return nil }
      guard bytes[at + 1] == UInt8(ascii: "u") else { return 2 }
      guard at + 6 <= bytes.count else { return nil }
      let isHigh =
        bytes[at + 2] | 0x20 == UInt8(ascii: "d")
        && "89abAB".utf8.contains(bytes[at + 3])
      guard isHigh else { return 6 }
      let next = bytes[(at + 6)...]
      if next.isEmpty { return 6 }
      guard next.starts(with: [JSONByteMark.backslash]) else { return 6 }
      if next.count < 6 { return nil }
      return next.dropFirst().first == UInt8(ascii: "u") ? 12 : 6
    }

    /// The result without an incomplete last character, which would look like an error in the body.
    var text: String {
      return String(decoding: UTF8Cut.complete(result), as: UTF8.self)
    }
  }
}
