import ClientModel
import Terminal
import ViewModels

/// Functions that draw the saved requests and graphs inside the border of the sidebar.
enum SidebarPanel {
  /// The number of columns for `DELETE` and a space.
  private static let methodWidth = 7
  /// The number of columns at the end of a row, and the minimum width of a row in a wide panel.
  private static let endWidth = 10
  private static let leastWidth = 30

  static func draw(_ model: AppModel, _ canvas: PanelCanvas, in frame: inout Frame) {
    let list = model.sidebar.list
    let rows = model.rows(of: list)
    let area = area(of: model, in: canvas.area)
    if area.y > canvas.area.y { drawFilter(list, canvas, &frame) }
    if rows.isEmpty {
      Paragraph.draw(
        [Span(SafeText(model.overlays.emptyText(of: list)), Ink(.placeholder))],
        in: area.inset(columns: 1), frame: &frame)
    }
    // In a wide panel, rows are narrower than the panel, so that the end of a row is near its name.
    let widest = rows.map { SafeText($0.title).width }.max() ?? 0
    let width = min(area.width - 2, max(leastWidth, widest + methodWidth + endWidth))
    for (line, index) in list.list.visibleRows(of: rows.count).enumerated() {
      let row = area.row(line)
      draw(
        rows[index], canvas, Rect(x: row.x + 1, y: row.y, width: width, height: row.height), &frame)
      if rows[index].isMarked {
        frame.put("▌", in: row.split(leftColumns: 1).left, ink: Ink(.heading))
      }
      if index == list.list.selected { frame.lay(canvas.selection, under: area.row(line)) }
    }
    Scrollbar.draw(
      Scrollbar.Extent(top: list.list.top, total: rows.count), in: area, frame: &frame)
  }

  /// Returns the target at a point. The point is relative to the inner corner of the panel.
  static func target(at point: Point, of model: AppModel, size: Size) -> Pointing? {
    let list = model.sidebar.list
    let row = point.y - area(of: model, in: Rect(size)).y + list.list.top
    return point.y >= 0 && model.rows(of: list).indices.contains(row) ? .listRow(row) : nil
  }

  static func area(of model: AppModel, in area: Rect) -> Rect {
    let list = model.sidebar.list
    return list.isTyping || !list.filter.isEmpty ? area.split(topRows: 1).bottom : area
  }

  private static func drawFilter(
    _ list: ListModel, _ canvas: PanelCanvas, _ frame: inout Frame
  ) {
    let row = canvas.area.row(0).inset(columns: 1)
    guard list.isTyping, canvas.isFocused else {
      frame.put(SafeText("filter: \(list.filter.text)"), in: row, ink: Ink(.muted))
      return
    }
    let (mark, field) = row.split(leftColumns: 2)
    frame.put("> ", in: mark, ink: Ink(.fieldLabel))
    TextField.draw(list.filter, in: field, frame: &frame)
  }

  private static func draw(
    _ row: ListRow, _ canvas: PanelCanvas, _ place: Rect, _ frame: inout Frame
  ) {
    let end = end(of: row, canvas.spinnerStep)
    let width = end.reduce(0) { $0 + $1.text.width }
    let (left, right) = place.split(rightColumns: min(place.width / 3, width + 1))
    frame.put(end, in: right.split(rightColumns: width).right)
    switch row.value {
    case .request:
      let indent = row.title.prefix(while: { $0 == " " }).count
      let (_, rest) = left.split(leftColumns: indent)
      let method = SafeText(row.method ?? "…")
      let (first, second) = rest.split(leftColumns: methodWidth)
      frame.put(
        method.fitted(to: methodWidth - 1), in: first,
        ink: row.method.map(ComposerPanel.methodInk) ?? Ink(.muted))
      let name = SafeText(String(row.title.dropFirst(indent)))
      frame.put(
        name.fittedInMiddle(to: second.width), in: second,
        ink: row.isCurrent ? Ink(.heading) : Ink(.text))
    case .graph:
      frame.put(
        [Span("graph  ", Ink(.muted)), Span(SafeText(row.title), Ink(.text))], in: left)
    default:
      let count = row.fold == .closed ? "  \(row.detail)" : ""
      frame.put(
        [Span(SafeText(row.title), Ink(.heading)), Span(SafeText(count), Ink(.muted))], in: left)
    }
  }

  /// Returns the sign and the status of the request's latest job.
  private static func end(of row: ListRow, _ phase: Int) -> [Span] {
    guard let job = row.last else { return [] }
    let sign = JobSign.span(of: job, phase: phase)
    guard let status = job.status else { return [sign] }
    return [sign, Span(SafeText(" \(status)"), Ink(QueueRow.statusRole(status)))]
  }
}
