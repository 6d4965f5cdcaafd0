import Terminal
import ViewModels

/// The last line of the screen, which shows the keys that are currently relevant. A click on a hint
/// has the same effect as the key in the hint.
enum HintBar {
  static func draw(_ model: AppModel, _ keys: KeyReader, in rect: Rect, frame: inout Frame) {
    frame.fill(rect, ink: Ink(.hintText))
    guard keys.pending.isEmpty else {
      // The chord menu shows the keys that can follow, so only the key that cancels is shown here.
      let key = Span(SafeText(Key.escape.description), Ink(.hintKey))
      frame.put([key, Span(" cancel", Ink(.hintText))], in: rect.inset(columns: 1))
      return
    }
    for place in places(model, keys.keymap, in: rect) {
      let key = Ink(place.isIdle ? .hintText : .hintKey)
      frame.put(
        [Span(place.key, key), Span(" " + place.hint, Ink(.hintText))], in: place.area,
        overflow: .clip)
    }
  }

  /// Returns the command of the hint at a point, or nil if there is no hint or the hint is dimmed.
  static func command(
    at point: Point, _ model: AppModel, _ keymap: Keymap, in rect: Rect
  ) -> Command? {
    places(model, keymap, in: rect).first { $0.area.contains(point) && !$0.isIdle }?.command
  }

  /// Returns the width of the hints in columns, at most `most`.
  static func width(_ model: AppModel, _ keymap: Keymap, most: Int) -> Int {
    let row = Rect(x: 0, y: 0, width: most, height: 1)
    return places(model, keymap, in: row).map { $0.area.right + 1 }.max() ?? 0
  }

  private struct Place {
    let command: Command
    let key: SafeText
    let hint: SafeText
    /// Whether the hint is dimmed because its command has no effect here.
    let isIdle: Bool
    var area: Rect
  }

  /// Returns the hints that fit, from left to right.
  ///
  /// A hint that would be truncated is left out. The hints for help and for leaving have priority.
  /// The hint for help is at the right end.
  private static func places(_ model: AppModel, _ keymap: Keymap, in rect: Rect) -> [Place] {
    var (x, right, places) = (rect.x + 1, rect.right, [Place]())
    let all = model.hints.compactMap { place(of: $0, model, keymap, in: rect) }
    if var help = all.first(where: { $0.command == .app(.help) }) {
      help.area = help.area.moved(to: max(x, rect.right - 1 - help.area.width))
      places.append(help)
      right = help.area.x - 2
    }
    let others = all.filter { $0.command != .app(.help) }
    var kept = others.first(where: \.command.isWayOut).map { $0.area.width + 2 } ?? 0
    for var place in others {
      if place.command.isWayOut { kept = 0 }
      guard x + place.area.width + kept <= right else { continue }
      place.area = place.area.moved(to: x)
      places.append(place)
      x += place.area.width + 2
    }
    return places
  }

  /// Returns the hint of a command at the left end, or nil if the command has no hint here.
  private static func place(
    of command: Command, _ model: AppModel, _ keymap: Keymap, in rect: Rect
  ) -> Place? {
    let isIdle = model.obstacle(to: command) != nil
    if isIdle, !model.dimsHint(of: command) { return nil }
    if command == .composer(.explain), showsProblem(model, rect.width) { return nil }
    guard let key = keymap.label(of: command, in: model.contexts),
      let hint = model.hint(of: command)
    else { return nil }
    let (keyText, hintText) = (SafeText(key), SafeText(hint))
    let width = keyText.width + 1 + hintText.width
    return Place(
      command: command, key: keyText, hint: hintText, isIdle: isIdle,
      area: Rect(x: rect.x, y: rect.y, width: width, height: 1))
  }

  /// Returns whether the current problem is shown in full at the bottom of the screen.
  private static func showsProblem(_ model: AppModel, _ width: Int) -> Bool {
    guard let problem = model.standing else { return false }
    return SafeText(problem.line).width <= ScreenFoot.captionWidth(width)
  }
}

extension Rect {
  fileprivate func moved(to x: Int) -> Rect { Rect(x: x, y: y, width: width, height: height) }
}
