import ClientModel

/// The lists over the panels. The uppermost list receives the keys, and the effects of lists are
/// carried out here.
extension AppModel {
  private var facts: ListFacts {
    ListFacts(
      composer: composer, tabs: requests.tabs, currentTab: requests.current,
      bodyKind: response.facts?.kind, graph: places.graph.draft,
      savedRequests: places.requests.names)
  }

  /// Returns the filtered rows of a list, best match first if the user typed a filter.
  package func rows(of list: ListModel) -> [ListRow] {
    places[list.place].rows(list.filter.text, facts)
  }

  /// Returns the rows of a list without its filter, so that the frame of the list keeps its size
  /// while the user types.
  package func allRows(of list: ListModel) -> [ListRow] { places[list.place].rows("", facts) }

  /// Returns whether the user chooses in the list by typing.
  package func isTyped(_ list: ListModel) -> Bool { places[list.place].manner == .typed }

  /// Returns whether the typed text hides rows. In a list of choices the text itself is a choice.
  func holdsFilter(_ list: ListModel) -> Bool {
    !list.filter.isEmpty && !isTyped(list) && list.place != ListID(\.choices)
  }

  package func title(of list: ListID) -> String { places[list].title }

  /// Returns the text of an empty list.
  package func emptyText(of list: ListModel) -> String {
    list.filter.isEmpty ? places[list.place].emptyText : places[list.place].noMatchText
  }

  /// Returns the line above the rows while no filter is typed or set.
  package func caption(of list: ListModel) -> String? {
    guard !list.isTyping, list.filter.isEmpty else { return nil }
    guard let place = places[list.place] as? any CaptionedPlace else { return nil }
    return selectedRow(of: list).flatMap(place.caption)
  }

  func selectedRow(of list: ListModel) -> ListRow? {
    let rows = rows(of: list)
    return rows.indices.contains(list.list.selected) ? rows[list.list.selected] : nil
  }

  /// Returns the list of this place if it is the uppermost overlay.
  func uppermost<Place: ListPlace>(_ path: WritableKeyPath<ListPlaces, Place> & Sendable)
    -> ListModel?
  {
    guard case .list(let list) = overlays.last, list.place == ListID(path) else { return nil }
    return list
  }

  /// The list that receives the keys: the uppermost overlay or the sidebar.
  package var activeList: ListModel? {
    if case .list(let list) = overlays.last { return list }
    return overlays.isEmpty && focus == .requests ? sidebar.list : nil
  }

  /// Returns the list of this place if it is the sidebar or the uppermost overlay, otherwise nil.
  private func shown(_ id: ListID) -> ListModel? {
    if id == sidebar.list.place { return sidebar.list }
    guard case .list(let list) = overlays.last, list.place == id else { return nil }
    return list
  }

  private mutating func put(_ list: ListModel) {
    if list.place == sidebar.list.place {
      sidebar.list = list
    } else {
      overlays[overlays.count - 1] = .list(list)
    }
  }

  mutating func open<Place: ListPlace>(
    _ path: WritableKeyPath<ListPlaces, Place> & Sendable
  ) -> [Effect] {
    open(ListID(path))
    return places[keyPath: path].begin()
  }

  mutating func open(_ id: ListID) {
    let place = places[id]
    var list = ListModel(id, place.manner, height: display.viewport.list)
    // Typing continues after the user looks up a key.
    if !list.isHelp { composer.stopTyping() }
    let rows = rows(of: list)
    let first = (place as? any CursorPlace)?.first(of: rows) ?? rows.firstChoice
    if let first { list.select(first, among: rows.count) }
    overlays.append(.list(list))
  }

  /// Changes the content of a list. If the list is the sidebar or the uppermost overlay, its cursor
  /// stays on the same row.
  mutating func change<Place: ListPlace>(
    _ path: WritableKeyPath<ListPlaces, Place> & Sendable, _ change: (inout Place) -> [Effect]
  ) -> [Effect] {
    holdingCursor(of: ListID(path)) { change(&$0[keyPath: path]) }
  }

