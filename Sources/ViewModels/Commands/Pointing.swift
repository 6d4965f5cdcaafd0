/// A mouse action and its target, computed from the model and the screen size.
package enum Pointing: Hashable, Sendable {
  /// A panel's border or empty place.
  case panel(Panel)
  /// Turned the wheel over a panel by this many rows; positive goes down.
  case wheel(Panel, rows: Int)
  case composerRow(Int)
  /// The tab of an open request.
  case requestTab(Int)
  case composerTab(Int)
  /// A row of the job list, counted over all jobs.
  case queueRow(Int)
  /// A row of the tree or text, counted over the full document.
  case responseRow(Int)
  case responseTab(Int)
  /// A row of the list over the panels, or of the sidebar.
  case listRow(Int)
  case listWheel(rows: Int)
  /// One of the answers in a dialog.
  case answer(Int)
  /// Moved the line between two panels: so many columns or rows are before it.
  case split(PanelSplit, size: Int)
  /// The line stays where it is now.
  case splitEnd
  /// A second press at once on the same place.
  indirect case double(Pointing)
}

/// The panels of the screen.
package enum Panel: Hashable, Sendable {
  case composer, queue, response
  /// The sidebar with the saved requests.
  case requests

  /// From left to right.
  static let order: [Panel] = [.requests, .composer, .queue, .response]

  package var title: String {
    switch self {
    case .composer: "Request"
    case .queue: "Queue"
    case .response: "Response"
    case .requests: "Requests"
    }
  }
}
