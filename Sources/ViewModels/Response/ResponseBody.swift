import ClientDocuments
import ClientModel
package import ReadingValues

/// The state of the body in the response panel: rows, search, filter and opened value.
///
///     none ──open──► source ──rows by window──► extended while it arrives ──► complete
///
/// Rows come from a `BodyReader`; only a window of them is in memory.
package struct ResponseBody: Equatable, Sendable {
  package private(set) var reading = BodyReading()
  package internal(set) var panes = BodyPanes()
  package var finding = BodyFinding()
  package internal(set) var filter = FilterState()
  private(set) var viewer = ValueViewer()
  package private(set) var raw = RawTab()
  /// The response in the view that the endpoint's catalog defines.
  package internal(set) var rendered = ViewPane()
  package private(set) var picture = PicturePane()
  package private(set) var topics = TopicTab()
  /// The displayed tab. The tab determines which rows are requested.
  var tabs = TabChoice()

  package var facts: DocumentFacts? { reading.facts }
  package var isOpen: Bool { reading.source != nil }
  var tab: ResponseTab { tabs.shown }
  var tree: TreeTab {
    TreeTab(pane: panes[.tree], reading: reading, viewer: viewer, picture: picture)
  }

  /// The view of the current tab. For a tab without the body, this is the view of the tree.
  package var view: DocumentView {
    if isViewing { return .value }
    if raw.longLines == .wrapped, showsLines { return .wrapped }
    return tab == .raw ? raw.view : .tree
  }

  /// Whether the tab shows lines of text, which can wrap.
  package var showsLines: Bool {
    let kind = facts?.kind
    return tab == .raw && kind != .binary && kind != .picture || tab == .tree && kind == .text
  }

  /// The rows of the current tab.
  package var pane: DocumentPane { panes[view] }

  /// Whether the tab shows rows of the body.
  package var showsBody: Bool { tab == .tree || tab == .raw }

  /// Whether a single value is shown in place of the tree.
  package var isViewing: Bool { tab == .tree && viewer.isOpen }

  /// Whether a single table row is shown as a list.
  package var showsRecord: Bool { tab == .tree && tree.showsRecord }

  /// Whether a picture is shown in place of the tree.
  package var showsPicture: Bool { tab == .tree && tree.showsPicture }

  // MARK: Texts

  /// The probable meaning of the selected value. Nil if it is unknown.
  package var meaningWords: String? { tab == .tree ? tree.meaningWords : nil }

  /// The path to the selected value, one text for each step. Nil if there is no path. The texts are
  /// received data and must be made safe before drawing.
  package var breadcrumb: [String]? { tab == .tree ? tree.breadcrumb : nil }

  /// The caption of the displayed value, such as `value, decoded`. Nil if no value is displayed.
  package var viewerWords: String? { tab == .tree ? viewer.words : nil }

  /// The kind and charset of the body. The kind is shown if it differs from the content type. The
  /// charset is shown if it is not UTF-8 or the user chose it. Nil if there is nothing to show.
  package var shownAs: String? { showsBody ? reading.kindWords : nil }

  // MARK: The source

  /// Passes a body to the reader. If the same body is still arriving, the new data is added and the
  /// folds stay.
  mutating func show(_ source: DocumentSource, mediaType: String?) -> [Effect] {
    guard reading.source != source || source.isArriving else { return [] }
    if reading.isArriving, reading.source == source || !source.isArriving {
      guard reading.extend(source) else { return [] }
      rendered.clear()
      return [panes.ask(.extend(source), view)] + searchAnew()
    }
    replace(by: source)
    return [panes.ask(.open(source, mediaType: mediaType), view)]
  }

  /// Shows the body after a page was appended.
  mutating func grow(_ source: DocumentSource) -> [Effect] {
    reading.grow(source)
    rendered.clear()
    return [panes.ask(.grow(source), view)] + searchAnew()
  }

  /// Closes the displayed body here and in the reader.
  mutating func close() -> [Effect] {
    let closes = isOpen ? [panes.askAll(.close)] : []
    replace(by: nil)
    return closes
  }

  private mutating func replace(by source: DocumentSource?) {
    panes.clear(in: max(panes.generation, filter.generation) + 1)
    viewer.close()
    reading.begin(source)
    rendered.clear()
    topics.clear()
    finding.clear()
    filter.clear()
  }

  /// Resets all state that must not apply to another job.
  mutating func reset() {
    tabs.reopen()
    rendered.choose(nil)
    finding = BodyFinding(finding.query.other(""))
  }

  /// Resumes reading the body if the user stopped the reading.
  mutating func resume() -> [Effect] {
    reading.resume() ? [panes.quietly(.resumeReading, view)] : []
  }

  package mutating func stopReading() -> [Effect] {
    let effects = reading.stop()
    return effects.isEmpty ? [] : [panes.quietly(.stopReading, view)] + effects
  }

  // MARK: Requests

  mutating func ask(_ action: DocumentRequest.Action) -> Effect {
    guard action.isStep else { return panes.ask(action, view) }
    panes[view].ask()
    return panes.step(action, view)
  }

  /// Requests the visible rows that are not loaded yet.
  mutating func loads() -> [Effect] {
    guard isOpen, facts != nil else { return [] }
    if tab == .topics { return topics.ask() ? [panes.askAll(.countTopics)] : [] }
    return showsBody ? panes.load(view) : []
  }

  /// Reads the body again as another kind or in another encoding.
  private mutating func readAnew(_ action: DocumentRequest.Action) -> [Effect] {
    tabs.fallBack()
    panes.clear()
    viewer.close()
    finding.clear()
    return [panes.ask(action, .tree)]
  }

  /// Decodes the body text again in an encoding. Nil means the encoding that the response declares.
  mutating func read(in charset: TextEncoding?) -> [Effect] { readAnew(.decode(as: charset)) }

  /// Returns the request to copy a part of the body as received.
  mutating func ask(copy part: DocumentRequest.Part) -> Effect { panes.ask(.copy(part), .raw) }

  /// Requests a drawing of the picture, unless it was already requested for this area. If the body
  /// is not a picture, stops drawing.
  mutating func draws() -> [Effect] {
    if showsPicture, !reading.isArriving { return picture.draw(generation: panes.generation) }
    return facts?.kind == .picture ? [] : picture.clear()
  }

  /// Requests the rendering of a complete response, unless the response is already rendered.
  mutating func renders(_ exchange: ShownExchange) -> [Effect] {
    guard isOpen, !reading.isArriving, facts != nil, let plan = rendered.ask() else { return [] }
    return [panes.askAll(.render(plan, root: exchange.dataRoot))]
  }

  /// Sets the view that the catalog defines for the request. Removes the view if the catalog
  /// defines none.
  mutating func show(as plan: ViewPlan?, of exchange: ShownExchange) -> [Effect] {
    guard rendered.plan != plan else { return [] }
    rendered.choose(plan)
    if plan == nil, tab == .view { tabs.fallBack() }
    return renders(exchange)
  }

  mutating func take(_ update: PictureUpdate) { picture.take(update) }
  mutating func stopDrawing() -> [Effect] { picture.stop() }

  // MARK: The panel

  /// Moves the selection or scrolls sideways.
  mutating func move(_ command: MoveCommand) -> [Effect] {
    guard !showsPicture else { return [] }
    panes[view].move(command)
    return loads()
  }

  mutating func select(_ row: Int) -> [Effect] {
    panes[view].select(row)
    return loads()
  }

  mutating func scroll(by rows: Int) -> [Effect] {
    panes[view].scroll(by: rows)
    return loads()
  }

  /// Sets the number of rows that the panel shows.
  mutating func show(rows: Int) -> [Effect] {
    panes.resize(height: rows)
    rendered.resize(height: rows)
    return loads()
  }

  /// Sets the number of columns for a displayed value. Wraps the text of the value again.
  package mutating func show(columns: Int) -> [Effect] {
    raw.resize(columns: columns)
    panes.columns = columns
    let isShown = !panes[.wrapped].window.rows.isEmpty || panes[.wrapped].isPending
    var effects: [Effect] = []
    if raw.longLines == .wrapped, panes.wrap != raw.wrap {
      if isShown {
        effects.append(panes.lay(out: raw.wrap, from: .wrapped, to: .wrapped))
      } else {
        panes.lay(out: raw.wrap)
      }
    }
    if let look = viewer.resize(columns: columns) {
      effects.append(panes.ask(.rewrap(look), .value))
    }
    return effects
  }

  /// Sets the number of columns for a row of the body. Divides the bytes into hexadecimal rows that
  /// fit.
  package mutating func show(rowColumns columns: Int) -> [Effect] {
    guard panes.divide(toFit: columns) else { return [] }
    return loads() + searchAnew()
  }

  /// Sets the area for a picture.
  package mutating func show(room: PictureArea) -> [Effect] {
    picture.resize(to: room)
    return draws()
  }

  // MARK: Commands

  /// Performs a command on the rows of the current tab.
  mutating func perform(_ command: ResponseCommand) -> [Effect] {
    if command.readsAnew { return readAnew(.show(as: command.kind)) }
    switch (command, tab) {
    case (.toggle, .view), (.open, .view), (.close, .view):
      rendered.arrange(by: command)
      return []
    case (.viewValue, .tree): return openViewer()
    // A string has no child rows, so the command shows the full text of the string.
    case (.toggle, .tree) where pane.selectedTreeRow?.kind == .string: return openViewer()
    case (.toggle, .tree) where showsPicture:
      picture.clearOrder()
      return draws()
    case (_, .tree) where tree.isTable(command): return arrangeTable(command)
    case (.record, .tree):
      finding.clear()
      return [ask(.table(.record(column: pane.tableColumn)))]
    case (.toggle, .raw):
      raw.turn()
      panes[.wrapped].clear()
      panes.lay(out: raw.wrap)
      return loads()
    case (.wrapLines, _): return turnLongLines()
    default: return command.action.map { [ask($0)] } ?? []
    }
  }

  /// Wraps long lines, or shows them in one row each. The selected text stays selected.
  private mutating func turnLongLines() -> [Effect] {
    let before = view
    raw.turnLongLines()
    finding.clear()
    return [panes.lay(out: raw.wrap, from: before, to: view)]
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

  // MARK: One value

  /// Performs a command while a value is shown in full. Returns nil if the command acts as usual.
  mutating func view(by command: ResponseCommand) -> [Effect]? {
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

  /// Shows the selected value as text. If a search found the value, the text is scrolled to the
  /// match.
  private mutating func openViewer() -> [Effect] {
    let row = panes[.tree].list.selected
    let look = viewer.open(panes[.tree].selectedTreeRow?.kind)
    let hits = finding.hits
    let isHit = hits?.view == .tree && hits?.row == row && finding.query.scope != .keys
    finding.clear()
    panes[.value].clear()
    panes[.value].ask()
    var request = panes.request(.viewValue(look), .value)
    request.row = row
    let effects: [Effect] = [.response(.document(request))]
    return isHit ? effects + [panes.quietly(.find(finding.beginQuietly()), .value)] : effects
  }

  /// Closes the value that is shown in full. The tree is shown again.
  package mutating func closeViewer() -> [Effect] {
    viewer.close()
    panes[.value].clear()
    // The hits in the text of the value are removed, because their rows no longer exist.
    if finding.progress != nil || finding.hits?.view == .value { finding.clear() }
    return facts == nil ? [] : [panes.ask(.closeLook, .tree)]
  }

  /// Switches between decoded and literal escapes.
  private mutating func turnViewer() -> [Effect] {
    guard let look = viewer.turn() else { return [] }
    finding.clear()
    return [panes.ask(.rewrap(look), .value)]
  }

  // MARK: Filtering

  /// Opens the prompt for a filter. The filter runs while the user types.
  mutating func beginFilter() -> [Effect] {
    if !showsBody { tabs.select(.tree) }
    return filter.begin()
  }

  /// Applies the program that the user is typing.
  ///
  /// - Parameter head: The text before the cursor. The keys that can complete it are requested.
  mutating func typed(filter text: String, head: String) -> [Effect] {
    filter.run(text, .resting, panes, view)
      + [panes.quietly(.complete(head, number: filter.number), view)]
  }

  mutating func leaveFilter() -> [Effect] { filter.leave(panes, view) }

  mutating func accept(filter text: String) -> [Effect] { filter.accept(text, panes, view) }

  /// Stops the running filter. If no filter is running, shows the unfiltered body again.
  package mutating func leaveFiltered() -> [Effect] { filter.stop(panes, view) }

  private mutating func filterAgain(_ exchange: ShownExchange) -> [Effect] {
    guard filter.obstacle(reading, in: tab) == nil else { return [] }
    return filter.runAgain(saved: exchange.request?.filter, panes, view)
  }

  /// Handles a filter update from the reader.
  private mutating func take(_ update: DocumentUpdate, _ reported: FilterUpdate) -> [Effect] {
    switch reported.state {
    case .shown(let shown, let facts): show(shown, facts, update, of: reported.number)
    case .unfiltered(let facts): show(nil, facts, update, of: reported.number)
    case .walking, .program, .refused, .keys:
      reported.number == filter.number ? filter.take(reported.state, panes, view) : []
    }
  }

  /// Shows a filter result, or the unfiltered body. A result of an older filter is shown with its
  /// own program. The newest program is then requested again if necessary.
  private mutating func show(
    _ shown: ShownFilter?, _ found: DocumentFacts, _ update: DocumentUpdate, of number: Int
  ) -> [Effect] {
    let isLate = number != filter.number
    if isLate, update.generation <= panes.generation { return [] }
    filter.show(shown, of: number)
    panes.clear(in: update.generation)
    viewer.close()
    reading.replaced(by: found)
    finding.clear()
    panes[update.view].take(update)
    return loads() + (isLate ? filter.continueFilter(panes, view) : [])
  }

  // MARK: Paths

  /// Asks for a path. The prompt begins with the path of the selected value.
  mutating func beginPath() -> [Effect] {
    filter.clearRemarks()
    return [.ask(Prompt(PathPrompt(), selecting: tree.fullPath ?? "."))]
  }

  /// Requests the keys that can complete the typed path.
  mutating func typed(path head: String) -> [Effect] {
    filter.problem = nil
    return [panes.quietly(.completePath(head, number: filter.number), view)]
  }

  /// Selects the value at a path.
  package mutating func go(toPath text: String) -> [Effect] {
    guard !text.allSatisfy(\.isWhitespace) else { return [] }
    panes[.tree].ask()
    return [panes.step(.follow(text), .tree)]
  }

  // MARK: Events

  /// Handles an update from the reader.
  ///
  /// - Parameter exchange: The exchange whose body is read.
  mutating func take(_ update: DocumentUpdate, of exchange: ShownExchange) -> [Effect] {
    // A filter result has its own generation, so it is handled before the generation check.
    if case .filter(let reported) = update.outcome { return take(update, reported) }
    guard update.generation == panes.generation else { return [] }
    if update.isStep { panes[update.view].stepped() }
    if let number = update.search { return takeHits(update, number) }
    switch update.outcome {
    case .rendered(let rendering):
      rendered.take(rendering)
      if case .view = rendering { tabs.offerView() }
      return []
    case .topics(let tally):
      topics.take(tally)
      return loads()
    default: break
    }
    panes.take(update)
    // A request for text rows may make the reader read more lines. Therefore, each update reports
    // the progress.
    reading.progressed(update.reading)
    if update.isProgress, case .failed = update.outcome { reading.halt() }
    switch update.outcome {
    case .opened(let found):
      // The rows of all hidden views are outdated, because the body has changed.
      if facts != nil { panes.refresh(allBut: update.view) }
      filter.lose()
      _ = reading.resume()
      return takeRead(found, exchange) + seekAnew() + extendAgain()
    case .read(let found):
      // The update has the rows of the view that was requested last. When all is read, the rows of
      // hidden views are cleared. The visible rows stay until the new rows arrive, which are
      // requested here.
      if found.reading == nil { panes.refresh(allBut: update.view, view) }
      let isOther = showsBody && update.view != view && !pane.isPending
      return (isOther ? [panes.ask(.rows, view)] : []) + takeRead(found, exchange)
    case .copied(let text, let part): return [.copy(text, what: words(for: text, part))]
    case .used(let node, let purpose): return node.effects(of: purpose, exchange)
    case .nothing(let why): return [.notify(Notice(.info, why))]
    case .failed(let problem):
      reading.failed()
      return [.notify(Notice(problem))]
    case .done, .searching, .found, .notFound, .counted, .rendered, .compared, .topics, .filter:
      return loads()
    }
  }

  /// Requests reading of the data that arrived since the last request. Does nothing if there is
  /// none.
  private mutating func extendAgain() -> [Effect] {
    guard let source = reading.caughtUp(), reading.extend(source) else { return [] }
    return [panes.ask(.extend(source), view)] + searchAnew()
  }

  private mutating func takeRead(_ found: DocumentFacts, _ exchange: ShownExchange) -> [Effect] {
    reading.found(found)
    topics.expire()
    return opensData(exchange.dataRoot) + loads() + filterAgain(exchange)
  }

  /// Opens the tree at the response data if the data is only a part of the body. An example is the
  /// last poll of a remote job. Does nothing if the user has already moved the selection.
  private mutating func opensData(_ root: String) -> [Effect] {
    guard !root.isEmpty, panes[.tree].list.selected == 0,
      reading.opensData(in: panes.generation)
    else { return [] }
    return [panes.ask(.openData(at: root), .tree)]
  }
}
