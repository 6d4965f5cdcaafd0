import ClientDocuments
import ReadingValues

/// The beginning of a value's text as a person reads it: in one line, escapes by what they mean, and
/// those that mean no character as they are written.
///
/// Copying takes the body's own bytes. What it returns is from outside: not safe to draw.
enum JSONPreview {
  /// - Parameter bytes: The value's first bytes; their last character or escape may be cut.
  static func string(_ bytes: [UInt8]) -> String { inside(bytes, .marked) }

  /// A key, without quotes around it: those inside need no marks.
  static func key(_ bytes: [UInt8]) -> String { inside(bytes, .bare) }

  private static func inside(_ bytes: [UInt8], _ quotes: Quotes) -> String {
    var reader = Reader(bytes)
    while reader.at < bytes.count { if !reader.takeInString(quotes) { break } }
    return reader.text
  }

  /// A number, a word or a container: white space between values becomes one blank, quotes inside
  /// strings preserve their backslash.
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

  /// Whether a quote or a backslash inside a string preserves the backslash before it.
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

    /// Takes a byte or a complete escape; false when the escape is cut.
    mutating func takeInString(_ quotes: Quotes) -> Bool {
      guard bytes[at] == JSONByteMark.backslash else {
        result.append(bytes[at])
        at += 1
        return true
      }
      guard let length = escapeLength else { return false }
      let escape = bytes[at..<at + length]
      let meant = JSONText.decoded(escape)
      // What means no character shows as it is written.
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

    /// Bytes of the escape here, both halves of a surrogate pair; nil when it goes on behind the cut.
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

    /// Half a character at a cut would show as a fault that the body does not have.
    var text: String {
      return String(decoding: UTF8Cut.complete(result), as: UTF8.self)
    }
  }
}
