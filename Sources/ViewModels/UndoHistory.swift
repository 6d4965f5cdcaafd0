/// The effects that undo one action of the user.
package struct UndoStep: Hashable, Sendable {
  /// The title of the user action, such as "Closing books/list".
  package let title: String
  package let effects: [Effect]

  init(_ title: String, _ effects: [Effect]) {
    self.title = title
    self.effects = effects
  }
}

/// The steps that can be undone in this session, newest last.
struct UndoHistory: Sendable {
  /// The maximum number of steps. The oldest step is deleted first. The number is limited, because
  /// a step may contain a complete request.
  private static let limit = 100

  private var steps: [UndoStep] = []

  mutating func remember(_ step: UndoStep) {
    steps.append(step)
    if steps.count > Self.limit { steps.removeFirst() }
  }

  /// Removes the newest step and returns its effects.
  mutating func undo() -> [Effect] {
    guard let step = steps.popLast() else { return [] }
    return step.effects + [.notify(Notice(.info, "\(step.title) was undone."))]
  }

  var obstacle: Notice? {
    steps.isEmpty
      ? .cannot(
        "There is nothing to undo.",
        "No closed tab, deletion or cancellation is left to undo.")
      : nil
  }
}
