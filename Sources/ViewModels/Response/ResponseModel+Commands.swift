import ClientDocuments
import ClientModel
import ClientPipeline
import ReadingValues

/// The commands of the response panel, and the reasons why they are unavailable.
extension ResponseModel {
  /// Performs a command. Returns a notice if the command cannot act.
  package mutating func perform(_ command: ResponseCommand) -> [Effect] {
    if let obstacle = obstacle(to: command) { return [.notify(obstacle)] }
    if body.isViewing, let effects = body.view(by: command) { return effects }
    // The command may show another table row. The hits of the current row do not apply to it.
    if body.showsRecord, command.action != nil { body.finding.clear() }
    switch (command, tab) {
    case (.nextTab, _): return step(tab: 1)
    case (.previousTab, _): return step(tab: -1)
    case (.filter, _): return body.beginFilter()
    case (.goToPath, _): return body.beginPath()
    case (.compare, _): return compare()
    case (.edit, _): return job.map { [.queue(.edit($0.id))] } ?? []
    case (.runAgain, _): return job.map { [.queue(.runAgain($0.id))] } ?? []
    case (.poll, _): return job.map { [.queue(.pollAccepted($0.id))] } ?? []
    case (.ignore, _): return ignore()
    case (.ignoreNothing, _):
      comparing.ignoreNothing()
      return compares()
    case (.nextPage, _): return job.map { pages.ask(for: .next, of: $0.id) } ?? []
    case (.previousPage, _): return job.map { pages.ask(for: .previous, of: $0.id) } ?? []
    case (.loadMore, _):
      let decoding = facts?.decoding ?? TextDecoding()
      return job.map {
        pages.load(
          behind: storedBody, of: $0.id, generation: body.panes.generation, decoding)
      } ?? []
    case (.copyCurl, _):
      return request.map { [.copyCurl($0)] } ?? []
    case (.copyBody, _): return [body.ask(copy: .body)]
    case (.save, _):
      let content: SaveBodyPrompt.Content = body.filter.shown == nil ? .body : .filterResult
      return [.ask(Prompt(SaveBodyPrompt(content), text: suggestedFileName))]
    case (.charset, _):
      return [.ask(Prompt(CharsetPrompt(), selecting: facts?.decoding.encoding.rawValue ?? ""))]
    case (.pager, _):
      // The pager needs UTF-8, so a body in another encoding is converted first.
      return [
        .response(
          body.filter.shown == nil && facts?.decoding.encoding ?? .utf8 == .utf8
            ? .page(storedBody, suffix: suffix) : .extract(nil, .pager, suffix: suffix))
      ]
    // A picture is the only value of its body. Therefore, the command for a value saves the
    // complete body.
    case (.saveNode, .tree) where body.showsPicture: return perform(.save)
    case (.editNode, .tree) where body.showsPicture, (.pageNode, .tree) where body.showsPicture,
      (.storeValue, .tree) where body.showsPicture:
      return [
        .notify(
          .cannot(
            "A picture is not text.", "Pagers, editors and templates cannot use it.",
            "Save the picture, and open it with a program for pictures."))
      ]
    case (.close, .raw), (.close, .compare): return move(.left)
    case (.open, .raw), (.open, .compare): return move(.right)
    case (.toggle, .attempts): return choose(list(of: .attempts).selected)
    case (.useAsAssertion, _) where tab != .tree:
      return [.ask(Prompt(AssertionPrompt(), text: assertion))]
    case (.copyValue, _) where !body.showsBody:
      return selectedLine.map { [.copy($0, what: "the line")] } ?? []
    default: return body.perform(command)
    }
  }

  /// The proposed assertion for the selected row. Not used in the Tree tab.
  private var assertion: String {
    lines?.assertion(at: list(of: tab).selected) ?? head.map { "status \($0.status)" } ?? ""
  }

  /// Saves the displayed body to the path that the user typed.
  package func save(to path: String) -> [Effect] {
    [
      body.filter.shown == nil
        ? .response(.save(storedBody, to: path)) : .response(.saveFiltered(to: path))
    ]
  }

  private var suggestedFileName: String {
    let name = exchange.fileName
    return name.name.contains(byte: ".") || name.isGiven ? name.name : name.name + suffix
  }

  private var suffix: String {
    facts?.kind == .picture ? body.picture.suffix : facts?.kind.suffix ?? ".bin"
  }

  // MARK: Obstacles

