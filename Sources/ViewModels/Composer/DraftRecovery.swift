package import ClientModel

/// The storage of the open requests for the next session, one write at a time.
struct DraftRecovery: Sendable {
  /// A version of the open requests.
  struct Revision: Equatable {
    var tabs = 0
    var draft = 0
  }

  /// The last stored version.
  private var stored = Revision()
  private var isUnderWay = false

  /// Starts a write and returns true if the open requests must be stored now.
  ///
  /// Changes during a write are stored by the next one. A large body that is being typed is stored
  /// when the user leaves its field.
  mutating func begin(_ revision: Revision) -> Bool {
    guard revision != stored, !isUnderWay else { return false }
    (stored, isUnderWay) = (revision, true)
    return true
  }

  mutating func end() { isUnderWay = false }

  static func notice(unsaved count: Int) -> Notice? {
    switch count {
    case 0: nil
    case 1:
      Notice(
        .info, "The unsaved request of the last session is back.",
        whatToDo: "Save it, or close it.")
    default:
      Notice(
        .info, "\(count) unsaved requests of the last session are back.",
        whatToDo: "Save them, or close them.")
    }
  }
}

/// A request that was open in an ended session.
package struct RestoredRequest: Hashable, Sendable {
  package let draft: Draft
  /// The saved request on which it is based, or nil for a new one.
  package let base: Draft?

  package init(_ draft: Draft, base: Draft?) {
    self.draft = draft
    self.base = base
  }
}

/// A request to open in the composer.
package enum Composition: Hashable, Sendable {
  /// An empty request.
  case new
  /// A saved request or one of a catalog.
  case draft(Draft)
  /// An unsaved change of `base`, opened in its own tab.
  case restored(Draft, base: Draft?)
  /// The same, at the index of its tab before it was closed.
  case reopened(Draft, base: Draft?, at: Int)
  /// The request of a file. It replaces unsaved changes of an older version.
  case reread(Draft)
  /// An open request that belongs to a saved one again, unless it was changed after the saved one
  /// was deleted.
  case attached(Draft, to: Draft)
}
