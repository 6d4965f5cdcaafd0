import ClientDocuments
import ClientModel
package import ReadingValues

/// The body in the response panel: the part of it that is read, its rows in each view, the search,
/// the filter, and the value that is shown in full.
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
  /// The view of the response that its catalog describes.
  package internal(set) var rendered = ViewPane()
  package private(set) var picture = PicturePane()
  package private(set) var topics = TopicTab()
  /// The displayed tab. It determines which rows are requested.
  var tabs = TabChoice()

  package var facts: DocumentFacts? { reading.facts }
  package var isOpen: Bool { reading.source != nil }
  var tab: ResponseTab { tabs.shown }
  var tree: TreeTab {
    TreeTab(pane: panes[.tree], reading: reading, viewer: viewer, picture: picture)
  }

  /// The view of the current tab. For a tab that does not show the body, the view of the tree.
  package var view: DocumentView {
    if isViewing { return .value }
    return tab == .raw ? raw.view : .tree
  }

  /// The rows of the current tab.
  package var pane: DocumentPane { panes[view] }

  /// Whether the tab shows rows of the body.
  package var showsBody: Bool { tab == .tree || tab == .raw }

  /// Whether a value is shown instead of the tree.
  package var isViewing: Bool { tab == .tree && viewer.isOpen }

  /// Whether one row of a table is shown as a list.
  package var showsRecord: Bool { tab == .tree && tree.showsRecord }

  /// Whether a picture replaces the tree.
  package var showsPicture: Bool { tab == .tree && tree.showsPicture }

  // MARK: Texts

  /// The probable meaning of the selected value, or nil if it is unknown.
  package var meaningWords: String? { tab == .tree ? tree.meaningWords : nil }

  /// The path to the selected value, one text for each step, or nil if there is no path. The texts
  /// are received data, which must be made safe before drawing.
  package var breadcrumb: [String]? { tab == .tree ? tree.breadcrumb : nil }

  /// The caption of the displayed value, such as `value, decoded`, or nil if no value is displayed.
  package var viewerWords: String? { tab == .tree ? viewer.words : nil }

  /// The kind of the body, if it does not come from the content type, and its charset, if it is not
  /// UTF-8 or was chosen by the user. Nil if there is nothing to show.
  package var shownAs: String? { showsBody ? reading.kindWords : nil }

  // MARK: The source

  /// Passes a body to the reader. If the same body is still arriving, its new data is added, and
  /// its folds stay.
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

  /// Shows the body with a page appended.
  mutating func grow(_ source: DocumentSource) -> [Effect] {
    reading.grow(source)
    rendered.clear()
    return [panes.ask(.grow(source), view)] + searchAnew()
  }

  /// Closes the displayed body, also in the reader.
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

  /// Resets the state that must not apply to another job.
  mutating func reset() {
    tabs.reopen()
    rendered.choose(nil)
    finding = BodyFinding(finding.query.other(""))
  }

  /// Resumes the reading of the body if the user stopped it.
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

  /// Requests the rows on the screen that are not loaded yet.
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

  /// Decodes the text of the body again in this encoding. For nil, uses the encoding that the
  /// response declares.
  mutating func read(in charset: TextEncoding?) -> [Effect] { readAnew(.decode(as: charset)) }

  /// Returns the request that copies a part of the body as it was received.
  mutating func ask(copy part: DocumentRequest.Part) -> Effect { panes.ask(.copy(part), .raw) }

  /// Requests a drawing of the displayed picture, unless it was requested for this area before. If
  /// the body is not a picture, stops the drawing.
  mutating func draws() -> [Effect] {
    if showsPicture, !reading.isArriving { return picture.draw(generation: panes.generation) }
    return facts?.kind == .picture ? [] : picture.clear()
  }

  /// Requests the rendering of a complete response if it is not rendered yet.
  mutating func renders(_ exchange: ShownExchange) -> [Effect] {
    guard isOpen, !reading.isArriving, facts != nil, let plan = rendered.ask() else { return [] }
    return [panes.askAll(.render(plan, root: exchange.dataRoot))]
  }

  /// Sets the view that the catalog defines for the displayed request, or removes it if there is
  /// none.
  mutating func show(as plan: ViewPlan?, of exchange: ShownExchange) -> [Effect] {
    guard rendered.plan != plan else { return [] }
    rendered.choose(plan)
    if plan == nil, tab == .view { tabs.fallBack() }
    return renders(exchange)
  }

  mutating func take(_ update: PictureUpdate) { picture.take(update) }
  mutating func stopDrawing() -> [Effect] { picture.stop() }

  // MARK: The panel

  /// Moves the selection, or scrolls to the left or right, by a movement key.
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

  /// Sets the number of columns for a displayed value. If a value is displayed, wraps its text
  /// again.
  package mutating func show(columns: Int) -> [Effect] {
    viewer.resize(columns: columns).map { [panes.ask(.rewrap($0), .value)] } ?? []
  }

  /// Sets the number of columns for a row of the body. Divides the bytes into hexadecimal rows that
  /// fit these columns.
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
    // A string has no child rows, so this command shows its full text instead.
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
      return loads()
    default: return command.action.map { [ask($0)] } ?? []
    }
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

  /// Performs a command while a value is shown in full. Returns nil if the command has its usual
  /// effect.
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

  /// Shows the selected value as text. If a search found the value, the text is shown at the match.
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

  /// Closes the value that is shown in full, and shows the tree again.
  package mutating func closeViewer() -> [Effect] {
    viewer.close()
    panes[.value].clear()
    // Hits in the text of the value are removed, because its rows no longer exist.
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

  /// Opens the prompt for a filter. The filter is applied while the user types.
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

  /// Stops the running filter. If none is running, shows the unfiltered body again.
  package mutating func leaveFiltered() -> [Effect] { filter.stop(panes, view) }

  private mutating func filterAgain(_ exchange: ShownExchange) -> [Effect] {
    guard filter.obstacle(reading, in: tab) == nil else { return [] }
    return filter.runAgain(saved: exchange.request?.filter, panes, view)
  }

  /// Handles an update of the reader about a filter.
  private mutating func take(_ update: DocumentUpdate, _ reported: FilterUpdate) -> [Effect] {
    switch reported.state {
    case .shown(let shown, let facts): show(shown, facts, update, of: reported.number)
    case .unfiltered(let facts): show(nil, facts, update, of: reported.number)
    case .walking, .program, .refused, .keys:
      reported.number == filter.number ? filter.take(reported.state, panes, view) : []
    }
  }

  /// Shows a result of a filter, or the unfiltered body. If it is the result of an older filter, it
  /// is shown under the program of that filter, and the newest program is requested again if
  /// necessary.
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

  /// Requests the keys that can complete the path that is being typed.
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

  /// Handles an update of the reader.
  ///
  /// - Parameter exchange: The exchange whose body is read.
  mutating func take(_ update: DocumentUpdate, of exchange: ShownExchange) -> [Effect] {
    // The result of a filter has its own generation, so it is handled before the generation is
    // compared.
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
    // A request for rows of text may make the reader read more lines, so each update reports the
    // progress.
    reading.progressed(update.reading)
    if update.isProgress, case .failed = update.outcome { reading.halt() }
    switch update.outcome {
    case .opened(let found):
      // The rows of the other views belong to the body as it was before.
      if facts != nil { panes.refresh(allBut: update.view) }
      filter.lose()
      _ = reading.resume()
      return takeRead(found, exchange) + seekAnew() + extendAgain()
    case .read(let found):
      // The update contains the rows of the view that was requested last. When all is read, the
      // rows of the hidden views are cleared. The rows of the visible view stay until the new ones
      // arrive, which are requested here.
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

  /// Requests the reading of the data that arrived since the last request, if there is any.
  private mutating func extendAgain() -> [Effect] {
    guard let source = reading.caughtUp(), reading.extend(source) else { return [] }
    return [panes.ask(.extend(source), view)] + searchAnew()
  }

  private mutating func takeRead(_ found: DocumentFacts, _ exchange: ShownExchange) -> [Effect] {
    reading.found(found)
    topics.expire()
    return opensData(exchange.dataRoot) + loads() + filterAgain(exchange)
  }

  /// Opens the tree at the data of the response if the data is only a part of the body, as in the
  /// last poll of a remote job. Does nothing if the user has already moved the selection.
  private mutating func opensData(_ root: String) -> [Effect] {
    guard !root.isEmpty, panes[.tree].list.selected == 0,
      reading.opensData(in: panes.generation)
    else { return [] }
    return [panes.ask(.openData(at: root), .tree)]
  }

  /// Returns the description of the copied text for a notice.
  private func words(for text: String, _ part: DocumentRequest.Part) -> String {
    // A path is shown in the notice if it is short, so that the user sees it without pasting it.
    // Received values are not shown.
    let isShown = (part == .path || part == .query) && text.count <= 60
    let isOfMany = part == .query && facts?.kind.isSeries == true && !filter.isOn
    let words = isOfMany ? "\(part.text), for jq -s," : part.text
    let isAmongEqual = pane.selectedTreeRow?.oddities.contains(.equalKeys) == true
    let doubt = part == .query && isAmongEqual ? "; jq uses the last of the equal keys" : ""
    return (isShown ? "\(words) \(text)" : words) + doubt
  }
}

extension DocumentRequest.Part {
  /// The name of the part in a notice.
  fileprivate var text: String {
    switch self {
    case .value: "the value"
    case .key: "the key"
    case .parentKey: "the parent's key"
    case .path: "the path"
    case .query: "the jq path"
    case .row: "the row as received"
    case .body: "the body"
    }
  }
}
