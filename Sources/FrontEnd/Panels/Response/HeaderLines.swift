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
