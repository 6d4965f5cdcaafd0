/// A way to look at one exchange.
package enum ResponseTab: Int, CaseIterable, Hashable, Sendable {
  case tree, raw, headers, timing, attempts, wire
  /// What the catalog says the response is best seen as; only of a request that names one.
  case view
  /// Beside an earlier exchange; only while two are compared.
  case compare
  /// What its assertions came to; only of an attempt that was checked by some.
  case checks
  /// The topics of its messages; only of a subscription.
  case topics

  package var title: String {
    switch self {
    case .tree: "Tree"
    case .raw: "Raw"
    case .headers: "Headers"
    case .timing: "Timing"
    case .attempts: "Attempts"
    case .wire: "Wire"
    case .view: "View"
    case .compare: "Compare"
    case .checks: "Checks"
    case .topics: "Topics"
    }
  }

  /// The title where there is little room.
  package var shortTitle: String {
    switch self {
    case .headers: "Head"
    case .timing: "Time"
    case .attempts: "Att"
    case .compare: "Comp"
    case .checks: "Check"
    case .topics: "Topic"
    default: title
    }
  }

  /// The title where there is even less.
  package var shortestTitle: String {
    switch self {
    case .headers: "Hdr"
    case .compare: "Cmp"
    case .checks: "Chk"
    case .topics: "Top"
    default: shortTitle
    }
  }

  /// That a command needs the tree, while this tab is on show.
  var lacksTree: Notice {
    .cannot("Only the tree can do this.", "The \(title) tab is on show.")
  }
}
