package import ClientModel

/// What is composed and not saved outlives the program.
extension AppModel {
  /// Asks for the unsaved request to be stored when it changed; call it after each turn.
  package mutating func keepDraft() -> [Effect] { drafts.keep(composer) }

  /// What would be lost if the session ended now.
  package var unsavedDraft: Draft? { composer.unsavedDraft }

  /// Takes up what an ended session left; what is being composed already goes first.
  mutating func restore(_ draft: Draft, base: Draft?) -> [Effect] {
    guard composer.isUnsaved || composer.isTyping else {
      composer.restore(draft, base: base)
      focus = .composer
      return [
        .claimDraft,
        .notify(
          Notice(
            .info, "The unsaved request of the last session is back.",
            why: "Weir ended before it was saved.", whatToDo: "Save it, or begin a new one.")),
      ]
    }
    guard overlays.isEmpty, !composer.isTyping else {
      return [
        .notify(
          Notice(
            .info, "The last session left an unsaved request.", why: "You are composing another.",
            whatToDo: "It comes back when Weir starts the next time."))
      ]
    }
    return [
      .confirm(
        Confirmation(
          "The last session left an unsaved request.",
          answers: [
            .init("Keep what is here"),
            .init("Take the one it left", [.claimDraft], change: .restore(draft, base: base)),
          ]))
    ]
  }
}
