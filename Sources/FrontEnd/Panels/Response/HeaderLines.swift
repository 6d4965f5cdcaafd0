import Terminal
import ViewModels

/// Functions that draw the Headers tab. The values are aligned in a column.
enum HeaderLines {
  static func draw(
    _ model: ResponseModel, _ canvas: PanelCanvas, in area: Rect, frame: inout Frame
  ) {
    let rows = model.headers.rows
    let column = column(rows, area.width)
    ListLines.draw(model, rows.count, canvas, in: area, frame: &frame) { row, place, frame in
      switch rows[row] {
      case .heading(let text): frame.put(SafeText(text), in: place, ink: Ink(.heading))
      case .blank: break
      case .field(let name, let value):
        let (left, right) = place.split(leftColumns: column)
        let room = Rect(x: left.x, y: left.y, width: left.width - 2, height: 1)
        frame.put(SafeText(name), in: room, ink: Ink(.jsonKey))
        frame.put(SafeText(value), in: right, ink: Ink(.fieldText))
      }
    }
  }

  /// Returns the full text of the selected row, or an empty array if the row is not truncated.
  static func details(_ model: ResponseModel, width: Int) -> [SafeText] {
    let rows = model.headers.rows
    let row = model.list(of: .headers).selected
    guard rows.indices.contains(row) else { return [] }
    switch rows[row] {
    case .blank: return []
    case .heading(let text):
      let text = SafeText(text)
      return text.width > width ? text.pieces(of: width) : []
    case .field(let name, let value):
      let column = column(rows, width + 2)
      let isCut = SafeText(value).width > width - column || SafeText(name).width > column - 2
      return isCut ? SafeText("\(name): \(value)").pieces(of: width) : []
    }
  }

  private static func column(_ rows: [HeaderTab.Row], _ width: Int) -> Int {
    let names = rows.map { row in
      if case .field(let name, _) = row { SafeText(name).width } else { 0 }
    }
    return min(names.max() ?? 0, max(8, width * 2 / 5)) + 2
  }
}
