/// Commands that move through rows. They are the same in every panel and list.
package enum MoveCommand: String, CommandGroup {
  case up, down, left, right, first, last, halfPageUp, halfPageDown, pageUp, pageDown

  package static let family = CommandFamily(
    name: "move", heading: "Moving", context: .moving, model: { $0 })

  package var row: CommandRow<AppModel> {
    switch self {
    case .up: .init("Go up", hint: "up", keys: "k", "up")
    case .down: .init("Go down", hint: "down", keys: "j", "down")
    case .left: .init("Go left", hint: "left", keys: "h", "left")
    case .right: .init("Go right", hint: "right", keys: "l", "right")
    case .first: .init("Go to the first row", hint: "first", keys: "g", "home")
    case .last: .init("Go to the last row", hint: "last", keys: "G", "end")
    case .halfPageUp: .init("Go up half a page", hint: "half page up", keys: "ctrl+u")
    case .halfPageDown: .init("Go down half a page", hint: "half page down", keys: "ctrl+d")
    case .pageUp: .init("Go up a page", hint: "page up", keys: "pageup")
    case .pageDown: .init("Go down a page", hint: "page down", keys: "pagedown")
    }
  }

  /// Returns the row to which a cursor at `row` moves. Returns 0 if there are no rows.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - page: The number of visible rows.
  package func destination(from row: Int, count: Int, page: Int) -> Int {
    let page = max(1, page)
    let target =
      switch self {
      case .up: row - 1
      case .down: row + 1
      case .left, .right: row
      case .first: 0
      case .last: count - 1
      case .halfPageUp: row - max(1, page / 2)
      case .halfPageDown: row + max(1, page / 2)
      case .pageUp: row - page
      case .pageDown: row + page
      }
    return max(0, min(target, count - 1))
  }
}
