/// The themes to choose from, and the current one. While the list is open, the theme under the
/// cursor is shown. Closing the list returns to the current theme.
struct ThemesPlace: FollowingPlace, ClosingPlace {
  private(set) var names: [String] = []
  private(set) var chosen = "dark"
  private var shown = "dark"

  let title = "Themes"

  mutating func take(_ names: [String], chosen: String) {
    (self.names, self.chosen, shown) = (names, chosen, chosen)
  }

  func rows(_ filter: String, _ facts: ListFacts) -> [ListRow] { rows(filter) }

  private func rows(_ filter: String) -> [ListRow] {
    names.map { ListRow(value: .theme($0), title: $0, isCurrent: $0 == chosen) }.matching(filter)
  }

  mutating func follow(_ list: ListModel) -> [Effect] {
    let rows = rows(list.filter.text)
    guard rows.indices.contains(list.list.selected),
      case .theme(let name) = rows[list.list.selected].value
    else { return [] }
    return show(name)
  }

  mutating func choose(_ row: ListRow) -> [Effect] {
    guard case .theme(let name) = row.value else { return [] }
    (chosen, shown) = (name, name)
    return [.list(.closeAll), .store(.theme(name))]
  }

  func interrupt() -> [Effect]? { nil }
  mutating func leave() -> [Effect] { show(chosen) }

  private mutating func show(_ name: String) -> [Effect] {
    guard name != shown else { return [] }
    shown = name
    return [.preview(theme: name)]
  }
}
