/// A mouse action and its target, computed from the model and the screen size.
package enum Pointing: Hashable, Sendable {
  /// A panel's border or empty place.
  case panel(Panel)
  /// Turned the wheel over a panel by this many rows; positive goes down.
  case wheel(Panel, rows: Int)
  case composerRow(Int)
  case composerTab(Int)
  /// A row of the job list, counted over all jobs.
  case queueRow(Int)
  /// A row of the tree or text, counted over the full document.
  case responseRow(Int)
  case responseTab(Int)
  /// A row of the list over the panels.
  case listRow(Int)
  case listWheel(rows: Int)
  /// One of the answers in a dialog.
  case answer(Int)
}

/// The three panels.
package enum Panel: Int, CaseIterable, Hashable, Sendable {
  case composer, queue, response

  package var title: String {
    switch self {
    case .composer: "Request"
    case .queue: "Queue"
    case .response: "Response"
    }
  }
}
