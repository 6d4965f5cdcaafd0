/// The themes to choose from, and the one in use.
struct ThemesPlace: ListPlace {
  var names: [String] = []
  var chosen = "dark"

  let title = "Themes"

  func rows(_ filter: String, _ facts: ListFacts) -> [ListRow] {
    names.map { ListRow(value: .theme($0), title: $0, isCurrent: $0 == chosen) }.matching(filter)
  }

  mutating func choose(_ row: ListRow) -> [Effect] {
    guard case .theme(let name) = row.value else { return [] }
    chosen = name
    return [.list(.closeAll), .store(.theme(name))]
  }
}
