import Terminal
import ViewModels

/// What is wrong with the expression that is being typed, or why nothing can be: on the rows over the
/// prompt.
enum SearchFault {
  static func draw(_ line: SafeText, _ layout: ScreenLayout, _ frame: inout Frame) {
    let prompt = layout.prompt
    let rows = min(prompt.y, 2, Paragraph.lines(of: line, width: prompt.width - 2).count)
    guard rows > 0 else { return }
    let area = Rect(x: prompt.x, y: prompt.y - rows, width: prompt.width, height: rows)
    frame.fill(area, ink: Ink(.text))
    Paragraph.draw([Span(line, Ink(.fieldError))], in: area.inset(columns: 1), frame: &frame)
  }
}
