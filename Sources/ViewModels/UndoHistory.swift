/// How to undo one action of the user.
package struct UndoStep: Hashable, Sendable {
  /// What the user did: "Closing books/list".
  package let title: String
  package let effects: [Effect]

  init(_ title: String, _ effects: [Effect]) {
    self.title = title
    self.effects = effects
  }
}

/// What can be undone until the program ends, the newest last.
struct UndoHistory: Sendable {
  /// Older steps are dropped: each may contain a request.
  private static let limit = 100

  private var steps: [UndoStep] = []

  mutating func remember(_ step: UndoStep) {
    steps.append(step)
    if steps.count > Self.limit { steps.removeFirst() }
  }

  /// Takes the newest step.
  mutating func undo() -> [Effect] {
    guard let step = steps.popLast() else { return [] }
    return step.effects + [.notify(Notice(.info, "\(step.title) was undone."))]
  }

  var obstacle: Notice? {
    steps.isEmpty
      ? .cannot(
        "There is nothing to undo.",
        "No tab that was closed, and nothing that was deleted or cancelled, is left to bring back.")
      : nil
  }
}
