package import ClientModel

/// The state of the screen. The content of the panels is not included.
package struct DisplayState: Sendable {
  package internal(set) var viewport = Viewport()
  package internal(set) var isZoomed = false
  package internal(set) var mouse = MousePreference.used
  package internal(set) var splits = PanelSplits()
  /// The current step of the spinner. `now` is the time of this step.
  package internal(set) var spinnerStep = 0
  package internal(set) var now: Timestamp?

  /// Whether only one panel is visible at a time, because the user zoomed it or because more panels
  /// do not fit.
  var showsOnePanel: Bool { isZoomed || viewport.panels == .exclusive }

  enum Second { case same, new }

  /// Sets the step of the spinner. Returns `.new` if a new second has begun since the previous
  /// step.
  mutating func turn(_ phase: Int, _ now: Timestamp) -> Second {
    let before = self.now.map { $0.milliseconds / 1000 }
    (self.spinnerStep, self.now) = (phase, now)
    return before == now.milliseconds / 1000 ? .same : .new
  }

  enum Change: Int {
    case smaller = -1
    case larger = 1
  }

  /// Makes a panel larger or smaller. If no line beside the panel can move, only returns a notice.
  mutating func resize(_ panel: Panel, by change: Change) -> [Effect] {
    let (split, step): (PanelSplit, Int) =
      switch panel {
      case .requests: (.sidebar, 2)
      case .composer: (.queue, 1)
      case .queue: (.queue, -1)
      case .response: (.response, -2)
      }
    guard let place = viewport.splits[split] else {
      return [
        .notify(
          .cannot("The panel cannot be resized.", "It fills the screen.", "Enlarge the window."))
      ]
    }
    move(split, to: place + step * change.rawValue)
    // The line position is updated here, because the next resize command may arrive before the
    // screen has a new layout.
    viewport.splits[split] = splits[viewport.size][split]
    return [.store(.splits(splits))]
  }

  mutating func move(_ split: PanelSplit, to place: Int) {
    splits[viewport.size][split] = max(1, place)
  }

  /// Deletes the stored line positions for this size of the screen.
  mutating func resetSizes() -> [Effect] {
    splits[viewport.size] = [:]
    return [.store(.splits(splits))]
  }

  /// Switches the mouse between Weir and the terminal.
  mutating func switchMouse() -> [Effect] {
    mouse = mouse == .used ? .leftToTerminal : .used
    let words =
      mouse == .used
      ? "Weir handles the mouse." : "The terminal handles the mouse. Drag to select text."
    return [.store(.mouse(mouse)), .notify(Notice(.info, words))]
  }
}
