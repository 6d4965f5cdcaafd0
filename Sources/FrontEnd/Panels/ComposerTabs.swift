import ViewModels

/// The names of the composer's tabs in one row. Names are shortened only as far as the width
/// requires. The brackets of the active tab replace blanks.
struct ComposerTabs {
  struct Entry {
    let tab: ComposerTab
    let text: String
    let columns: Range<Int>
  }

  let entries: [Entry]

  init(_ model: ComposerModel, width: Int) {
    let (tabs, active) = (model.tabs, model.tab)
    let levels = [\ComposerTab.title, \.shortTitle, \.shorterTitle, \.shortestTitle]
    let shapes = [(level: levels[0], gap: 2)] + levels.map { (level: $0, gap: 1) }
    let shape =
      shapes.first { level, gap in
        let names = tabs.reduce(0) { $0 + $1[keyPath: level].count }
        return names + gap * tabs.count + (gap == 1 ? 1 : 0) <= width
      } ?? shapes[shapes.count - 1]
    var x = 0
    entries = tabs.enumerated().map { place, tab in
      let name = tab[keyPath: shape.level]
      let isBeforeActive = tabs.indices.contains(place + 1) && tabs[place + 1] == active
      let before = tab == active ? "[" : shape.gap == 2 || x == 0 ? " " : ""
      let after = tab == active ? "]" : shape.gap == 1 && isBeforeActive ? "" : " "
      let text = before + name + after
      defer { x += text.count }
      return Entry(tab: tab, text: text, columns: x..<x + text.count)
    }
  }

  func tab(at x: Int) -> ComposerTab? { entries.first { $0.columns.contains(x) }?.tab }
}
