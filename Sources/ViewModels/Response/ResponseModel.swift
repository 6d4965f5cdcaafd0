import ClientCatalogs
package import ClientDocuments
package import ClientModel
package import ReadingValues

/// The state of the response panel, which shows the response of one job.
///
///     nothing open ──open──► loading ──exchange──► job, its attempts, one of them chosen
///                                                   └─► body open in the reader ─► rows by window
///
/// Each part has its own state; this type passes commands and events to the parts.
package struct ResponseModel: Equatable, Sendable {
  package private(set) var exchange = ShownExchange()
  package var body = ResponseBody()
  package internal(set) var pages = AppendedPages()
  /// The selections in the tabs that show neither the body nor the view.
  private var lists = TabLists()
  var comparing = CompareTab()
  private var arriving = ArrivingResponses()

  package init() {}

  // MARK: Displayed parts

  package var job: Job? { exchange.job }
  package var request: PreparedRequest? { exchange.request }
  package var attempt: Attempt? { exchange.attempt }
  package var head: ResponseHead? { exchange.head }
  package var isRunning: Bool { exchange.isRunning }
  package var comparison: ComparePane? { comparing.pane }
  package var isReading: Bool { body.reading.isGoingOn }
  package var facts: DocumentFacts? { body.facts }
  package var query: SearchQuery { body.finding.query }
  package var tab: ResponseTab { body.tab }
  package var pane: DocumentPane { body.pane }
  package var searchWords: String? { body.searchWords }

  package var statusWords: String? { exchange.statusWords }

  /// Whether the server accepted the request as work for later, and Weir does not poll the work.
  package var awaitsPolling: Bool {
    guard let job, job.remote == nil, job.state.word.isFinished else { return false }
    return head?.isOfAcceptedWork == true
  }

  /// The bytes of the displayed body, including appended pages.
  package var storedBody: StoredBody { pages.last?.joined ?? attempt?.result?.body ?? .none }

  /// Whether a job is displayed or being loaded.
  var isOpen: Bool { exchange.opened != nil }

  /// Whether the displayed picture is being drawn.
  package var isDrawing: Bool { body.showsPicture && body.picture.isDrawing }

  /// The tabs of the displayed response. If there is a View tab, it is the first.
  package var tabs: [ResponseTab] {
    var all: [ResponseTab] = [.tree, .raw, .headers, .timing, .attempts, .wire]
    if !checks.verdicts.isEmpty { all.append(.checks) }
    if request?.subscription != nil { all.append(.topics) }
    if body.rendered.plan != nil { all.insert(.view, at: 0) }
    return comparison == nil ? all : all + [.compare]
  }

  package var headers: HeaderTab { HeaderTab(exchange) }
  package var timing: TimingTab { TimingTab(exchange) }
  package var wire: WireTab { WireTab(exchange) }
  package var checks: CheckTab { CheckTab(exchange) }
  /// The lines of the current tab. Nil if the tab shows the body.
  var lines: (any LineTab)? {
    switch tab {
    case .tree, .raw: nil
    case .headers: headers
    case .timing: timing
    case .attempts: AttemptTab(rows: exchange.attempts)
    case .wire: wire
    case .compare: comparison
    case .view: body.rendered
    case .checks: checks
    case .topics: body.topics
    }
  }

  /// The number of rows of the current tab.
  package var lineCount: Int { lines?.rows.count ?? (body.showsBody ? pane.window.total : 0) }

  /// The text to copy from the selected line. Nil if the line has no text.
  var selectedLine: String? { lines?.text(at: list(of: tab).selected) }

  /// Returns the selected row and the scroll position of a tab that does not show the body.
  package func list(of tab: ResponseTab) -> ScrolledList {
    tab == .view ? body.rendered.list : lists[tab]
  }

  /// The description of the selected value. Shown at the bottom of the screen if there is no
  /// message.
  package var captionWords: String? { tab == .tree ? body.tree.captionWords : nil }

  /// The hint for the toggle command if the command does not fold the row. Otherwise nil.
  package var toggleWord: String? {
    tab == .view ? body.rendered.toggleWord : tab == .tree ? body.tree.toggleWord : nil
  }

  /// The reason why the next match cannot be selected before the first search. Nil after the first
  /// search.
  var hitObstacle: Notice? {
    query.text.isEmpty
      ? .cannot("There is no next match.", "There was no search yet.", "Find a text first.")
      : nil
  }

  /// The reason why a search is not possible. Nil if it is possible.
  var searchObstacle: Notice? {
    job == nil
      ? .cannot("Nothing to search.", "No response is open.", "Send a request first.")
      : body.searchObstacle
  }

  // MARK: Opening

  /// Selects this attempt, in place of the last one, when its job is opened next.
  mutating func select(_ attempt: AttemptID) { exchange.select(attempt) }

  /// Shows another job and requests its exchange.
  package mutating func open(_ job: JobID) -> [Effect] {
    var closes: [Effect] = []
    if exchange.opened != job {
      closes = close()
      exchange.open(job)
      exchange.arrived(arriving[job])
    }
    _ = comparing.takeChosen()
    return closes + [.response(.load(job))] + body.resume()
  }

  /// Closes the displayed job.
  mutating func close() -> [Effect] {
    exchange.close()
    let closes = closeBody()
    body.reset()
    pages = AppendedPages()
    comparing.leave()
    lists.reset()
    return closes
  }

  // MARK: Events

  /// Handles an event from the session. Events of jobs that are not displayed are ignored.
  package mutating func receive(_ event: ResponseEvent) -> [Effect] {
    let effects = learn(event)
    return effects + body.renders(exchange) + body.draws()
  }

  private mutating func learn(_ event: ResponseEvent) -> [Effect] {
    arriving.learn(event)
    switch event {
    case .exchange(let job, let request, let attempts) where job.id == exchange.opened:
      let other = comparing.takeChosen()
      let effects = choose(exchange.take(job, request, attempts))
      body.tabs.follow(tabs)
      return effects + (other.map { compare(with: $0) } ?? [])
    case .progressed(let id, let update) where id == exchange.opened: exchange.progressed(update)
    case .began(let id, _) where id == exchange.opened: exchange.arrived(arriving[id])
    case .grew(let id, _, _) where id == exchange.opened:
      exchange.arrived(arriving[id])
      return showArriving()
    case .exchange, .progressed, .began, .grew: break
    case .changed(let jobs):
      guard let update = jobs.last(where: { $0.id == exchange.opened }) else { return [] }
      let loads: [Effect] = exchange.change(to: update) ? [.response(.load(update.id))] : []
      return loads + (body.reading.isArriving ? [] : showArriving())
    case .document(let update): return take(update)
    case .more(let update): return take(update)
    case .picture(let update): body.take(update)
    case .previous(let previous, let id): return compare(with: previous, id)
    case .extracted(let path, let reader): return [.response(.read(path, reader))]
    case .pageReceived(of: let id): pages.answered(of: id)
    case .eventsDropped: return exchange.opened.map { [.response(.load($0))] } ?? []
    }
    return []
  }

  /// Shows the attempt with this index. Nil shows no attempt.
  mutating func choose(_ place: Int?) -> [Effect] {
    let before = attempt?.id
    exchange.choose(place)
    if attempt?.id != before, comparison != nil { leaveComparing() }
    guard let attempt else {
      return body.isOpen ? closeBody() : []
    }
    guard let result = attempt.result else {
      // The displayed body may already belong to this attempt. A body can arrive before its attempt
      // is known.
      let isOther = before != attempt.id && body.reading.source != exchange.arriving
      let closes = isOther ? closeBody() : []
      let opens = body.reading.isArriving ? [] : showArriving()
      // Opening a body also closes the previous one.
      return opens.isEmpty ? closes : opens
    }
    // Pages were appended to the body of this attempt, so the body is not replaced by its first
    // page.
    if pages.areAppended(to: attempt.id) { return [] }
    guard result.body.length > 0 else { return closeBody() }
    return show(.stored(result.body), mediaType: result.head?.mediaType)
  }

  private mutating func showArriving() -> [Effect] {
    exchange.shownArriving.map { show($0.source, mediaType: $0.mediaType) } ?? []
  }

  // MARK: The body

  private mutating func show(_ source: DocumentSource, mediaType: String?) -> [Effect] {
    let generation = body.panes.generation
    let effects = body.show(source, mediaType: mediaType)
    // The appended pages belong to the body that was just closed.
    if body.panes.generation != generation { pages.clear() }
    return effects
  }

  private mutating func closeBody() -> [Effect] {
    pages.clear()
    return body.close()
  }

  private mutating func take(_ update: DocumentUpdate) -> [Effect] {
    guard case .compared(let found) = update.outcome, update.generation == body.panes.generation
    else {
      let effects = body.take(update, of: exchange)
      if case .topics = update.outcome { lists.clamp(.topics, among: body.topics.rows.count) }
      return effects
    }
    comparing.take(found)
    lists.clamp(.compare, among: lineCount)
    return []
  }

  private mutating func take(_ update: PageUpdate) -> [Effect] {
    guard update.request.shown == exchange.opened,
      update.request.generation == body.panes.generation,
      let source = pages.take(update, for: attempt?.id)
    else { return [] }
    return body.grow(source)
  }

  // MARK: Comparing

  /// Requests the previous run of the request for a comparison. In the Compare tab, returns to the
  /// tree.
  mutating func compare() -> [Effect] {
    guard tab != .compare else {
      leaveComparing()
      return body.loads()
    }
    guard let attempt else { return [] }
    // A second key press cancels the comparison of the first one. The earlier exchange may not have
    // arrived yet.
    guard comparing.requested != attempt.id else {
      comparing.withdraw()
      return []
    }
    comparing.request(for: attempt.id)
    return [.response(.findPrevious(of: attempt.id))]
  }

  /// Requests an exchange to compare with the displayed one. The exchange may belong to another
  /// request.
  mutating func compare(with exchange: AttemptID) -> [Effect] {
    guard let attempt else {
      return [
        .notify(
          .cannot(
            "There is nothing to compare with.", "No response is open.",
            "Open a response, then choose the other exchange."))
      ]
    }
    comparing.request(for: attempt.id)
    return [.response(.findExchange(exchange, of: attempt.id))]
  }

  /// Compares the displayed exchange with the requested one. `previous` is nil if none was found.
  mutating func compare(with previous: Exchange?, _ id: AttemptID) -> [Effect] {
    guard let attempt, attempt.id == id, comparing.requested == id else { return [] }
    comparing.withdraw()
    guard let previous else {
      return [
        .notify(
          .cannot(
            "There is nothing to compare with.",
            "No earlier response to this request is stored.",
            "Send the request again, or choose an exchange of the history and press \(key: .list(.compare)) there."
          ))
      ]
    }
    comparing.begin(attempt, previous)
    lists.reset(.compare)
    body.tabs.select(.compare)
    return compares()
  }

  mutating func compares() -> [Effect] {
    comparing.action.map { body.isOpen ? [body.panes.askAll($0)] : [] } ?? []
  }

  private mutating func leaveComparing() {
    comparing.leave()
    body.tabs.leaveCompare()
  }

  mutating func ignore() -> [Effect] {
    comparing.ignore(row: lists[.compare].selected) ? compares() : []
  }

  // MARK: The catalog

  /// The endpoint from which the displayed request was created. Nil if there is none.
  package var endpoint: EndpointName? { request?.endpoint }

  /// Applies the view and the status meaning that the catalog defines. Called after each turn.
  mutating func follow(_ catalogs: inout CatalogsModel) -> [Effect] {
    guard let name = endpoint else {
      exchange.meaning = nil
      return body.show(as: nil, of: exchange)
    }
    switch catalogs.find(name) {
    case .described(let endpoint, in: _, let edition):
      explain(by: endpoint, name, edition)
      return body.show(as: endpoint.rules.view, of: exchange)
    case .noCatalog:
      // The catalog no longer exists, so there is no view, and the tree is shown.
      exchange.meaning = nil
      return body.show(as: nil, of: exchange)
    case .awaited(let effects):
      exchange.meaning = nil
      return effects.map(Effect.catalogs)
    case .refused, .noEndpoint:
      exchange.meaning = nil
      return []
    }
  }

  /// Sets the meaning of the status, unless the meaning is known for this edition of the catalog.
  private mutating func explain(by endpoint: Endpoint, _ name: EndpointName, _ edition: Int) {
    guard let status = head?.status else {
      exchange.meaning = nil
      return
    }
    if let known = exchange.meaning, known.endpoint == name, known.status == status,
      known.edition == edition
    {
      return
    }
    exchange.meaning = StatusMeaning(
      endpoint: name, status: status, edition: edition,
      text: CatalogsModel.line(endpoint.explain(status: status)))
  }

  /// Sets the view that the catalog defines for the request. Removes the view if the catalog
  /// defines none.
  package mutating func show(as plan: ViewPlan?) -> [Effect] { body.show(as: plan, of: exchange) }

  // MARK: Moving

  /// Moves the selection, folds rows or scrolls.
  package mutating func move(_ command: MoveCommand) -> [Effect] {
    switch (tab, command) {
    // A tree does not scroll sideways, so left and right fold and unfold rows.
    case (.tree, .left) where pane.isInTree, (.view, .left): return perform(.close)
    case (.tree, .right) where pane.isInTree, (.view, .right): return perform(.open)
    case (.compare, .left), (.compare, .right): comparing.scroll(command)
    case _ where body.showsBody: return body.move(command)
    default:
      let row = command.destination(
        from: list(of: tab).selected, count: lineCount, page: list(of: tab).height)
      changeList { $0.move(.to(row), among: $1) }
    }
    return []
  }

  /// Handles a click on a row. A click on the selected row folds the row or shows its attempt.
  package mutating func point(row: Int) -> [Effect] {
    guard body.showsBody else {
      let isSecond = list(of: tab).selected == row
      changeList { $0.move(.to(row), among: $1) }
      return isSecond && tab == .attempts ? perform(.toggle) : []
    }
    if pane.list.selected == row, pane.isOnContainer { return perform(.toggle) }
    return body.select(row)
  }

  package mutating func point(tab: Int) -> [Effect] {
    guard let tab = ResponseTab(rawValue: tab), tabs.contains(tab) else { return [] }
    return show(tab)
  }

  package mutating func scroll(by rows: Int) -> [Effect] {
    guard !body.showsBody else { return body.scroll(by: rows) }
    changeList { $0.scroll(by: rows, among: $1) }
    return []
  }

  /// Changes the selection in a tab that does not show the body. The closure receives the number of
  /// rows.
  private mutating func changeList(_ change: (inout ScrolledList, Int) -> Void) {
    let count = lineCount
    if tab == .view { change(&body.rendered.list, count) } else { change(&lists[tab], count) }
  }

  private mutating func show(_ tab: ResponseTab) -> [Effect] {
    body.tabs.select(tab)
    return body.loads() + body.draws()
  }

  /// Shows the tab that is `step` tabs to the right.
  mutating func step(tab step: Int) -> [Effect] {
    let all = tabs
    let place = all.firstIndex(of: tab) ?? 0
    return show(all[(place + step + all.count) % all.count])
  }

  /// Sets the number of columns for a row. Hexadecimal rows and compared values use this width.
  package mutating func show(rowColumns columns: Int) -> [Effect] {
    let row = comparing.show(columns: columns, row: lists[.compare].selected)
    if comparing.pane != nil, row != lists[.compare].selected {
      lists[.compare].move(.jump(to: row), among: comparing.pane?.rows.count ?? 0)
    }
    return body.show(rowColumns: columns)
  }

  /// Sets the number of rows that the panel shows.
  package mutating func show(rows: Int) -> [Effect] {
    lists.resize(height: rows)
    return body.show(rows: rows)
  }
}
