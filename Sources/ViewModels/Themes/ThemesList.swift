/// The list of themes. The current theme is marked.
///
/// While the list is open, the screen shows the theme under the cursor. When the list closes, the
/// screen shows the current theme again.
struct ThemesList: FollowingListSource, ClosableListSource, EventListSource {
  private(set) var names: [String] = []
  private(set) var chosen = "dark"
  private var shown = "dark"
  /// Whether the next call of `follow` is caused by an event. Such a call must not change the theme
  /// on the screen.
  private var hasEvent = false

  static let commands = [FeatureCommand.themes]
  static let manual = ManualSubject(topic: "themes")

  let title = "Themes"
  let interaction = ListInteraction.typed

  mutating func receive(_ event: ThemesEvent, _ visibility: ListVisibility) -> [Effect] {
    (names, chosen, shown) = (event.names, event.chosen, event.chosen)
    hasEvent = visibility == .uppermost
    return []
  }

  func rows(_ filter: String, _ facts: ListFacts) -> [ListRow] { rows(filter) }

  private func rows(_ filter: String) -> [ListRow] {
    names.map { ListRow(value: .init($0), title: $0, isCurrent: $0 == chosen) }.matching(filter)
  }

  mutating func follow(_ list: ListModel) -> [Effect] {
    defer { hasEvent = false }
    let rows = rows(list.filter.text)
    guard !hasEvent, rows.indices.contains(list.list.selected),
      let name: String = rows[list.list.selected].item()
    else { return [] }
    return show(name)
  }

  mutating func choose(_ row: ListRow) -> [Effect] {
    guard let name: String = row.item() else { return [] }
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

extension FeatureCommand {
  package static let themes = FeatureCommand(
    "themes", opens: \.themes, .init("Choose the theme", hint: "themes", keys: ", t"))
}

/// The available themes and the current theme.
package struct ThemesEvent: ListEvent {
  let names: [String]
  let chosen: String

  static let list: WritableKeyPath<ListSources, ThemesList> & Sendable = \.themes
}

extension AppEvent {
  package static func themes(_ names: [String], chosen: String) -> AppEvent {
    .feature(ThemesEvent(names: names, chosen: chosen))
  }
}
