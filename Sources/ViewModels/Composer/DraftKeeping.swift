import ClientModel

/// Stores the unsaved request for the next session, one write at a time.
struct DraftKeeping: Sendable {
  /// The composer's revision that was stored last.
  private var revision = 0
  private var isUnderWay = false

  /// Asks for the unsaved request to be stored when it changed.
  ///
  /// What changes while it is stored goes with the next. A large body that is being typed waits until its
  /// field is left.
  mutating func keep(_ composer: ComposerModel) -> [Effect] {
    guard composer.revision != revision, !isUnderWay, !composer.isCheckDelayed else { return [] }
    (revision, isUnderWay) = (composer.revision, true)
    return [.keepDraft(composer.unsavedDraft)]
  }

  mutating func end() { isUnderWay = false }
}

extension ComposerModel {
  /// What would be lost if the session ended now.
  var unsavedDraft: Draft? { isUnsaved ? draft : nil }
}
