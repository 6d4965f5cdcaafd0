/// A tab of the response panel.
package enum ResponseTab: Int, CaseIterable, Hashable, Sendable {
  case tree, raw, headers, timing, attempts, wire
  /// The view that the catalog defines for the response. Exists only if the endpoint of the request
  /// has a view.
  case view
  /// The comparison with an earlier exchange. Exists only during a comparison.
  case compare
  /// The results of the assertions. Exists only if the attempt was checked by assertions.
  case checks
  /// The topics of the messages. Exists only for a subscription.
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

  /// The notice that a command works only in the Tree tab.
  var lacksTree: Notice {
    .cannot("This command works only in the Tree tab.", "The \(title) tab is open.")
  }
}
