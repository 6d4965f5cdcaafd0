import Terminal
import ViewModels

/// Functions that draw the Wire tab. Sent lines begin with `>`, and received lines with `<`.
enum WireLines {
  static func draw(
    _ model: ResponseModel, _ canvas: PanelCanvas, in area: Rect, frame: inout Frame
  ) {
    let rows = model.wire.rows
    ListLines.draw(model, rows.count, canvas, in: area, frame: &frame) { row, place, frame in
      let line = rows[row]
      let role: Role =
        switch line.side {
        case .sent: .fieldLabel
        case .received: .text
        case .between: .muted
        }
      frame.put(SafeText(line.text), in: place, ink: Ink(role))
    }
  }

  /// Returns the full text of the selected line, or an empty array if the line is not truncated.
  static func details(_ model: ResponseModel, width: Int) -> [SafeText] {
    let rows = model.wire.rows
    let row = model.list(of: .wire).selected
    guard rows.indices.contains(row) else { return [] }
    let text = SafeText(rows[row].text)
    return text.width > width - 2 ? text.pieces(of: width) : []
  }
}