  private mutating func holdingCursor(
    of id: ListID, _ change: (inout ListPlaces) -> [Effect]
  ) -> [Effect] {
    guard var list = shown(id) else { return change(&places) }
    let before = rows(of: list)
    let effects = change(&places) + follow(list)
    let after = rows(of: list)
    var selected = list.list.selected
    if var place = places[id] as? any CursorPlace {
      selected = place.cursor(selected, among: before, now: after)
      places[id] = place
    }
    list.select(selected, among: after.count)
    put(list)
    return effects
  }

  /// Passes the filter and the cursor of a list to its content, if the content depends on them.
  private mutating func follow(_ list: ListModel) -> [Effect] {
    guard var place = places[list.place] as? any FollowingPlace else { return [] }
    let effects = place.follow(list)
    places[list.place] = place
    return effects
  }

  mutating func act(_ command: Command, in old: ListModel) -> [Effect] {
    var list = old
    let rows = rows(of: list)
    let isFolding = places[list.place] is any FoldingPlace
    switch command {
    case .list(.nextTab) where list.tabs.isEmpty: return overlays.isEmpty ? act(.nextPanel) : []
    case .list(.previousTab) where list.tabs.isEmpty:
      return overlays.isEmpty ? act(.previousPanel) : []
    case .move(.left) where isFolding: fold(.close, in: &list, rows)
    case .move(.right) where isFolding: fold(.open, in: &list, rows)
    case .list(.fold) where marksSeveral(list):
      return choose(list.list.selected, of: rows, in: list)
    case .list(.fold): fold(.toggle, in: &list, rows)
    case .move(.right), .list(.nextTab), .typing(.nextField): return showTab(1, of: list)
    case .move(.left), .list(.previousTab): return showTab(-1, of: list)
    case .move(let step): list.move(step, among: rows.count)
    case .typing(.up): list.move(.up, among: rows.count)
    case .typing(.down): list.move(.down, among: rows.count)
    case .typing(.enter), .list(.choose): return choose(list.list.selected, of: rows, in: list)
    case .typing(.leave) where places[list.place].manner != .typed: list.stopTyping()
    case .list(.close) where !overlays.isEmpty && holdsFilter(list):
      return dropFilter(of: list, on: selectedRow(of: list))
    case .list(.close), .typing(.leave), .app(.back), .app(.leave), .app(.palette):
      if command == .list(.close), let effects = interrupt(list.place) { return effects }
      guard !overlays.isEmpty else { return leaveSidebar() }
      return closeList()
    case .list(.filter): list.startTyping()
    case .app(.undo): return act(.undo)
    case .list(let command):
      let row = rows.indices.contains(list.list.selected) ? rows[list.list.selected] : nil
      guard row != nil || command == .new else { return [] }
      let effects = places[list.place].perform(
        command, on: command == .new ? nil : row, in: &list)
      list.select(list.list.selected, among: self.rows(of: list).count)
      put(list)
      return effects
    case .typing(let command): list.type(command)
    case .insert(let text): if list.isTyping { list.insert(text) }
    case .typed(let text): if list.isTyping { list.type(text) }
    case .point(.listRow(let row)):
      guard rows.indices.contains(row) else { return [] }
      let isChosen = row == list.list.selected || overlays.isEmpty
      list.select(row, among: rows.count)
      if isChosen {
        put(list)
        return choose(row, of: rows, in: list)
      }
    case .point(.listWheel(let lines)): list.scroll(by: lines, among: rows.count)
    default: return []
    }
    let effects = follow(list)
    put(list)
    return effects
  }

  /// Removes the filter of a list. The cursor stays on the same row.
  private mutating func dropFilter(of old: ListModel, on row: ListRow?) -> [Effect] {
    var list = old
    list.show(list.place)
    let effects = follow(list)
    let all = rows(of: list)
    if let index = all.firstIndex(where: { $0.value == row?.value }) {
      list.select(index, among: all.count)
    }
    put(list)
    return effects
  }

  /// Selects the composed request or the first row, unless the user moved the cursor.
  mutating func beginSidebar() {
    let rows = rows(of: sidebar.list)
    guard sidebar.list.list.selected == 0, let first = rows.firstChoice else { return }
    sidebar.list.select(first, among: rows.count)
  }

