import Terminal
import ViewModels

/// The names of tabs in one row. The active tab is underlined.
///
/// Names are not shortened to make space for other tabs. Tabs that do not fit are replaced by `…`,
/// which opens the list of all tabs.
struct TabStrip {
  struct Tab {
    let title: SafeText
    let isUnsaved: Bool

    init(_ title: SafeText, isUnsaved: Bool = false) {
      (self.title, self.isUnsaved) = (title, isUnsaved)
    }

    var width: Int { title.width + (isUnsaved ? 1 : 0) }
  }

  enum Target: Equatable {
    case tab(Int)
    /// The list of all tabs.
    case all
  }

  private let tabs: [Tab]
  private let active: Int
  /// The number of spaces between two names.
  private let gap: Int
  /// The tabs that fit, which always include the active tab.
  private let shown: Range<Int>

  init(_ tabs: [Tab], active: Int, width: Int) {
    (self.tabs, self.active) = (tabs, active)
    func fits(_ shown: Range<Int>, gap: Int) -> Bool {
      let names = shown.map { tabs[$0].width }
      let marks = (shown.lowerBound > 0 ? 1 : 0) + (shown.upperBound < tabs.count ? 1 : 0)
      return names.reduce(0, +) + marks + gap * (names.count + marks - 1) <= width
    }
    guard !fits(tabs.indices, gap: 2) else {
      (gap, shown) = (2, tabs.indices)
      return
    }
    gap = 1
    let first = (0...active).first { fits($0..<active + 1, gap: 1) } ?? active
    let ends = Array(active + 1..<tabs.count + 1)
    shown = first..<(ends.last { fits(first..<$0, gap: 1) } ?? active + 1)
  }

  /// Returns the names. The active tab has the accent colour only in the focused panel.
  func spans(on ground: Ground = .normal, isFocused: Bool = true) -> [Span] {
    let names = shown.map { index in
      let tab = tabs[index]
      let chosen: Role = isFocused ? .tabActive : .heading
      var ink = Ink(index == active ? chosen : .tabInactive, on: ground)
      if index == active { ink.emphasis = .underline }
      let unsaved = Span("●", Ink(.noticeWarning, on: ground))
      return [Span(tab.title, ink)] + (tab.isUnsaved ? [unsaved] : [])
    }
    let more = [[Span("…", Ink(.tabInactive, on: ground))]]
    let all =
      (shown.lowerBound > 0 ? more : []) + names + (shown.upperBound < tabs.count ? more : [])
    let space = Span(SafeText(String(repeating: " ", count: gap)), Ink(.text, on: ground))
    return Array(all.joined(separator: [space]))
  }

  /// Returns the target at a column, counted from the start of the row.
  func target(at column: Int) -> Target? {
    var x = 0
    if shown.lowerBound > 0 {
      if column == 0 { return .all }
      x = 1 + gap
    }
    for index in shown {
      if (x..<x + tabs[index].width).contains(column) { return .tab(index) }
      x += tabs[index].width + gap
    }
    return shown.upperBound < tabs.count && column == x ? .all : nil
  }
}
