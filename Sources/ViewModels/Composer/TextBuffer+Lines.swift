/// The lines of a text being edited, for drawing. Long lines are truncated near the cursor.
extension TextBuffer {
  /// The maximum number of characters drawn on each side of the cursor. No screen shows more.
  private static let reach = 2_000

  /// The part of the cursor's line that is near the cursor.
  package var currentLine: LineWindow {
    let start = characters.lineStart(of: cursor)
    let first = max(start, cursor - Self.reach)
    let last = min(characters.lineEnd(of: cursor), cursor + Self.reach)
    return LineWindow(self, first..<last, startsLine: first == start)
  }

  /// Returns the beginning of a line. Returns nil if there is no such line. Lines count from 0.
  package func line(_ number: Int) -> LineWindow? {
    guard let start = characters.start(ofLine: number) else { return nil }
    let last = min(characters.lineEnd(of: start), start + Self.reach)
    return LineWindow(self, start..<last, startsLine: true)
  }

  /// The text of the line before the cursor. Only the last `reach` characters are included.
  var textBeforeCursor: String {
    let start = max(characters.lineStart(of: cursor), cursor - Self.reach)
    return String(characters.characters(start..<cursor))
  }

  /// The text before the cursor, in all lines.
  var textBefore: String { String(characters.characters(0..<cursor)) }

  package var lineCount: Int { characters.breaks + 1 }

  /// Whether the cursor is at the end of its line.
  var isAtLineEnd: Bool { cursor == characters.count || characters[cursor] == "\n" }
}

/// A part of a line and the selected characters in it.
package struct LineWindow: Hashable, Sendable {
  package let text: String
  /// The text of the part before the cursor. Nil if the cursor is not in this part.
  package let beforeCursor: String?
  /// The selected characters of the part and the text before them. Nil if nothing is selected here.
  ///
  /// A selected line break is shown as an additional space, so that a selected empty line is
  /// visible.
  package let marked: Marked?
  /// Whether the part begins at the start of its line.
  package let startsLine: Bool

  package struct Marked: Hashable, Sendable {
    package let before: String
    package let text: String
  }

  init(_ buffer: TextBuffer, _ range: Range<Int>, startsLine: Bool) {
    let characters = buffer.characters
    text = String(characters.characters(range))
    let holdsCursor =
      (range.lowerBound...range.upperBound).contains(buffer.cursor)
      && characters.lineStart(of: buffer.cursor) <= range.lowerBound
    beforeCursor =
      holdsCursor ? String(characters.characters(range.lowerBound..<buffer.cursor)) : nil
    self.startsLine = startsLine
    guard let selection = buffer.selection, selection.lowerBound <= range.upperBound,
      selection.upperBound > range.lowerBound
    else {
      marked = nil
      return
    }
    let inside =
      max(selection.lowerBound, range.lowerBound)..<min(selection.upperBound, range.upperBound)
    let end = selection.upperBound > range.upperBound ? " " : ""
    marked = Marked(
      before: String(characters.characters(range.lowerBound..<inside.lowerBound)),
      text: String(characters.characters(inside)) + end)
  }
}
