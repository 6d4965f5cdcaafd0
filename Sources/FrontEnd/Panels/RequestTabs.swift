import Terminal
import ViewModels

/// The open requests in the title of the composer: the name of a single one, or a tab for each.
enum RequestTabs {
  /// The columns before the tabs: the corner, a blank and the number of the panel.
  private static let head = 3
  /// The columns of the number of tabs that are hidden on one side.
  private static let count = 4

  static func spans(_ model: AppModel, width: Int, _ ink: Ink) -> [Span] {
    let tabs = model.requests.tabs
    guard tabs.count > 1 else {
      var spans = [Span(SafeText(" \(Panel.composer.title)"), ink)]
      if let name = model.composer.name { spans.append(Span(SafeText(" · \(name)"), ink)) }
      if model.composer.isUnsaved { spans.append(Span(" · unsaved", Ink(.noticeWarning))) }
      return spans
    }
    let places = places(model, width: width)
    let hidden = (places.first?.index ?? 0, tabs.count - 1 - (places.last?.index ?? 0))
    let left = hidden.0 > 0 ? [Span(SafeText(" ‹\(hidden.0)"), Ink(.muted))] : []
    let right = hidden.1 > 0 ? [Span(SafeText(" \(hidden.1)›"), Ink(.muted))] : []
    return left
      + places.flatMap { place -> [Span] in
        let isCurrent = place.index == model.requests.current
        let name = Span(place.text, isCurrent ? ink : Ink(.tabInactive))
        guard place.isUnsaved else { return [Span(" ", ink), name] }
        return [Span(" ", ink), name, Span("●", Ink(.noticeWarning))]
      } + right
  }

  /// The tab at a column of the composer's border.
  static func target(at column: Int, of model: AppModel, width: Int) -> Pointing? {
    places(model, width: width).first { $0.columns.contains(column) }.map { .requestTab($0.index) }
  }

  private struct Place {
    let index: Int
    let text: SafeText
    let isUnsaved: Bool
    /// Counted from the border's first column.
    let columns: Range<Int>
  }

  /// Where the tabs stand. The composed request always has its place; the tabs around it that do not fit are
  /// not shown.
  private static func places(_ model: AppModel, width: Int) -> [Place] {
    let (tabs, current) = (model.requests.tabs, model.requests.current)
    let texts = tabs.enumerated().map { index, tab in
      let name = SafeText(tab.title).fittedInMiddle(to: 18)
      return index == current ? "[" + name + "]" : " " + name + " "
    }
    func size(_ index: Int) -> Int { texts[index].width + 1 + (tabs[index].isUnsaved ? 1 : 0) }
    let all = texts.indices.reduce(head) { $0 + size($1) }
    // What is hidden on each side is counted there.
    let counts = all > width ? 2 * count : 0
    var (first, end, room) = (current, current + 1, width - head - counts - size(current))
    while end < tabs.count, size(end) <= room {
      room -= size(end)
      end += 1
    }
    while first > 0, size(first - 1) <= room {
      first -= 1
      room -= size(first)
    }
    var column = head + (first > 0 ? "\(first)".count + 2 : 0)
    return (first..<end).map { index in
      defer { column += size(index) }
      return Place(
        index: index, text: texts[index], isUnsaved: tabs[index].isUnsaved,
        columns: column..<column + size(index))
    }
  }
}
