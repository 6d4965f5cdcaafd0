/// Lines of a text being typed, for drawing: of a long one only what is near.
extension TextBuffer {
  /// Characters on each side of the cursor that are drawn: no screen shows more.
  private static let reach = 2_000

  /// What of the cursor's line is near the cursor.
  package var currentLine: LineWindow {
    let start = characters.lineStart(of: cursor)
    let first = max(start, cursor - Self.reach)
    let last = min(characters.lineEnd(of: cursor), cursor + Self.reach)
    return LineWindow(self, first..<last, startsLine: first == start)
  }

  /// The beginning of a line counted from 0; nil behind the last one.
  package func line(_ number: Int) -> LineWindow? {
    guard let start = characters.start(ofLine: number) else { return nil }
    let last = min(characters.lineEnd(of: start), start + Self.reach)
    return LineWindow(self, start..<last, startsLine: true)
  }

  /// What is typed before the cursor in its line, as far as completing looks.
  var textBeforeCursor: String {
    let start = max(characters.lineStart(of: cursor), cursor - Self.reach)
    return String(characters.characters(start..<cursor))
  }

  /// How many lines the text has.
  package var lineCount: Int { characters.breaks + 1 }

  /// True when nothing stands between the cursor and the end of its line.
  var isAtLineEnd: Bool { cursor == characters.count || characters[cursor] == "\n" }
}

/// A part of one line, with what is marked in it.
package struct LineWindow: Hashable, Sendable {
  package let text: String
  /// The text from its start to the cursor; nil when the cursor is in another line.
  package let beforeCursor: String?
  /// The marked part with what stands before it.
  ///
  /// A marked line end shows as one blank more, so that marked empty lines can be seen.
  package let marked: Marked?
  /// True when it begins where its line does.
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
