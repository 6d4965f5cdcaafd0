import ClientDocuments
import ClientModel

/// Movement in the current tab, and the size of the panel.
extension ResponseModel {
  /// Moves the selection by a movement key.
  package mutating func move(_ command: MoveCommand) -> [Effect] {
    guard showsBody else {
      switch (tab, command) {
      case (.view, .left): return perform(.close)
      case (.view, .right): return perform(.open)
      case (.compare, .left), (.compare, .right): comparing.scroll(command)
      default: lists.move(command, in: tab, among: lineCount)
      }
      return []
    }
    guard !showsPicture else { return [] }
    // Left and right fold in the tree, which does not scroll sideways.
    switch (command, pane.isInTree) {
    case (.left, true): return perform(.close)
    case (.right, true): return perform(.open)
    default: panes[view].move(command)
    }
    return loads()
  }

  /// Handles a click on a row. A click on the selected row folds or chooses the row.
  package mutating func point(row: Int) -> [Effect] {
    guard showsBody else {
      let isSecond = lists[tab].selected == row
      lists[tab].move(.to(row), among: lineCount)
      return isSecond && tab == .attempts ? perform(.toggle) : []
    }
    if pane.list.selected == row, pane.isOnContainer { return perform(.toggle) }
    panes[view].select(row)
    return loads()
  }

  package mutating func point(tab: Int) -> [Effect] {
    guard let tab = ResponseTab(rawValue: tab), tabs.contains(tab) else { return [] }
    return show(tab)
  }

  package mutating func scroll(by rows: Int) -> [Effect] {
    guard showsBody else {
      lists[tab].scroll(by: rows, among: lineCount)
      return []
    }
    panes[view].scroll(by: rows)
    return loads()
  }

  mutating func show(_ tab: ResponseTab) -> [Effect] {
    tabChoice.select(tab)
    return loads() + draws()
  }

  /// Shows the tab that is `step` tabs to the right.
  mutating func step(tab step: Int) -> [Effect] {
    let all = tabs
    let place = all.firstIndex(of: tab) ?? 0
    return show(all[(place + step + all.count) % all.count])
  }

  /// Sets the number of rows that the panel shows.
  package mutating func show(rows: Int) -> [Effect] {
    panes.resize(height: rows)
    lists.resize(height: rows)
    return loads()
  }

  /// Sets the number of columns for a displayed value, and wraps a visible value again.
  package mutating func show(columns: Int) -> [Effect] {
    viewer.resize(columns: columns).map { [panes.ask(.rewrap($0), .value)] } ?? []
  }

  /// Sets the number of columns for a row of the body, and divides hexadecimal rows to fit them.
  package mutating func show(rowColumns columns: Int) -> [Effect] {
    guard panes.divide(toFit: columns) else { return [] }
    return loads() + searchAnew()
  }

  /// Sets the area for a picture.
  package mutating func show(room: PictureRoom) -> [Effect] {
    picture.resize(to: room)
    return draws()
  }
}
