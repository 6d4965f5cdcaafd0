package import ClientModel

/// The state of storing the open requests for the next session. Only one write runs at a time.
struct DraftRecovery: Sendable {
  /// A version of the open requests.
  struct Revision: Equatable {
    var tabs = 0
    var draft = 0
  }

  /// The last version that was written or is being written.
  private var stored = Revision()
  private var isUnderWay = false

  /// Returns whether the open requests must be stored now. If so, records that a write started.
  ///
  /// Changes during a write are stored by the next write.
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
        .info, "The unsaved request of the last session was restored.",
        whatToDo: "Save it, or close it.")
    default:
      Notice(
        .info, "\(count) unsaved requests of the last session were restored.",
        whatToDo: "Save them, or close them.")
    }
  }
}

/// A request that was open in an ended session.
package struct RestoredRequest: Hashable, Sendable {
  package let draft: Draft
  /// The saved request that the draft changes. Nil for a new request.
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
  /// A new request with a pasted URL.
  case pasted(String)
  /// A saved request, or a request from a catalog.
  case draft(Draft)
  /// A draft to open in a separate tab. `base` is its saved version, or nil if the request is new.
  case restored(Draft, base: Draft?)
  /// A closed request, reopened at the former index of its tab.
  case reopened(Draft, base: Draft?, at: Int)
  /// The request of a file. It replaces unsaved changes of an older version.
  case reread(Draft)
  /// An open request to reconnect to its saved request. This has no effect if the open request was
  /// changed after the deletion of the saved request.
  case attached(Draft, to: Draft)
}

extension Notice {
  /// Returns the notice that the request of a job is open.
  ///
  /// - Parameter open: The names of the templates that replace the secrets of the request.
  static func editing(_ job: JobID, _ open: [String]) -> Notice {
    guard let first = open.first else { return Notice(.info, "This is the request of job \(job).") }
    return Notice(
      .warning, "The request of job \(job) is incomplete.",
      why: open.count == 1
        ? "{{\(first)}} replaces a secret that cannot be shown here."
        : "\(open.count) templates such as {{\(first)}} replace secrets that cannot be shown here.",
      whatToDo: "Type the secret, or set a value for the name.")
  }
}
