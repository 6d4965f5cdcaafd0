import Terminal
import ViewModels

/// Draws the rows of a body that are on screen: a tree, or numbered lines.
enum DocumentRows {
  static func draw(
    _ model: ResponseModel, _ canvas: PanelCanvas, in area: Rect, frame: inout Frame
  ) {
    let pane = model.pane
    if pane.window.total == 0 {
      let words = model.facts == nil ? "Reading the body…" : "The body is empty."
      frame.put(SafeText(words), in: area.inset(columns: 1), ink: Ink(.placeholder))
      return
    }
    let gutter = String(pane.window.total).utf8.count
    for (number, row) in pane.visible {
      let place = area.row(number - pane.list.top)
      let inner = Rect(x: place.x + 1, y: place.y, width: place.width - 2, height: place.height)
      switch row {
      case .tree(let row):
        frame.put(TreeLine.spans(row), in: inner)
      case .line(let row):
        drawLine(row, gutter, column: pane.column, in: inner, &frame)
      case nil: frame.put("…", in: inner, ink: Ink(.muted))
      }
      if number == pane.list.selected { frame.lay(canvas.selection, under: place) }
      let isCurrent = number == pane.list.selected
      Matches.lay(
        isCurrent ? .matchCurrent : .match, under: model.sought, in: inner, frame: &frame)
    }
    Scrollbar.draw(
      Scrollbar.Extent(top: pane.list.top, total: pane.window.total), in: area, frame: &frame)
  }

  private static func drawLine(
    _ row: TextRow, _ gutter: Int, column: Int, in place: Rect, _ frame: inout Frame
  ) {
    var text = place
    if let number = row.number {
      let (left, right) = place.split(leftColumns: gutter + 1)
      frame.put(
        SafeText("\(number)"), in: left.split(leftColumns: gutter).left, ink: Ink(.lineNumber),
        aligned: .right)
      text = right
    }
    let shown = SafeText(row.text, tabs: .stops(every: 4)).dropping(columns: column)
    frame.put(row.isCut ? shown + "…" : shown, in: text, ink: Ink(.text))
  }
}

/// One value of a tree as a line: guides, a fold mark, the key, the value.
enum TreeLine {
  /// Deeper levels move no further to the right, so that a key always has room.
  private static let deepestIndent = 20

  static func spans(_ row: TreeRow) -> [Span] {
    let guide = String(repeating: "│ ", count: min(row.depth, deepestIndent))
    var spans: [Span] = []
    if !guide.isEmpty { spans.append(Span(SafeText(guide), Ink(.border))) }
    let mark = !row.isContainer || row.children == 0 ? "  " : row.isOpen ? "▾ " : "▸ "
    spans.append(Span(SafeText(mark), Ink(.jsonPunctuation)))
    switch row.label {
    case .root: break
    case .key(let key):
      spans.append(Span(SafeText(key.isEmpty ? "\"\"" : key), Ink(.jsonKey)))
      spans.append(Span(": ", Ink(.jsonPunctuation)))
    case .place(let place):
      spans.append(Span(SafeText("\(place)"), Ink(.lineNumber)))
      spans.append(Span(": ", Ink(.jsonPunctuation)))
    }
    if row.isContainer {
      spans += container(row)
    } else {
      spans.append(Span(SafeText(row.preview), Ink(role(of: row.kind))))
      if row.isCut { spans.append(Span("…", Ink(.muted))) }
    }
    return spans
  }

  private static func container(_ row: TreeRow) -> [Span] {
    let count = "\(row.children ?? 0)\(row.mayGrow ? "+" : "")"
    let text = row.kind == .object ? "{\(count)}" : "[\(count)]"
    var spans = [Span(SafeText(text), Ink(.jsonPunctuation))]
    if !row.isOpen, row.children != 0 {
      spans.append(Span(" ", Ink(.muted)))
      spans.append(Span(SafeText(row.preview), Ink(.muted)))
      if row.isCut { spans.append(Span("…", Ink(.muted))) }
    }
    return spans
  }

  private static func role(of kind: TreeRow.Kind) -> Role {
    switch kind {
    case .string: .jsonString
    case .number: .jsonNumber
    case .boolean: .jsonBoolean
    case .null: .jsonNull
    case .object, .array: .jsonPunctuation
    case .unknown: .fieldError
    }
  }
}

/// Marks where a text that was looked for stands on the screen.
enum Matches {
  /// All small letters find capitals too, as the search does. Text that is cut is marked where it
  /// shows whole.
  static func lay(_ ground: Ground, under text: String, in row: Rect, frame: inout Frame) {
    let isExact = text.contains { $0.isUppercase }
    let needle = SafeText(text).glyphs.map { fold($0, isExact) }
    let area = row.intersection(frame.bounds)
    guard !needle.isEmpty, !area.isEmpty else { return }
    // Each glyph with its column: wide ones stand once.
    let cells = (area.x..<area.right).compactMap { x -> (x: Int, text: String, width: Int)? in
      let glyph = frame[Point(x: x, y: area.y)].glyph
      return glyph.isContinuation ? nil : (x, fold(glyph, isExact), Int(glyph.width))
    }
    var start = 0
    while start + needle.count <= cells.count {
      let part = cells[start..<start + needle.count]
      guard part.map(\.text) == needle, let first = part.first, let last = part.last else {
        start += 1
        continue
      }
      frame.lay(
        ground, under: Rect(x: first.x, y: area.y, width: last.x + last.width - first.x, height: 1))
      start += needle.count
    }
  }

  private static func fold(_ glyph: Glyph, _ isExact: Bool) -> String {
    isExact ? glyph.text : glyph.text.lowercased()
  }
}
