import ClientModel
import Terminal
import ViewModels

/// Functions that draw the Timing tab: each phase as a bar at its position in the total time, then
/// the connection.
enum TimingLines {
  private static let labelWidth = 21
  private static let timeWidth = 9

  static func draw(
    _ model: ResponseModel, _ canvas: PanelCanvas, in area: Rect, frame: inout Frame
  ) {
    let rows = model.timing.rows
    let total = rows.compactMap { if case .phase(_, _, let end) = $0 { end } else { nil } }.max()
    ListLines.draw(model, rows.count, canvas, in: area, frame: &frame) { row, place, frame in
      switch rows[row] {
      case .blank: break
      case .fact(let label, let text):
        let (left, right) = place.split(leftColumns: place.width < 48 ? 13 : labelWidth)
        frame.put(SafeText(label), in: left, ink: Ink(.fieldLabel))
        frame.put(SafeText(text), in: right, ink: Ink(.text))
      case .total(let time):
        put("Total", time, Ink(.heading), place, &frame)
      case .attempt(let label, let time, let bar):
        let area = put(label, time, Ink(.fieldLabel), place, &frame)
        WaterfallBar(start: bar.start, end: bar.end)
          .draw(Ink(bar.kind == .failed ? .stateFailed : .stateRunning), in: area, &frame)
      case .phase(let label, let start, let end):
        let bar = put(label, end - start, Ink(.fieldLabel), place, &frame)
        if let total, total > .zero {
          WaterfallBar(start: start / total, end: end / total)
            .draw(Ink(.stateRunning), in: bar, &frame)
        }
      }
    }
  }

  /// Draws a label and a time. Returns the area for a bar to the right of them.
  @discardableResult
  private static func put(
    _ label: String, _ time: Duration, _ ink: Ink, _ place: Rect, _ frame: inout Frame
  ) -> Rect {
    let (left, rest) = place.split(leftColumns: min(labelWidth, place.width - timeWidth))
    let (times, bar) = rest.split(leftColumns: timeWidth)
    frame.put(SafeText(label), in: left, ink: ink)
    frame.put(SafeText(time.shown), in: times, ink: Ink(.text), aligned: .right)
    return Rect(x: bar.x + 2, y: bar.y, width: bar.width - 2, height: bar.height)
  }
}
