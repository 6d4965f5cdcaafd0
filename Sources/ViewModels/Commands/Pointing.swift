/// A mouse action and its target. The target is computed from the model and the screen size.
package enum Pointing: Hashable, Sendable {
  /// The border of a panel, or a position in the panel that has no target.
  case panel(Panel)
  /// A wheel turn over a panel, in rows. A positive number scrolls down.
  case wheel(Panel, rows: Int)
  case composerRow(Int)
  /// The tab of an open request.
  case requestTab(Int)
  /// The mark in place of the request tabs that do not fit.
  case allRequestTabs
  case composerTab(Int)
  /// A row of the job list, as an index among all rows.
  case queueRow(Int)
  /// A row of the tree or text, as an index among all rows of the document.
  case responseRow(Int)
  case responseTab(Int)
  /// The mark in place of the tabs of a panel that do not fit.
  case allTabs(Panel)
  /// A row of the sidebar or of the list over the panels.
  case listRow(Int)
  case listWheel(rows: Int)
  /// One of the answers in a dialog.
  case answer(Int)
  /// A drag of the line between two panels. `size` is the number of columns or rows before the
  /// line.
  case split(PanelSplit, size: Int)
  /// The end of a drag. The line stays at its current position.
  case splitEnd
  /// A double click on the same target.
  indirect case double(Pointing)
}

/// The panels of the screen.
package enum Panel: Hashable, Sendable {
  case composer, queue, response
  /// The sidebar with the saved requests.
  case requests

  /// The panels in focus order.
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

extension Panel {
  /// Returns the panel that is `step` panels away in focus order. Skips the sidebar, unless it is
  /// visible beside the panels or is this panel.
  func neighbour(_ step: Int, sidebar: PanelPresence) -> Panel {
    let panels = Panel.order.filter {
      $0 != .requests || self == .requests || sidebar == .sideBySide
    }
    let place = panels.firstIndex(of: self) ?? 0
    return panels[(place + step + panels.count) % panels.count]
  }

  /// The context of the panel's keys.
  var context: Context {
    switch self {
    case .requests: .list
    case .composer: .composer
    case .queue: .queue
    case .response: .response
    }
  }

  /// The manual page about the panel.
  var manual: ManualSubject {
    switch self {
    case .requests, .composer: .requests
    case .queue: .queue
    case .response: .response
    }
  }
}
