/// The effects that undo one action of the user.
///
/// An action that cannot be undone has no effects. Its step prevents the next undo from silently
/// undoing an earlier action.
package struct UndoStep: Hashable, Sendable {
  /// The title of the user action, such as "Closing books/list".
  package let title: String
  package let effects: [Effect]

  init(_ title: String, _ effects: [Effect]) {
    self.title = title
    self.effects = effects
  }

  /// Creates the step of an action that cannot be undone.
  init(final title: String) { self.init(title, []) }
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

  /// Removes the newest step and returns its effects. If the step cannot be undone, returns a
  /// notice about this step and about the step that the next undo affects.
  mutating func undo() -> [Effect] {
    guard let step = steps.popLast() else { return [] }
    guard step.effects.isEmpty else {
      return step.effects + [.notify(Notice(.info, "\(step.title) was undone."))]
    }
    let next = steps.last.map {
      "Before it: \($0.title.prefix(1).lowercased())\($0.title.dropFirst()). "
        + "\(key: .app(.undo)) again undoes that, if possible."
    }
    return [.notify(Notice(.info, "\(step.title) cannot be undone.", whatToDo: next ?? ""))]
  }

  /// Whether the newest step can be undone.
  var canUndo: Bool { steps.last?.effects.isEmpty == false }

  var obstacle: Notice? {
    steps.isEmpty ? .cannot("There is nothing to undo.", "") : nil
  }
}
