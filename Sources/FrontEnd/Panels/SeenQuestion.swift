package import ViewModels

/// The question that the user has seen.
///
/// Keys that were read before the question was drawn must not answer it, because they were intended
/// for the earlier screen.
package struct SeenQuestion: Sendable {
  private var seen = 0

  package init() {}

  /// Records that this model was drawn on the screen.
  package mutating func drew(_ model: AppModel) { seen = model.overlays.questionsAsked }

  /// Returns whether a command may be performed.
  ///
  /// A command that answers or closes a question may be performed only after the user has seen the
  /// question.
  package func admits(_ command: Command, to model: AppModel) -> Bool {
    guard case .question = model.overlays.last, case .dialog = command else { return true }
    return seen == model.overlays.questionsAsked
  }
}
