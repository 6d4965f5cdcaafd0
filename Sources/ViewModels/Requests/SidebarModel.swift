/// The sidebar with the saved requests and graphs: whether it has a column of its own, and where its cursor is.
package struct SidebarModel: Sendable {
  /// Whether a wide screen has a column for it.
  package internal(set) var preference = SidebarPreference.shown
  package internal(set) var list = ListModel(ListID(\.requests), .walked, height: 10)

  init() {}

  /// The panel that the key of the sidebar leads to; the sidebar gets or loses its column.
  mutating func toggle(focus: Panel, isOnScreen: PanelPresence) -> (Panel, [Effect]) {
    switch (focus, isOnScreen) {
    case (.requests, .inTurn): return (.composer, [])
    case (.requests, .beside):
      preference = .hidden
      return (.composer, [.store(.sidebar(.hidden))])
    case (_, .beside), (_, .inTurn): return (.requests, [])
    case (_, .absent):
      preference = .shown
      return (.requests, [.store(.sidebar(.shown))])
    }
  }
}

/// Whether the sidebar has a column on a wide screen.
package enum SidebarPreference: String, Hashable, Sendable { case shown, hidden }

/// How a panel that is not always on the screen comes there.
package enum PanelPresence: Hashable, Sendable {
  /// It has a place of its own.
  case beside
  /// It takes the place of others while it has the focus.
  case inTurn
  /// It could have a place, and the user does not want it there.
  case absent
}
