import Terminal
import ViewModels

/// The last line of the screen: the keys that matter here and now.
enum HintBar {
  static func draw(_ model: AppModel, _ keys: KeyReader, in rect: Rect, frame: inout Frame) {
    frame.fill(rect, ink: Ink(.hintText))
    var x = rect.x + 1
    for command in model.hints {
      let isIdle = model.obstacle(to: command) != nil
      if isIdle, !model.dimsHint(of: command) { continue }
      if command == .composer(.explain), showsProblem(model, rect.width) { continue }
      guard let key = keys.keymap.label(of: command, in: model.contexts),
        let hint = model.hint(of: command)
      else { continue }
      let spans = [
        Span(SafeText(key), Ink(isIdle ? .hintText : .hintKey)),
        Span(SafeText(" \(hint)  "), Ink(.hintText)),
      ]
      let width = spans.reduce(0) { $0 + $1.text.width }
      // A hint that does not fit is omitted: half a word is of no use.
      guard x + width - 2 <= rect.right else { continue }
      frame.put(
        spans, in: Rect(x: x, y: rect.y, width: rect.right - x, height: 1), overflow: .clip)
      x += width
    }
  }

  /// True when the current problem is shown in full at the bottom of the screen.
  private static func showsProblem(_ model: AppModel, _ width: Int) -> Bool {
    guard let problem = model.standing else { return false }
    let lines = Paragraph.lines(of: SafeText(problem.line), width: width - 2)
    return lines.count <= (model.composer.isTyping ? 1 : 3)
  }
}