  /// Returns the reason why a command cannot act. Returns nil if it can.
  package func obstacle(to command: ResponseCommand) -> Notice? {
    guard let job else {
      return .cannot("No response is open.", "Nothing was sent yet.", "Send a request first.")
    }
    switch command {
    case .nextTab, .previousTab, .edit, .runAgain: return nil
    case .poll:
      return awaitsPolling
        ? nil
        : .cannot("There is nothing to poll.", "This is not a 202 response with a status URL.")
    case .filter: return body.filter.obstacle(body.reading, in: tab)
    case .compare, .ignore, .ignoreNothing:
      return comparing.obstacle(
        to: command, exchange, at: tab == .compare ? list(of: .compare).selected : nil)
    case .useFilter:
      if body.filter.isOn || request?.filter != nil { return nil }
      return .cannot(
        "There is no filter to use.", "The full body is shown.", "Filter it first.")
    case .loadMore: return pages.loadObstacle(facts?.kind, head, request?.paging)
    case .nextPage: return pages.obstacle(to: .next, head, request?.paging)
    case .previousPage: return pages.obstacle(to: .previous, head, request?.paging)
    case .copyCurl:
      return request == nil ? .cannot("Nothing to copy.", "The request is being read.") : nil
    case .copyBody, .save, .pager:
      if storedBody.length > 0 { return nil }
      return job.state.word == .running ? BodyReading.incomplete : BodyReading.missing
    case _ where command.readsAnew:
      if body.reading.isArriving { return BodyReading.incomplete }
      return body.isOpen ? nil : BodyReading.missing
    case .useAsAssertion where tab != .tree:
      return head == nil ? .cannot("Nothing to assert.", "There is no response.") : nil
    case .record where tab != .tree: return TreeTab.noRow
    case .wrapLines:
      if !body.isOpen { return BodyReading.missing }
      return body.showsLines && !body.isViewing
        ? nil
        : .cannot("This tab has no lines to wrap.", "Only text wraps.", "Open the Raw tab.")
    default: return obstacleInTab(to: command)
    }
  }

  private func obstacleInTab(to command: ResponseCommand) -> Notice? {
    switch (command, tab) {
    case (_, .tree): body.tree.obstacle(to: command, storedBody)
    case (_, .raw): body.raw.obstacle(to: command, body.reading)
    case (.toggle, .attempts): AttemptTab(rows: exchange.attempts).obstacle
    case (.toggle, .view), (.open, .view), (.close, .view): body.rendered.obstacle(to: command)
    case (.open, .compare), (.close, .compare): nil
    case (.copyValue, _):
      lineCount == 0 ? .cannot("Nothing to copy.", "This tab is empty.") : nil
    default: tab.lacksTree
    }
  }

  // MARK: Hints

  var hints: [Command] {
    if tab == .compare {
      return [
        .app(.back), .response(.ignore), .response(.ignoreNothing), .app(.help),
        .app(.find), .response(.nextTab),
      ] + Command.generalHints
    }
    if body.isViewing {
      return [
        .app(.back), .app(.find), .response(.toggle), .response(.copyValue), .app(.help),
        .response(.copyPath),
      ]
    }
    if isDrawing {
      return [.app(.back), .response(.save), .app(.help), .response(.nextTab)]
        + Command.generalHints
    }
    if body.showsRecord {
      return [
        .app(.back), .app(.find), .response(.nextSibling), .response(.previousSibling),
        .app(.help), .response(.viewValue), .response(.copyValue), .response(.nextTab),
      ] + Command.generalHints
    }
    let back: [Command] = body.filter.isOn ? [.app(.back)] : []
    return [
      .app(.cancelOpen), .response(.poll), .response(.toggle), .app(.find), .app(.findNext),
      .app(.findPrevious), .response(.filter),
    ] + back + [
      .app(.help), .response(.loadMore), .response(.nextPage), .response(.copyValue),
      .response(.nextTab),
      .response(.openAll), .response(.closeAll), .response(.save),
    ] + Command.generalHints
  }

  /// The hint for the toggle command if the command does not fold rows here. Otherwise nil.
  var toggleHint: String? {
    if body.showsPicture { return "draw" }
    if tab == .raw { return "layout" }
    if body.isViewing { return "raw or decoded" }
    return tab == .attempts ? "show" : toggleWord
  }

  /// The hint for the back command in this panel. Nil if there is nothing to close.
  var backHint: String? {
    if body.isViewing { return "close" }
    if body.showsRecord { return "the table" }
    if tab == .compare { return "end comparison" }
    return body.filter.isWorking ? "stop filter" : body.filter.isOn ? "full body" : nil
  }

  // MARK: Going back

  /// The relation of the response panel to the focus. The panel has the focus or is beside the
  /// focused panel.
  enum Relation { case focused, besides }

  /// Closes or stops the innermost open element of the panel. Returns nil if there is none. If
  /// another panel has the focus, only a search is stopped.
  mutating func back(_ relation: Relation) -> [Effect]? {
    if body.finding.isSearching { return body.finding.stop() }
    guard relation == .focused else { return nil }
    if isDrawing { return body.stopDrawing() }
    if body.isViewing { return body.closeViewer() }
    if body.showsRecord { return perform(.record) }
    if tab == .compare { return compare() }
    return body.filter.isOn ? body.leaveFiltered() : nil
  }
}
