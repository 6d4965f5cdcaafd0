import Terminal
import ViewModels

/// The names of the tabs in one row, shortened if necessary, so that all of them are visible.
///
/// First one of the two blanks between names is removed. Then short names replace the full ones;
/// the current tab keeps its full name as long as possible. If these do not fit either, the names
/// are cut.
struct TabRow {
  private struct Entry {
    let tab: ResponseTab
    let title: String
    /// The first column, including the blank at the left.
    let start: Int
  }

  private var entries: [Entry] = []
  private let gap: Int

  /// Creates the row.
  ///
  /// - Parameter width: The available columns.
  init(_ tabs: [ResponseTab], active: ResponseTab, width: Int) {
    let full = tabs.map(\.title)
    let short = tabs.map { $0 == active ? $0.title : $0.shortTitle }
    let shortest = tabs.map(\.shortestTitle)
    var shapes: [(titles: [String], gap: Int)] = [
      (full, 2), (full, 1), (short, 1), (tabs.map(\.shortTitle), 1), (shortest, 1),
    ]
    shapes += [3, 2, 1].map { letters in (shortest.map { String($0.prefix(letters)) }, 1) }
    let shape =
      shapes.first { titles, gap in titles.reduce(0) { $0 + $1.count + gap } <= width }
      ?? shapes[shapes.count - 1]
    gap = shape.gap
    var x = 0
    for (tab, title) in zip(tabs, shape.titles) {
      entries.append(Entry(tab: tab, title: title, start: x))
      x += title.count + gap
    }
  }

  func spans(active: ResponseTab) -> [Span] {
    entries.flatMap { entry in
      var ink = Ink(entry.tab == active ? .tabActive : .tabInactive)
      if entry.tab == active { ink.emphasis = .underline }
      let title = [Span(" ", Ink(.text)), Span(SafeText(entry.title), ink)]
      return gap == 2 ? title + [Span(" ", Ink(.text))] : title
    }
  }

  func tab(at x: Int) -> ResponseTab? {
    entries.first { ($0.start..<$0.start + $0.title.count + gap).contains(x) }?.tab
  }
}
