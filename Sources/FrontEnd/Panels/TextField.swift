import Terminal
import ViewModels

/// Draws one line of a text being typed, scrolled so that the cursor shows.
enum TextField {
  /// Draws the line of the cursor and puts the screen's cursor there.
  static func draw(
    _ buffer: TextBuffer, isHidden hidden: Bool = false, in rect: Rect, frame: inout Frame
  ) {
    let line = buffer.currentLine
    let before = shown(buffer.textBeforeCursor, hidden)
    let scroll = max(0, before.width - max(0, rect.width - 1))
    frame.fill(rect, ink: Ink(.fieldText))
    frame.put(
      shown(line, hidden).dropping(columns: scroll), in: rect.row(0), ink: Ink(.fieldText),
      overflow: .clip)
    if let marked = buffer.selectionInLine {
      let start = shown(marked.before, hidden).width - scroll
      let width = shown(marked.text, hidden).width
      let left = max(0, start)
      frame.lay(
        .textSelection,
        under: Rect(x: rect.x + left, y: rect.y, width: start + width - left, height: 1)
          .intersection(rect))
    }
    if !rect.isEmpty { frame.cursor = Point(x: rect.x + before.width - scroll, y: rect.y) }
  }

  private static func shown(_ text: String, _ hidden: Bool) -> SafeText {
    SafeText(hidden ? String(repeating: "•", count: text.count) : text)
  }
}
