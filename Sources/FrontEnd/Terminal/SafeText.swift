/// Text that is safe to display. Received bytes reach a terminal only in this form.
///
/// Safe text does not move the cursor, control the terminal or contain invisible characters.
/// Control bytes become visible marks (`␛`, `␍`, `␀`, `⏎`). Other invisible scalars become their
/// code point (`‹U+202E›`): C1 controls, bidirectional controls, zero-width and tag characters,
/// variation selectors. A cell has at most four combining marks. A combining mark without a base
/// character is placed on `◌`. Making text safe twice changes nothing. An emoji sequence shows only
/// its first emoji, because terminals disagree about the width of the sequence.
///
/// - Source: CWE-150; widths from the Unicode Character Database (see `UnicodeTables`).
package struct SafeText: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The text, which may be written to a terminal unchanged.
  package let string: String
  package let width: Int

  /// The display of tabs.
  package enum Tabs: Hashable, Sendable {
    /// Tabs become `␉`, for text in which each byte matters, such as header values.
    case marked
    /// Tabs become spaces up to the next tab stop. `every` is the distance between tab stops in
    /// columns.
    case stops(every: Int)
  }

  /// Makes `text` safe. Line breaks become `⏎`. Use `lines(of:)` to divide the text at line breaks.
  ///
  /// The cost is linear in the length. Printable ASCII is checked eight bytes at a time and is not
  /// copied.
  package init(_ text: String, tabs: Tabs = .marked) {
    if Self.isPrintableASCII(text) {
      string = text
      width = text.utf8.count
    } else {
      var writer = SafeTextWriter(tabs: tabs)
      for scalar in text.unicodeScalars { writer.take(scalar) }
      (string, width) = writer.finish()
    }
  }

  /// Makes bytes safe. Bytes that are not UTF-8 become U+FFFD.
  package init(bytes: some Collection<UInt8>, tabs: Tabs = .marked) {
    self.init(String(decoding: bytes, as: UTF8.self), tabs: tabs)
  }

  package init(stringLiteral value: String) { self.init(value) }

  init(trusted string: String, width: Int) {
    self.string = string
    self.width = width
  }

  package var isEmpty: Bool { width == 0 }

  /// Divides `text` into lines and makes them safe. Tabs become spaces. LF, CR LF and CR end a
  /// line.
  package static func lines(of text: String, tabs: Tabs = .stops(every: 4)) -> [SafeText] {
    var lines: [SafeText] = []
    let bytes = text.utf8
    var start = bytes.startIndex
    var index = start
    while index < bytes.endIndex {
      let byte = bytes[index]
      let next = bytes.index(after: index)
      if byte == 0x0A || byte == 0x0D {
        lines.append(SafeText(String(text[start..<index]), tabs: tabs))
        let isPair = byte == 0x0D && next < bytes.endIndex && bytes[next] == 0x0A
        start = isPair ? bytes.index(after: next) : next
        index = start
      } else {
        index = next
      }
    }
    lines.append(SafeText(String(text[start...]), tabs: tabs))
    return lines
  }

  package static func + (left: SafeText, right: SafeText) -> SafeText {
    SafeText(trusted: left.string + right.string, width: left.width + right.width)
  }
}
