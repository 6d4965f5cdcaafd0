import Terminal
import ViewModels

/// The names of the tabs in one row, shorter where they do not fit, so that all of them show.
///
/// First the blanks between them go, one of two; then the ends of the names, of all alike, but for the
/// name of the tab on show as long as that can be.
struct TabRow {
  private struct Entry {
    let tab: ResponseTab
    let title: String
    /// Where it begins, its blank at the left counted in.
    let start: Int
  }

  private var entries: [Entry] = []
  private let gap: Int

  /// - Parameter width: The columns there are.
  init(_ tabs: [ResponseTab], active: ResponseTab, width: Int) {
    let longest = tabs.map(\.title.count).max() ?? 0
    var shapes: [(letters: Int, activeLetters: Int, gap: Int)] = [(longest, longest, 2)]
    shapes += stride(from: longest, through: 2, by: -1).map { ($0, longest, 1) }
    shapes += stride(from: longest, through: 1, by: -1).map { ($0, $0, 1) }
    func titles(_ letters: Int, _ activeLetters: Int) -> [String] {
      tabs.map { String($0.title.prefix($0 == active ? activeLetters : letters)) }
    }
    let shape =
      shapes.first { shape in
        let titles = titles(shape.letters, shape.activeLetters)
        return titles.reduce(0) { $0 + $1.count + shape.gap } <= width
      } ?? (1, 1, 1)
    gap = shape.gap
    var x = 0
    for (tab, title) in zip(tabs, titles(shape.letters, shape.activeLetters)) {
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
