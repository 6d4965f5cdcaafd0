import Terminal
import ViewModels

/// The last line of the screen: the keys that matter here and now. A click on a hint is its key.
enum HintBar {
  static func draw(_ model: AppModel, _ keys: KeyReader, in rect: Rect, frame: inout Frame) {
    frame.fill(rect, ink: Ink(.hintText))
    for place in places(model, keys.keymap, in: rect) {
      let key = Ink(place.isIdle ? .hintText : .hintKey)
      frame.put(
        [Span(place.key, key), Span(" " + place.hint, Ink(.hintText))], in: place.area,
        overflow: .clip)
    }
  }

  /// The command whose hint is at a point.
  static func command(
    at point: Point, _ model: AppModel, _ keymap: Keymap, in rect: Rect
  ) -> Command? {
    places(model, keymap, in: rect).first { $0.area.contains(point) && !$0.isIdle }?.command
  }

  private struct Place {
    let command: Command
    let key: SafeText
    let hint: SafeText
    /// Dimmed, because the command can do nothing here.
    let isIdle: Bool
    let area: Rect
  }

  /// The hints that fit, from left to right: half a word is of no use.
  private static func places(_ model: AppModel, _ keymap: Keymap, in rect: Rect) -> [Place] {
    var (x, places) = (rect.x + 1, [Place]())
    for command in model.hints {
      let isIdle = model.obstacle(to: command) != nil
      if isIdle, !model.dimsHint(of: command) { continue }
      if command == .composer(.explain), showsProblem(model, rect.width) { continue }
      guard let key = keymap.label(of: command, in: model.contexts),
        let hint = model.hint(of: command)
      else { continue }
      let (keyText, hintText) = (SafeText(key), SafeText(hint))
      let width = keyText.width + 1 + hintText.width
      guard x + width <= rect.right else { continue }
      places.append(
        Place(
          command: command, key: keyText, hint: hintText, isIdle: isIdle,
          area: Rect(x: x, y: rect.y, width: width, height: 1)))
      x += width + 2
    }
    return places
  }

  /// True when the current problem is shown in full at the bottom of the screen.
  private static func showsProblem(_ model: AppModel, _ width: Int) -> Bool {
    guard let problem = model.standing else { return false }
    let lines = Paragraph.lines(of: SafeText(problem.line), width: width - 2)
    return lines.count <= (model.composer.isTyping ? 1 : 3)
  }
}
