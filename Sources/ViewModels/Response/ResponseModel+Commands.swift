import ClientModel
import ClientPipeline

/// What `AppModel` asks of the response: one call for each way in.
extension ResponseModel {
  /// Does what the user asked for; a command that cannot act gives its obstacle as a notice.
  package mutating func perform(_ command: ResponseCommand) -> [Effect] {
    if let obstacle = obstacle(to: command) { return [.notify(obstacle)] }
    if let effects = view(by: command) { return effects }
    // Hits of one row of a table are none of the next.
    if showsRecord, command != .viewValue, action(of: command) != nil { forgetHits() }
    switch command {
    case .viewValue: return openViewer()
    // A string has nothing to unfold but itself.
    case .toggle where tab == .tree && pane.selectedTreeRow?.kind == .string: return openViewer()
    case .toggle where showsPicture: return drawAgain()
    // A picture is one value: what is done with a value is done with all of it.
    case .saveNode where showsPicture: return perform(.save)
    case .editNode where showsPicture, .pageNode where showsPicture:
      return [
        .notify(
          .cannot(
            "A picture is no text.", "Pagers and editors cannot show it.",
            "Save it, and open it with a program for pictures."))
      ]
    case .nextTab: return show(tab(by: 1))
    case .previousTab: return show(tab(by: -1))
    case .toggle where tab == .view, .open where tab == .view, .close where tab == .view:
      return arrange(command)
    case _ where isTable(command): return arrangeTable(command)
    case .showAsFound, .showAsJSON, .showAsJSONLines, .showAsXML, .showAsHTML, .showAsTable,
      .showAsForm, .showAsEvents, .showAsText, .showAsHex:
      return read(as: command.kind)
    case .toggle where tab == .attempts: return choose(list(of: .attempts).selected)
    case .toggle where tab == .raw:
      rawLayout = rawLayout == .pretty ? .asItCame : .pretty
      return loads()
    case .close where tab == .raw: return move(.left)
    case .open where tab == .raw: return move(.right)
    case .copyValue where !showsBody:
      return selectedLine.map { [.copy($0, what: "the line")] } ?? []
    case .copyCurl:
      return request.map { [.copy(CurlExport.line($0), what: "the request as curl")] } ?? []
    case .copyBody: return [ask(.copy(.body), .raw)]
    case .useAsAssertion where !showsBody || view != .tree: return assertion()
    case .record:
      forgetHits()
      return [ask(.table(.record(column: pane.tableColumn)), view)]
    case .save: return [.ask(.saveBody, text: suggestedFileName)]
    case .pager where filter.shown != nil:
      return [.response(.extract(nil, .pager, suffix: suffix))]
    case .pager: return [.response(.page(body, suffix: suffix))]
    case .filter: return beginFilter()
    case .goToPath: return beginPath()
    case .loadMore: return loadMore()
    case .compare: return compare()
    case .ignore: return ignore()
    case .ignoreNothing: return ignoreNothing()
    case .nextPage: return ask(for: .next)
    case .previousPage: return ask(for: .previous)
    default: return action(of: command).map { [ask($0, view)] } ?? []
    }
  }

  /// Saves the body on show; the prompt asked where.
  package func save(to path: String) -> [Effect] {
    [filter.shown == nil ? .response(.save(body, to: path)) : .response(.saveFiltered(to: path))]
  }

  /// A step by the moving keys.
  package mutating func move(_ command: MoveCommand) -> [Effect] {
    guard showsBody else {
      switch (tab, command) {
      case (.view, .left): return perform(.close)
      case (.view, .right): return perform(.open)
      default: moveList(command)
      }
      return []
    }
    guard !showsPicture else { return [] }
    // Left and right fold in the tree: sideways there is nothing.
    switch (command, pane.isInTree) {
    case (.left, true): return perform(.close)
    case (.right, true): return perform(.open)
    default: panes[view]?.move(command)
    }
    return loads()
  }

