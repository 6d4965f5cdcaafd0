/// A step through a list.
package enum ListStep: Hashable, Sendable {
  case up, down, pageUp, pageDown, first, last
  case to(Int)
  /// Moves to a row. If the row is not visible, the list scrolls and shows rows above and below the
  /// row.
  case jump(to: Int)
}

/// The position in a list: the selected row and the first visible row.
package struct ScrolledList: Hashable, Sendable {
  package private(set) var selected = 0
  package private(set) var top = 0
  /// The number of visible rows.
  package private(set) var height = 1

  package init() {}

  package mutating func move(_ step: ListStep, among count: Int) {
    let half = max(1, height / 2)
    let target =
      switch step {
      case .up: selected - 1
      case .down: selected + 1
      case .pageUp: selected - half
      case .pageDown: selected + half
      case .first: 0
      case .last: count - 1
      case .to(let row), .jump(to: let row): row
      }
    selected = min(max(0, target), max(0, count - 1))
    if case .jump = step, !(top..<top + height).contains(selected) {
      top = max(0, selected - height / 3)
    }
    reveal(among: count)
  }

  /// Scrolls. The selection moves only if its row would leave the screen.
  package mutating func scroll(by rows: Int, among count: Int) {
    top = min(max(0, top + rows), max(0, count - height))
    selected = max(0, min(max(selected, top), min(top + height, count) - 1))
  }

  package mutating func resize(height: Int, among count: Int) {
    self.height = max(1, height)
    reveal(among: count)
  }

  package func visibleRows(of count: Int) -> Range<Int> {
    let start = min(top, max(0, count))
    return start..<max(start, min(count, start + height))
  }

  private mutating func reveal(among count: Int) {
    if selected < top { top = selected }
    if selected >= top + height { top = selected - height + 1 }
    top = min(top, max(0, count - height))
  }
}
