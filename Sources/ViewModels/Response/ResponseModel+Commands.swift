import ClientDocuments
import ClientModel
import ClientPipeline
import ReadingValues

/// The commands of the response, and the reasons why a command is unavailable.
extension ResponseModel {
  /// Performs a command. A command that cannot act returns its obstacle as a notice.
  package mutating func perform(_ command: ResponseCommand) -> [Effect] {
    if let obstacle = obstacle(to: command) { return [.notify(obstacle)] }
    if isViewing, let effects = view(by: command) { return effects }
    // The hits of one table row do not apply to the next.
    if showsRecord, command.action != nil { finding.clear() }
    switch (command, tab) {
    case (.nextTab, _): return step(tab: 1)
    case (.previousTab, _): return step(tab: -1)
    case (.filter, _): return beginFilter()
    case (.goToPath, _): return beginPath()
    case (.compare, _): return compare()
    case (.edit, _): return job.map { [.queue(.edit($0.id))] } ?? []
    case (.runAgain, _): return job.map { [.queue(.runAgain($0.id))] } ?? []
    case (.ignore, _): return comparing.ignore(row: lists[.compare].selected) ? compares() : []
    case (.ignoreNothing, _):
      comparing.ignoreNothing()
      return compares()
    case (.nextPage, _): return job.map { pages.ask(for: .next, of: $0.id) } ?? []
    case (.previousPage, _): return job.map { pages.ask(for: .previous, of: $0.id) } ?? []
    case (.loadMore, _):
      let decoding = facts?.decoding ?? TextDecoding()
      return job.map {
        pages.load(behind: body, of: $0.id, generation: panes.generation, decoding)
      } ?? []
    case (.copyCurl, _):
      return request.map { [.copy(CurlExport.line($0), what: "the request as curl")] } ?? []
    case (.copyBody, _): return [panes.ask(.copy(.body), .raw)]
    case (.save, _):
      let content: SaveBodyPrompt.Content = filter.shown == nil ? .body : .filterResult
      return [.ask(Prompt(SaveBodyPrompt(content), text: suggestedFileName))]
    case (.charset, _):
      return [.ask(Prompt(CharsetPrompt(), selecting: facts?.decoding.encoding.rawValue ?? ""))]
    case (.pager, _):
      // The pager gets UTF-8.
      return [
        .response(
          filter.shown == nil && facts?.decoding.encoding ?? .utf8 == .utf8
            ? .page(body, suffix: suffix) : .extract(nil, .pager, suffix: suffix))
      ]
    case (_, .tree): return performInTree(command)
    case (.toggle, .raw):
      raw.turn()
      return loads()
    case (.close, .raw), (.close, .compare): return move(.left)
    case (.open, .raw), (.open, .compare): return move(.right)
    case (.toggle, .view), (.open, .view), (.close, .view):
      rendered.arrange(by: command)
      lists.clamp(.view, among: rendered.rows.count)
      return []
    case (.toggle, .attempts): return choose(lists[.attempts].selected)
    case (.useAsAssertion, _): return [.ask(Prompt(AssertionPrompt(), text: assertion))]
    case (.copyValue, _) where !showsBody:
      return selectedLine.map { [.copy($0, what: "the line")] } ?? []
    default: return readAs(command) ?? command.action.map { [ask($0)] } ?? []
    }
  }

  private mutating func performInTree(_ command: ResponseCommand) -> [Effect] {
    switch command {
    case .viewValue: return openViewer()
    // A string has no children, so it opens in full.
    case .toggle where pane.selectedTreeRow?.kind == .string: return openViewer()
    case .toggle where showsPicture:
      picture.clearOrder()
      return draws()
    // A picture is a single value, so commands for a value act on the whole picture.
    case .saveNode where showsPicture: return perform(.save)
    case .editNode where showsPicture, .pageNode where showsPicture, .storeValue where showsPicture:
      return [
        .notify(
          .cannot(
            "A picture is not text.", "Pagers, editors and templates cannot use it.",
            "Save it, and open it with a program for pictures."))
      ]
    case _ where tree.isTable(command): return arrangeTable(command)
    case .record:
      finding.clear()
      return [ask(.table(.record(column: pane.tableColumn)))]
    default: return readAs(command) ?? command.action.map { [ask($0)] } ?? []
    }
  }

  /// Performs a command while a value is shown. Returns nil if the command has its usual effect.
  private mutating func view(by command: ResponseCommand) -> [Effect]? {
    switch command {
    case .viewValue: closeViewer()
    case .toggle: turnViewer()
    case .open: move(.right)
    case .close: move(.left)
    case .copyValue, .copyKey, .copyParentKey, .copyPath, .copyQuery:
      command.action.map { [panes.ask($0, .tree)] }
    default: nil
    }
  }

