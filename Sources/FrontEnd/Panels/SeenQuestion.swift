package import ViewModels

/// The question that the user has seen.
///
/// Keys that were read before the question was drawn were intended for the earlier screen. They
/// must not answer the question.
package struct SeenQuestion: Sendable {
  private var seen = 0

  package init() {}

  /// Records that the screen shows this model.
  package mutating func drew(_ model: AppModel) { seen = model.overlays.questionsAsked }

  /// Returns whether a command may act.
  ///
  /// A command that answers or closes a question may act only after the user has seen the question.
  package func admits(_ command: Command, to model: AppModel) -> Bool {
    guard case .question = model.overlays.last, case .dialog = command else { return true }
    return seen == model.overlays.questionsAsked
  }
}
