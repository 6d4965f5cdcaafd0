import Terminal
import ViewModels

/// Draws the Headers tab: names in a column, values beside them.
enum HeaderLines {
  static func draw(
    _ model: ResponseModel, _ canvas: PanelCanvas, in area: Rect, frame: inout Frame
  ) {
    let rows = model.headerRows
    let names = rows.map { row in
      if case .field(let name, _) = row { SafeText(name).width } else { 0 }
    }
    let column = min(names.max() ?? 0, max(8, area.width * 2 / 5)) + 2
    ListLines.draw(model, rows.count, canvas, in: area, frame: &frame) { row, place, frame in
      switch rows[row] {
      case .heading(let text): frame.put(SafeText(text), in: place, ink: Ink(.heading))
      case .blank: break
      case .field(let name, let value):
        let (left, right) = place.split(leftColumns: column)
        let room = Rect(x: left.x, y: left.y, width: left.width - 2, height: 1)
        frame.put(SafeText(name), in: room, ink: Ink(.fieldLabel))
        frame.put(SafeText(value), in: right, ink: Ink(.fieldText))
      }
    }
  }
}

/// Draws rows of a tab without a body: what is on screen, the selection, the scroll position.
enum ListLines {
  static func draw(
    _ model: ResponseModel, _ count: Int, _ canvas: PanelCanvas, in area: Rect,
    frame: inout Frame, row draw: (Int, Rect, inout Frame) -> Void
  ) {
    guard count > 0 else {
      frame.put(
        "Nothing yet: no try has ended.", in: area.inset(columns: 1), ink: Ink(.placeholder))
      return
    }
    let list = model.list(of: model.tab)
    let top = min(list.top, count - 1)
    for row in top..<min(count, top + area.height) {
      let place = area.row(row - top)
      draw(row, Rect(x: place.x + 1, y: place.y, width: place.width - 2, height: 1), &frame)
      if row == list.selected { frame.lay(canvas.selection, under: place) }
    }
    Scrollbar.draw(Scrollbar.Extent(top: top, total: count), in: area, frame: &frame)
  }
}