  /// Switches between decoded and literal escapes.
  private mutating func turnViewer() -> [Effect] {
    guard let look = viewer.turn() else { return [] }
    finding.clear()
    return [panes.ask(.rewrap(look), .value)]
  }

  private mutating func arrangeTable(_ command: ResponseCommand) -> [Effect] {
    let column = pane.tableColumn
    switch command {
    case .open: panes[.tree].move(.right)
    case .close: panes[.tree].move(.left)
    case .copyValue: return [ask(.table(.copyCell(column: column)))]
    case .copyKey: return [ask(.table(.copyName(column: column)))]
    case .copyPath: return [ask(.table(.copyPlace(column: column)))]
    default:
      if let obstacle = pane.table?.obstacle {
        return [.notify(.cannot("This table is not sorted.", obstacle))]
      }
      return [ask(.table(.sort(column: column)))]
    }
    return []
  }

  /// Reads the body again as another kind. Returns nil for any other command.
  private mutating func readAs(_ command: ResponseCommand) -> [Effect]? {
    command.readsAnew ? readAnew(.show(as: command.kind)) : nil
  }

  private mutating func readAnew(_ action: DocumentRequest.Action) -> [Effect] {
    tabChoice.fallBack()
    panes.clear()
    viewer.close()
    finding.clear()
    return [panes.ask(action, .tree)]
  }

  /// Decodes the text of the body again in this encoding, or if nil, in the encoding that the
  /// response declares.
  mutating func read(in charset: TextEncoding?) -> [Effect] { readAnew(.decode(as: charset)) }

  /// The assertion to propose for the selected row of a tab without a tree.
  private var assertion: String {
    lines?.assertion(at: lists[tab].selected) ?? head.map { "status \($0.status)" } ?? ""
  }

  /// Saves the displayed body to the path from the prompt.
  package func save(to path: String) -> [Effect] {
    [filter.shown == nil ? .response(.save(body, to: path)) : .response(.saveFiltered(to: path))]
  }

  private var suggestedFileName: String {
    let name = exchange.fileName
    return name.name.contains(byte: ".") || name.isGiven ? name.name : name.name + suffix
  }

  private var suffix: String {
    facts?.kind == .picture ? picture.suffix : facts?.kind.suffix ?? ".bin"
  }

  // MARK: Obstacles

  /// Returns the reason why a command cannot act, or nil if it can.
  package func obstacle(to command: ResponseCommand) -> Notice? {
    guard let job else {
      return .cannot("No response is open.", "Nothing was sent yet.", "Send a request first.")
    }
    switch command {
    case .nextTab, .previousTab, .edit, .runAgain: return nil
    case .filter: return filter.obstacle(reading, in: tab)
    case .compare, .ignore, .ignoreNothing:
      return comparing.obstacle(
        to: command, exchange, at: tab == .compare ? lists[.compare].selected : nil)
    case .useFilter:
      if isFiltered || savedFilter != nil { return nil }
      return .cannot(
        "There is no filter to use.", "The full body is shown.", "Filter it first.")
    case .loadMore: return pages.loadObstacle(facts?.kind, head, request?.paging)
    case .nextPage: return pages.obstacle(to: .next, head, request?.paging)
    case .previousPage: return pages.obstacle(to: .previous, head, request?.paging)
    case .copyCurl:
      return request == nil ? .cannot("Nothing to copy.", "The request is being read.") : nil
    case .copyBody, .save, .pager:
      if body.length > 0 { return nil }
      return job.state.word == .running ? BodyReading.incomplete : BodyReading.missing
    case _ where command.readsAnew:
      if reading.isArriving { return BodyReading.incomplete }
      return isBodyOpen ? nil : BodyReading.missing
    case .useAsAssertion where tab != .tree:
      return head == nil ? .cannot("Nothing to assert.", "No response is there.") : nil
    case .record where tab != .tree: return TreeTab.noRow
    default: return obstacleInTab(to: command)
    }
  }

  private func obstacleInTab(to command: ResponseCommand) -> Notice? {
    switch (command, tab) {
    case (_, .tree): tree.obstacle(to: command)
    case (_, .raw): raw.obstacle(to: command, reading)
    case (.toggle, .attempts): AttemptTab(rows: exchange.attempts).obstacle
    case (.toggle, .view), (.open, .view), (.close, .view): rendered.obstacle(to: command)
    case (.open, .compare), (.close, .compare): nil
    case (.copyValue, _):
      lineCount == 0 ? .cannot("Nothing to copy.", "This tab is empty.") : nil
    default: tab.lacksTree
    }
  }
}
