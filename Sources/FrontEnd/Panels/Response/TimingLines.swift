import ClientModel
import Terminal
import ViewModels

/// Draws the Timing tab. Each phase is a bar at its position in the total time. The connection
/// follows.
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
      case .phase(let label, let start, let end):
        let bar = put(label, end - start, Ink(.fieldLabel), place, &frame)
        drawBar(from: start, to: end, of: total ?? end, in: bar, &frame)
      }
    }
  }

  /// Draws a label and a time. Returns the area on the right for a bar.
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

  private static func drawBar(
    from start: Duration, to end: Duration, of total: Duration, in place: Rect,
    _ frame: inout Frame
  ) {
    guard place.width > 0, total > .zero else { return }
    let first = min(place.width - 1, Int(start / total * Double(place.width)))
    let last = min(place.width, max(first + 1, Int((end / total * Double(place.width)).rounded())))
    let bar = Rect(x: place.x + first, y: place.y, width: last - first, height: 1)
    frame.fill(bar, ink: Ink(.stateRunning), with: end == start ? "▏" : "━")
  }
}
