import Terminal
import ViewModels

/// Functions that draw the View tab, which shows the response in the view that the endpoint's
/// catalog defines.
enum ViewLines {
  static func draw(
    _ model: ResponseModel, _ canvas: PanelCanvas, in area: Rect, frame: inout Frame
  ) {
    let pane = model.body.rendered
    guard let view = pane.view else {
      Paragraph.draw(
        pane.rows.map { Span(SafeText($0.text), Ink(.placeholder)) },
        in: area.inset(columns: 1), frame: &frame)
      return
    }
    let table = RenderedTable(view, width: area.width - 2, pane)
    ListLines.draw(model, pane.rows.count, canvas, in: area, frame: &frame) { row, place, frame in
      frame.put(table.spans(pane.rows[row]), in: place)
      let isCurrent = row == model.list(of: .view).selected
      Matches.lay(
        isCurrent ? .matchCurrent : .match, under: model.body.finding.marks, in: place,
        frame: &frame)
    }
  }

  /// Returns the full text of the selected row, or an empty array if the row is not truncated.
  ///
  /// Prose is one paragraph, and each field of a table starts on a new line.
  static func details(_ model: ResponseModel, width: Int) -> [SafeText] {
    let pane = model.body.rendered
    let row = model.list(of: .view).selected
    guard let view = pane.view, pane.rows.indices.contains(row) else { return [] }
    switch pane.rows[row] {
    case .blank, .titles: return []
    case .prose(let indent, _):
      let text = SafeText(pane.rows[row].text)
      return text.width + 2 * indent > width ? Paragraph.lines(of: text, width: width) : []
    case .cells(let cells):
      let shown = RenderedTable(view, width: width, pane).text(pane.rows[row])
      let isCut = cells.contains { !$0.text.isEmpty && !shown.contains(SafeText($0.text).string) }
      guard isCut else { return [] }
      return zip(view.columns, cells).filter { !$1.text.isEmpty }.flatMap { column, cell in
        Paragraph.lines(of: SafeText("\(column.title): \(cell.text)"), width: width)
      }
    }
  }
}
