import Terminal
import ViewModels

/// A function that draws the rows of a tab without a body.
enum ListLines {
  static func draw(
    _ model: ResponseModel, _ count: Int, _ canvas: PanelCanvas, in area: Rect,
    frame: inout Frame, row draw: (Int, Rect, inout Frame) -> Void
  ) {
    guard count > 0 else {
      frame.put(
        "Nothing yet: no attempt has ended.", in: area.inset(columns: 1), ink: Ink(.placeholder))
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
