/// The list of all tabs of the focused panel. It includes tabs that do not fit on the screen.
struct TabsList: ListSource {
  static let commands = [
    FeatureCommand(
      "tabs", opens: \.tabs,
      .init("Choose a tab of this panel", hint: "tabs", help: "Includes tabs without room."))
  ]

  let title = "Tabs"

  func rows(_ filter: String, _ facts: ListFacts) -> [ListRow] {
    facts.panelTabs.map { tab in
      ListRow(value: .command(.point(tab.target)), title: tab.title, isCurrent: tab.isCurrent)
    }
    .matching(filter)
  }

  mutating func choose(_ row: ListRow) -> [Effect] {
    guard case .command(let command) = row.value else { return [] }
    return [.list(.closeAll), .list(.perform(command))]
  }
}

/// A tab of a panel, as a row of the list.
struct PanelTab {
  let title: String
  let target: Pointing
  let isCurrent: Bool

  init(_ title: String, _ target: Pointing, _ isCurrent: Bool) {
    (self.title, self.target, self.isCurrent) = (title, target, isCurrent)
  }
}
