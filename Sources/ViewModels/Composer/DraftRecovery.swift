package import ClientModel

/// Stores the open requests for the next session, one write at a time.
struct DraftRecovery: Sendable {
  /// What distinguishes two states of the open requests.
  struct Revision: Equatable {
    var tabs = 0
    var draft = 0
  }

  /// What was stored last.
  private var stored = Revision()
  private var isUnderWay = false

  /// Whether the open requests are to be stored now.
  ///
  /// Changes made during a write are stored by the next. A large body that is being typed waits until its
  /// field is left.
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

/// A request that an ended session had open.
package struct RestoredRequest: Hashable, Sendable {
  package let draft: Draft
  /// The saved request that it began as; nil for a new one.
  package let base: Draft?

  package init(_ draft: Draft, base: Draft?) {
    self.draft = draft
    self.base = base
  }
}

/// What is opened in the composer.
package enum Composition: Hashable, Sendable {
  /// An empty request.
  case new
  /// A saved request or one of a catalog.
  case draft(Draft)
  /// An unsaved change of `base`, in a tab of its own.
  case restored(Draft, base: Draft?)
  /// The same, in the place that its tab had before it was closed.
  case reopened(Draft, base: Draft?, at: Int)
  /// The request of a file, in place of unsaved changes of an older version.
  case reread(Draft)
  /// An open request that is a saved one again, unless it was changed since that was deleted.
  case attached(Draft, to: Draft)
}
