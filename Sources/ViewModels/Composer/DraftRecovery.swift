package import ClientModel

/// Stores the unsaved request for the next session, one write at a time, and offers what an ended session left.
struct DraftRecovery: Sendable {
  /// The composer's revision that was stored last.
  private var revision = 0
  private var isUnderWay = false

  /// Stores the unsaved request if it changed.
  ///
  /// Changes made during a write are stored by the next. A large body that is being typed waits until its
  /// field is left.
  mutating func store(_ composer: ComposerModel) -> [Effect] {
    guard composer.revision != revision, !isUnderWay, !composer.isCheckDelayed else { return [] }
    (revision, isUnderWay) = (composer.revision, true)
    return [.storeDraft(composer.unsavedDraft)]
  }

  mutating func end() { isUnderWay = false }

  /// Restores the request of an ended session; one that is already being composed takes precedence.
  func restore(
    _ draft: Draft, base: Draft?, over composer: ComposerModel, _ attention: AppModel.Attention
  ) -> [Effect] {
    guard composer.isUnsaved || composer.isTyping else {
      return [
        .compose(.restored(draft, base: base)), .claimDraft,
        .notify(
          Notice(
            .info, "The unsaved request of the last session is back.",
            why: "It was not saved.", whatToDo: "Save it, or begin a new one.")),
      ]
    }
    guard attention == .free else {
      return [
        .notify(
          Notice(
            .info, "The last session left an unsaved request.", why: "You are composing another.",
            whatToDo: "It will be offered again when Weir starts the next time."))
      ]
    }
    return [
      .confirm(
        Confirmation(
          "The last session left an unsaved request.",
          answers: [
            .init("Keep what is here"),
            .init(
              "Restore the unsaved request", [.compose(.restored(draft, base: base)), .claimDraft]),
          ]))
    ]
  }
}

/// What replaces the request in the composer.
package enum Composition: Hashable, Sendable {
  /// A new request, a saved one or one of a catalog.
  case draft(Draft)
  /// The request of an ended session, as an unsaved change of `base`.
  case restored(Draft, base: Draft?)
}
