package import ViewModels

/// Which question the user has seen: keys that were read before it was drawn were intended for what
/// stood there before, and must not answer it.
package struct SeenQuestion: Sendable {
  private var seen = 0

  package init() {}

  /// The screen shows this model now.
  package mutating func drew(_ model: AppModel) { seen = model.questionsAsked }

  /// False for a command that would answer, or put away, a question that nobody has seen.
  package func admits(_ command: Command, to model: AppModel) -> Bool {
    guard case .question = model.overlays.last, case .dialog = command else { return true }
    return seen == model.questionsAsked
  }
}