  /// Removes the filter of the sidebar, or returns to the composer if there is no filter.
  private mutating func leaveSidebar() -> [Effect] {
    guard sidebar.list.filter.isEmpty else {
      endSidebarFilter(on: selectedRow(of: sidebar.list))
      return []
    }
    return act(.focusComposer)
  }

  private mutating func choose(_ row: Int, of rows: [ListRow], in list: ListModel) -> [Effect] {
    guard rows.indices.contains(row) else { return [] }
    let effects = holdingCursor(of: list.place) { $0[list.place].choose(rows[row]) }
    if list.place == sidebar.list.place, !list.filter.isEmpty { endSidebarFilter(on: rows[row]) }
    return effects
  }

  /// Removes the filter of the sidebar. The cursor stays on `row`.
  private mutating func endSidebarFilter(on row: ListRow?) {
    sidebar.list.stopTyping()
    _ = dropFilter(of: sidebar.list, on: row)
  }

  private mutating func interrupt(_ id: ListID) -> [Effect]? {
    guard var place = places[id] as? any ClosingPlace, let effects = place.interrupt() else {
      return nil
    }
    places[id] = place
    return effects + holdingCursor(of: id) { _ in [] }
  }

  private mutating func leave(_ id: ListID) -> [Effect] {
    guard var place = places[id] as? any ClosingPlace else { return [] }
    let effects = place.leave()
    places[id] = place
    return effects
  }

  /// Switches the list overlay to the next or previous tab and loads the content of that tab.
  private mutating func showTab(_ step: Int, of old: ListModel) -> [Effect] {
    var list = old
    guard let other = list.tab(step) else { return [] }
    let effects = leave(list.place)
    list.show(other)
    overlays[overlays.count - 1] = .list(list)
    return effects + places[other].begin()
  }

  private mutating func closeList() -> [Effect] {
    guard case .list(let list) = overlays.popLast() else { return [] }
    return leave(list.place)
  }

  private mutating func closeOverlays() -> [Effect] {
    let lists = overlays.compactMap { if case .list(let list) = $0 { list.place } else { nil } }
    overlays = []
    return lists.flatMap { leave($0) }
  }

  /// Carries out the effect of a list.
  mutating func carryOut(_ effect: ListEffect) -> [Effect] {
    switch effect {
    case .closeAll: return closeOverlays()
    case .close: return closeList()
    case .open(let list): open(list)
    case .perform(let command): return perform(command)
    case .show(let notice): self.notice = notice
    case .compose(let draft): return settle([.compose(.draft(draft))])
    case .chooseFor(let field):
      places.choices.field = field
      return settle(open(\.choices))
    case .view(let exchange):
      let effects = closeOverlays()
      response.wish(exchange)
      return effects + settle([.showJob(exchange.job)])
    case .delete(let job): return settle(queue.deleting([job]))
    case .compare(let exchange):
      guard response.attempt != nil else { return settle(response.compare(with: exchange)) }
      let effects = closeOverlays()
      focus = .response
      return effects + settle(response.compare(with: exchange))
    case .setMethod(let method): return settle(composer.setMethod(method))
    case .acceptMethod(let method): composer.accept(method: method)
    case .showRequest(let index): return showRequest { $0.show(index) }
    case .closeRequest(let index):
      let effects = settle(closeRequest(index))
      return effects + holdingCursor(of: ListID(\.openRequests)) { _ in [] }
    case .setField(let field, let word): composer.choose(word, for: field)
    case .setOption(let index, let id): return settle(composer.choose(option: index, for: id))
    case .setText(let text, let id): composer.fill { $0.set(text, for: id) }
    case .graph(let change): return change.carryOut(in: &self)
    case .chooseEnvironment(let name):
      composer.awaitEnvironment()
      return [.environments(.choose(name))]
    case .useEnvironment(let environment): composer.use(environment)
    case .useGateways(let gateways): composer.use(gateways)
    case .showQueued(let graph):
      // A user who works in the queue keeps the cursor position.
      if focus != .queue { queue.rows.follow(.graph(graph)) }
      return settle(openEndOfSentGraph())
    }
    return []
  }
}
