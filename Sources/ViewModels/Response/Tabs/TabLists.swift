/// The selected row and scroll position of each tab that does not show the body.
package struct TabLists: Equatable, Sendable {
  private(set) var height = 1
  private var lists: [ResponseTab: ScrolledList] = [:]

  subscript(tab: ResponseTab) -> ScrolledList {
    get { lists[tab] ?? emptyList }
    set { lists[tab] = newValue }
  }

  private var emptyList: ScrolledList {
    var list = ScrolledList()
    list.resize(height: height, among: 0)
    return list
  }

  mutating func resize(height: Int) {
    self.height = height
    for tab in lists.keys {
      let selected = self[tab].selected
      lists[tab]?.resize(height: height, among: selected + height)
    }
  }

  mutating func move(_ command: MoveCommand, in tab: ResponseTab, among count: Int) {
    let row = command.destination(from: self[tab].selected, count: count, page: height)
    self[tab].move(.to(row), among: count)
  }

  /// Moves the selection into the valid range. Called when the number of rows changed.
  mutating func clamp(_ tab: ResponseTab, among count: Int) {
    self[tab].resize(height: height, among: count)
    self[tab].move(.to(self[tab].selected), among: count)
  }

  /// Selects the first row of a tab. Called when the rows of the tab changed.
  mutating func reset(_ tab: ResponseTab) { lists[tab] = nil }

  mutating func reset() { lists = [:] }
}
