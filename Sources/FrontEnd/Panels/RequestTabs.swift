import Terminal
import ViewModels

/// The open requests in the title of the composer.
///
/// A single request is shown by its name. Several requests are shown as tabs.
struct RequestTabs {
  private struct Place {
    let index: Int
    let text: SafeText
    let isUnsaved: Bool
    /// The columns, counted from the first column of the border.
    let columns: Range<Int>
  }

  private let model: AppModel
  private let name: String
  /// The tabs that fit.
  ///
  /// The composed request is always included. Tabs that do not fit are counted on both sides. Empty
  /// for a single request.
  private let places: [Place]

  /// The minimum width of a panel that shows its own name before the tabs.
  private static let leastWidth = 40
  private static let longestTab = 18

  init(_ model: AppModel, width: Int) {
    self.model = model
    let (tabs, current) = (model.requests.tabs, model.requests.current)
    let isShort = tabs.count > 1 && width < Self.leastWidth
    name = isShort ? "1" : "1 \(Panel.composer.title)"
    guard tabs.count > 1 else {
      places = []
      return
    }
    // The corner and a space precede the name.
    let head = 2 + name.count
    let room = width - 2 - (model.showsOnlyFocused ? Screen.zoomed.text.width : 0)
    let texts = tabs.enumerated().map { index, tab in
      let name = SafeText(tab.title).fittedInMiddle(to: Self.longestTab)
      return index == current ? "[" + name + "]" : " " + name + " "
    }
    func size(_ index: Int) -> Int { texts[index].width + 1 + (tabs[index].isUnsaved ? 1 : 0) }
    func fits(_ shown: Range<Int>) -> Bool {
      let hidden = [shown.lowerBound, tabs.count - shown.upperBound].map(Self.counted)
      return head + hidden.reduce(0) { $0 + $1.count } + shown.reduce(0) { $0 + size($1) } <= room
    }
    var shown = current..<current + 1
    while true {
      let wider = [
        shown.lowerBound..<shown.upperBound + 1, shown.lowerBound - 1..<shown.upperBound,
      ]
      let next = wider.first { $0.isWithin(tabs.indices) && fits($0) }
      guard let next else { break }
      shown = next
    }
    var column = head + Self.counted(shown.lowerBound).count
    places = shown.map { index in
      defer { column += size(index) }
      return Place(
        index: index, text: texts[index], isUnsaved: tabs[index].isUnsaved,
        columns: column..<column + size(index))
    }
  }

  /// Returns the text for the number of hidden tabs on the left. The text is empty for zero.
  private static func counted(_ hidden: Int) -> String { hidden == 0 ? "" : " ‹\(hidden)" }

  func spans(_ ink: Ink) -> [Span] {
    let unsaved = Span("●", Ink(.noticeWarning))
    guard let first = places.first, let last = places.last else {
      let title = model.composer.name.map { "\(name) · \($0)" } ?? name
      return [Span(SafeText(title), ink)]
        + (model.composer.isUnsaved ? [Span(" ", ink), unsaved] : [])
    }
    let right = model.requests.tabs.count - 1 - last.index
    return [Span(SafeText(name), ink), Span(SafeText(Self.counted(first.index)), Ink(.muted))]
      + places.flatMap { place in
        let isCurrent = place.index == model.requests.current
        let name = Span(place.text, isCurrent ? ink : Ink(.tabInactive))
        return [Span(" ", ink), name] + (place.isUnsaved ? [unsaved] : [])
      } + (right > 0 ? [Span(SafeText(" \(right)›"), Ink(.muted))] : [])
  }

  func target(at column: Int) -> Pointing? {
    places.first { $0.columns.contains(column) }.map { .requestTab($0.index) }
  }
}

extension Range<Int> {
  fileprivate func isWithin(_ indices: Range<Int>) -> Bool {
    lowerBound >= indices.lowerBound && upperBound <= indices.upperBound
  }
}