  /// A click on a row: the second one on the same row folds it or chooses it.
  package mutating func point(row: Int) -> [Effect] {
    guard showsBody else {
      let isSecond = list(of: tab).selected == row
      var list = list(of: tab)
      list.move(.to(row), among: lineCount)
      lists[tab] = list
      return isSecond && tab == .attempts ? perform(.toggle) : []
    }
    if pane.list.selected == row, pane.isOnContainer {
      return perform(.toggle)
    }
    panes[view]?.select(row)
    return loads()
  }

  package mutating func point(tab: Int) -> [Effect] {
    guard let tab = ResponseTab(rawValue: tab), tabs.contains(tab) else { return [] }
    return show(tab)
  }

  package mutating func scroll(by rows: Int) -> [Effect] {
    if showsBody {
      panes[view]?.scroll(by: rows)
      return loads()
    }
    var list = list(of: tab)
    list.scroll(by: rows, among: lineCount)
    lists[tab] = list
    return []
  }

  /// The panel shows this many rows from now on.
  package mutating func show(rows: Int) -> [Effect] {
    height = rows
    for view in DocumentView.allCases { panes[view]?.resize(height: rows) }
    for tab in ResponseTab.allCases {
      var list = list(of: tab)
      list.resize(height: rows, among: list.selected + rows)
      lists[tab] = list
    }
    return loads()
  }

  /// Where a tab without a body stands.
  package func list(of tab: ResponseTab) -> ScrolledList { lists[tab] ?? ScrolledList() }

  private mutating func show(_ tab: ResponseTab) -> [Effect] {
    (self.tab, wishedTab) = (tab, tab)
    return loads() + draws()
  }

  private mutating func moveList(_ command: MoveCommand) {
    var list = list(of: tab)
    let row = command.destination(from: list.selected, count: lineCount, page: height)
    list.move(.to(row), among: lineCount)
    lists[tab] = list
  }

  private func action(of command: ResponseCommand) -> DocumentRequest.Action? {
    switch command {
    case .toggle: .fold(.toggle)
    case .open: .fold(.open)
    case .close: .fold(.close)
    case .openAll: .fold(.openAll)
    case .closeAll: .fold(.closeAll)
    case .depth1: .fold(.toDepth(1))
    case .depth2: .fold(.toDepth(2))
    case .depth3: .fold(.toDepth(3))
    case .depth4: .fold(.toDepth(4))
    case .depth5: .fold(.toDepth(5))
    case .depth6: .fold(.toDepth(6))
    case .depth7: .fold(.toDepth(7))
    case .depth8: .fold(.toDepth(8))
    case .depth9: .fold(.toDepth(9))
    case .openSiblings: .fold(.openSiblings)
    case .closeSiblings: .fold(.closeSiblings)
    case .firstSibling: .go(.firstSibling)
    case .lastSibling: .go(.lastSibling)
    case .parent: .go(.parent)
    case .firstChild: .go(.firstChild)
    case .lastChild: .go(.lastChild)
    case .nextSibling: .go(.nextSibling)
    case .previousSibling: .go(.previousSibling)
    case .copyValue: .copy(.value)
    case .copyKey: .copy(.key)
    case .copyParentKey: .copy(.parentKey)
    case .copyPath: .copy(.path)
    case .copyQuery: .copy(.query)
    case .copyRow: .copy(.row)
    case .useAsAssertion: .use(.assertion)
    case .useAsParameter: .use(.parameter)
    case .useAsRows: .use(.each)
    case .useAsInput: .use(.reference)
    case .saveNode: .use(.save)
    case .editNode: .use(.edit)
    case .pageNode: .use(.page)
    case .goToPath, .viewValue, .record, .copyBody, .copyCurl, .nextTab, .previousTab, .loadMore,
      .nextPage,
      .previousPage, .save,
      .pager, .showAsFound, .showAsJSON, .showAsJSONLines, .showAsXML, .showAsHTML, .showAsTable,
      .showAsForm, .showAsEvents, .showAsText, .showAsHex, .filter, .keepFilter, .compare, .ignore,
      .ignoreNothing:
      nil
    }
  }
}
