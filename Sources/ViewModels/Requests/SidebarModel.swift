/// The sidebar with the saved requests and graphs.
package struct SidebarModel: Sendable {
  /// The user's choice whether a wide screen shows the sidebar.
  package internal(set) var preference = SidebarPreference.shown
  package internal(set) var list = ListModel(ListID(\.requests), .browsed, height: 10)

  /// The saved request that was last revealed, because the composer shows it.
  var revealed: String?

  init() {}

  /// Shows or hides the sidebar. Returns the panel that gets the focus.
  mutating func toggle(focus: Panel, isOnScreen: PanelPresence) -> (Panel, [Effect]) {
    switch (focus, isOnScreen) {
    case (.requests, .exclusive): return (.composer, [])
    case (.requests, .sideBySide):
      preference = .hidden
      return (.composer, [.store(.sidebar(.hidden))])
    case (_, .sideBySide), (_, .exclusive): return (.requests, [])
    case (_, .hidden):
      preference = .shown
      return (.requests, [.store(.sidebar(.shown))])
    }
  }
}

/// The user's choice whether a wide screen shows the sidebar.
package enum SidebarPreference: String, Hashable, Sendable { case shown, hidden }

/// The presence of a panel on the screen. Not all panels are always visible.
package enum PanelPresence: Hashable, Sendable {
  /// The panel has a separate area.
  case sideBySide
  /// The panel replaces the other panels while it has the focus.
  case exclusive
  /// There is room for the panel, but the user hid it.
  case hidden
}
