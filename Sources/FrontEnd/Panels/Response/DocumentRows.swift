import ReadingValues
import Terminal
import ViewModels

/// Functions that draw the visible rows of a body as a tree, a table or numbered lines.
enum DocumentRows {
  static func draw(
    _ model: ResponseModel, _ canvas: PanelCanvas, in area: Rect, frame: inout Frame
  ) {
    let pane = model.pane
    if pane.window.total == 0 {
      Paragraph.draw(
        [Span(SafeText(emptiness(of: model)), Ink(.placeholder))], in: area.inset(columns: 1),
        frame: &frame)
      return
    }
    let table = TableLines(pane, width: area.width - 2)
    let isWrapped = pane.view == .value || pane.view == .wrapped
    let gutter = isWrapped ? valueGutter : String(pane.window.total).utf8.count
    let rows = Array(pane.visible)
    let indexWidths = TreeLine.indexWidths(
      rows.map { if case .tree(let row)? = $0.1 { row } else { nil } })
    for (index, (number, row)) in rows.enumerated() {
      let place = area.row(number - pane.list.top)
      let inner = Rect(x: place.x + 1, y: place.y, width: place.width - 2, height: place.height)
      switch row {
      case .tree(let row):
        frame.put(
          TreeLine.spans(
            row, width: inner.width, indexWidth: indexWidths[index], isFocused: canvas.isFocused),
          in: inner)
      case .outline(let row):
        frame.put(OutlineLine.spans(row), in: inner)
      case .table(let row):
        table?.draw(row, in: inner, frame: &frame)
      case .line(let row):
        drawLine(row, gutter, model, in: inner, &frame)
      case nil: frame.put("…", in: inner, ink: Ink(.muted))
      }
      if number == pane.list.selected { frame.lay(canvas.selection, under: place) }
      let isCurrent = number == pane.list.selected
      Matches.lay(
        isCurrent ? .matchCurrent : .match, under: model.body.finding.marks, in: inner,
        frame: &frame)
    }
    Scrollbar.draw(
      Scrollbar.Extent(top: pane.list.top, total: pane.window.total), in: area, frame: &frame)
  }

  private static func emptiness(of model: ResponseModel) -> String {
    if model.facts == nil { return "Reading the body…" }
    if model.body.isViewing { return "Reading the value…" }
    guard let shown = model.body.filter.shown else { return "The body is empty." }
    return shown.fault.map { "jq reported: \($0)" } ?? "Nothing in the body matches the filter."
  }

  /// The width of the line numbers of a displayed value, which is constant because rows must be
  /// wrapped before they can be counted.
  private static let valueGutter = 6

  /// Returns the number of columns for the text of a displayed value.
  ///
  /// `width` is the inner width of the panel. The line numbers and the scroll bar are subtracted.
  static func textColumns(_ width: Int) -> Int { max(8, width - 2 - valueGutter - 1 - 1) }

  /// Returns the number of columns for a row without a line number. `width` is the inner width of
  /// the panel.
  static func rowColumns(_ width: Int) -> Int { max(0, width - 2) }

  private static func drawLine(
    _ row: TextRow, _ gutter: Int, _ model: ResponseModel, in place: Rect, _ frame: inout Frame
  ) {
    let pane = model.pane
    var text = place
    if row.number != nil || pane.view == .value || pane.view == .wrapped {
      let (left, right) = place.split(leftColumns: gutter + 1)
      frame.put(
        SafeText(row.number.map(String.init) ?? ""), in: left.split(leftColumns: gutter).left,
        ink: Ink(.lineNumber), aligned: .right)
      text = right
    }
    let tabs = SafeText.Tabs.stops(every: 4)
    // Only the visible part is coloured. It includes one more character, which shows that the line
    // continues.
    let visible = String(row.text.prefix(pane.column + text.width + 1))
    let isJSON = model.facts?.kind == .json && pane.view != .value && row.number != nil
    let spans =
      isJSON
      ? JSONLine.spans(visible, tabs: tabs) : [Span(SafeText(visible, tabs: tabs), Ink(.text))]
    frame.put(
      spans.dropping(columns: pane.column) + (row.isCut ? [Span("…", Ink(.muted))] : []), in: text)
  }
}

/// The line for a node of a non-JSON body: indent guides, a fold mark and text.
enum OutlineLine {
  /// The maximum indentation. Deeper levels are not indented further, so that there is always space
  /// for a name.
  private static let deepestIndent = 20

  static func spans(_ row: OutlineRow) -> [Span] {
    let guide = String(repeating: "┊ ", count: min(row.depth, deepestIndent))
    var spans: [Span] = []
    if !guide.isEmpty { spans.append(Span(SafeText(guide), Ink(.border))) }
    let mark = row.children == 0 ? "  " : row.isOpen ? "▾ " : "▸ "
    spans.append(Span(SafeText(mark), Ink(.jsonPunctuation)))
    spans += row.pieces.map { Span(SafeText($0.text), Ink(role(of: $0.tone))) }
    if row.isCut { spans.append(Span("…", Ink(.muted))) }
    if row.children > 0, !row.isOpen {
      spans.append(Span(SafeText("  (\(row.children))"), Ink(.muted)))
    }
    return spans
  }

  private static func role(of tone: OutlineRow.Tone) -> Role {
    switch tone {
    case .mark: .jsonPunctuation
    case .name: .jsonKey
    case .attributes: .jsonBoolean
    case .text: .jsonString
    case .muted: .muted
    case .fault: .fieldError
    case .number: .jsonNumber
    }
  }
}
