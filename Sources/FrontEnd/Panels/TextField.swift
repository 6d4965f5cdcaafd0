import Terminal
import ViewModels

/// Functions that draw a line of text that the user is typing, scrolled so that the cursor is
/// visible. A mark at the left end shows that text is hidden there.
enum TextField {
  /// Draws the line of the cursor and sets the screen's cursor.
  ///
  /// - Parameters:
  ///   - spans: The line in colours, or nil for plain text.
  ///   - completion: The text that Tab would add at the end, drawn in a muted colour.
  static func draw(
    _ buffer: TextBuffer, isHidden hidden: Bool = false, spans: [Span]? = nil,
    completion: String? = nil, in rect: Rect, frame: inout Frame
  ) {
    let line = buffer.currentLine
    let before = shown(line.beforeCursor ?? "", hidden)
    let scroll = max(0, before.width - max(0, rect.width - 1))
    frame.fill(rect, ink: Ink(.fieldText))
    var all = spans ?? [Span(shown(line.text, hidden), Ink(.fieldText))]
    if let completion { all.append(Span(SafeText(completion), Ink(.placeholder))) }
    let marks = scroll > 0 ? 1 : 0
    let (mark, text) = rect.row(0).split(leftColumns: marks)
    frame.put("…", in: mark, ink: Ink(.placeholder))
    frame.put(all.dropping(columns: scroll + marks), in: text, overflow: .clip)
    if let marked = line.marked {
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

extension [Span] {
  /// Returns the spans without the first columns.
  func dropping(columns: Int) -> [Span] {
    var left = columns
    return compactMap { span in
      let cut = Swift.min(left, span.text.width)
      left -= cut
      return cut == span.text.width
        ? nil : cut == 0 ? span : Span(span.text.dropping(columns: cut), span.ink)
    }
  }
}
