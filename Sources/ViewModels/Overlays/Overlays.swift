/// The overlays over the panels, the sidebar, and the content of all lists.
///
///     nothing ──open, ask──► overlay ──open, ask──► overlay over an overlay
///        ▲                      └──close──► the overlay below, or nothing
///
/// The uppermost overlay receives the keys.
package struct Overlays: Sendable {
  /// A list, prompt or question over the panels.
  package enum Overlay: Sendable {
    case list(ListModel)
    case prompt(Prompt)
    case question(Confirmation)
  }

  /// The overlays, uppermost last.
  private var stack: [Overlay] = []
  /// The content of the lists.
  package internal(set) var sources = ListSources()
  package internal(set) var sidebar = SidebarModel()
  /// The number of changes of the open question. A new number means that the question or its
  /// answers changed.
  package private(set) var questionsAsked = 0

  // MARK: The uppermost overlay

  mutating func push(_ prompt: Prompt) { stack.append(.prompt(prompt)) }
  mutating func removeLast() { stack.removeLast() }
  mutating func replaceLast(by overlay: Overlay) { stack[stack.count - 1] = overlay }

  /// The uppermost overlay if it is a list.
  var list: ListModel? { if case .list(let list) = stack.last { list } else { nil } }

  /// The uppermost overlay if it is a question.
  var question: Confirmation? {
    if case .question(let question) = stack.last { question } else { nil }
  }

  /// The uppermost overlay if it is a prompt.
  var prompt: Prompt? { if case .prompt(let prompt) = stack.last { prompt } else { nil } }

  /// The contexts that handle a key, innermost first. Nil if there is no overlay.
  var contexts: [Context]? {
    switch stack.last {
    case .question: [.dialog, .always]
    case .prompt(let prompt) where prompt.query == nil || prompt.refusal != nil:
      [.typing, .always]
    case .prompt: [.typing, .search, .always]
    case .list(let list) where list.isTyping: [.typing, .list, .always]
    case .list: [.list, .moving, .always]
    case nil: nil
    }
  }

  // MARK: Questions

  /// The state that decides whether a question may open without a command.
  var attention: KeyReceiver {
    question.map { .asked($0.topic) } ?? (stack.isEmpty ? .free : .taken)
  }

  /// Opens a question. Replaces an open question about the same topic if the topic is quitting or
  /// trust.
  mutating func ask(_ question: Confirmation) {
    questionsAsked += 1
    if question.topic != .other, attention == .asked(question.topic) { stack.removeLast() }
    stack.append(.question(question))
  }

  /// Closes the question about a topic. Returns false if the uppermost overlay is not that
  /// question.
  mutating func close(questionAbout topic: Confirmation.Topic) -> Bool {
    guard attention == .asked(topic) else { return false }
    stack.removeLast()
    return true
  }

  /// Updates an open question about quitting. Quits if no work is unfinished, because the user
  /// already decided to quit.
  mutating func renewQuitQuestion(_ work: UnfinishedWork) -> [Effect] {
    guard let old = question, old.topic == .quitting else { return [] }
    guard var new = work.question else {
      stack.removeLast()
      return [.quit(.atOnce)]
    }
    if new.hasSameEffects(as: old) {
      new.chosen = old.chosen
    } else {
      questionsAsked += 1
    }
    replaceLast(by: .question(new))
    return []
  }

  mutating func act(_ command: Command, on old: Confirmation) -> [Effect] {
    var question = old
    guard let effects = question.perform(command) else {
      replaceLast(by: .question(question))
      return []
    }
    stack.removeLast()
    return effects
  }

  // MARK: The rows of a list

  /// Returns the filtered rows of a list. After typing, the best match is first.
  func rows(of list: ListModel, _ facts: ListFacts) -> [ListRow] {
    sources[list.source].rows(list.filter.text, facts.with(sources))
  }

  /// Returns the rows of a list, ignoring the filter.
  func allRows(of list: ListModel, _ facts: ListFacts) -> [ListRow] {
    sources[list.source].rows("", facts.with(sources))
  }

  func selectedRow(of list: ListModel, _ facts: ListFacts) -> ListRow? {
    let rows = rows(of: list, facts)
    return rows.indices.contains(list.list.selected) ? rows[list.list.selected] : nil
  }

  /// Returns whether the user chooses a row by typing.
  package func isTyped(_ list: ListModel) -> Bool { sources[list.source].interaction == .typed }

  /// Returns whether the list has a filter that the close command removes. In a list that the user
  /// always filters by typing, the close command closes the list. In a list of choices, the typed
  /// text is not only a filter, because it can itself be a choice.
  private func holdsFilter(_ list: ListModel) -> Bool {
    !list.filter.isEmpty && !isTyped(list) && list.source != ListID(\.choices)
  }

  /// Returns whether the filter of the list has no match. A search that continues may find one.
  private func matchesNothing(_ list: ListModel, _ rows: [ListRow]) -> Bool {
    rows.isEmpty && holdsFilter(list) && !sources[list.source].isSearching
  }

  private static let noMatch = Notice(.info, "Nothing matched, so the filter was removed.")

  package func title(of list: ListID) -> String { sources[list].title }

  /// Returns the text that is shown if there are no rows.
  package func emptyText(of list: ListModel) -> String {
    list.filter.isEmpty ? sources[list.source].emptyText : sources[list.source].noMatchText
  }

  /// Returns the line above the rows. Returns nil while a filter is typed or set.
  func caption(of list: ListModel, _ facts: ListFacts) -> String? {
    guard !list.isTyping, list.filter.isEmpty else { return nil }
    guard let place = sources[list.source] as? any CaptionedListSource else { return nil }
    return selectedRow(of: list, facts).flatMap(place.caption)
  }

  /// Returns the list with this content if it is the uppermost overlay. Otherwise returns nil.
  func uppermost<Source: ListSource>(_ path: WritableKeyPath<ListSources, Source> & Sendable)
    -> ListModel?
  {
    list.flatMap { $0.source == ListID(path) ? $0 : nil }
  }

  /// Returns the list that receives the keys. This is the uppermost overlay or the focused sidebar.
  /// Returns nil if neither is a list.
  func active(_ focus: Panel) -> ListModel? {
    list ?? (stack.isEmpty && focus == .requests ? sidebar.list : nil)
  }

  /// Returns the list with this identity if it is the sidebar or the uppermost overlay. Otherwise
  /// returns nil.
  private func shown(_ id: ListID) -> ListModel? {
    id == sidebar.list.source ? sidebar.list : list.flatMap { $0.source == id ? $0 : nil }
  }

  func standing(of id: ListID) -> ListVisibility {
    if list?.source == id { return .uppermost }
    let isOpen = stack.contains {
      if case .list(let list) = $0 { list.source == id } else { false }
    }
    return isOpen ? .covered : .closed
  }

  private mutating func put(_ list: ListModel) {
    if list.source == sidebar.list.source {
      sidebar.list = list
    } else {
      replaceLast(by: .list(list))
    }
  }

  /// Sets the number of visible rows of all lists. Lists below a prompt or a question are included,
  /// because they are visible.
  mutating func resize(to viewport: Viewport, _ facts: ListFacts) {
    sidebar.list.resize(height: viewport.sidebar.rows, among: rows(of: sidebar.list, facts).count)
    for place in stack.indices {
      guard case .list(var list) = stack[place] else { continue }
      list.resize(height: viewport.list, among: rows(of: list, facts).count)
      stack[place] = .list(list)
    }
  }

  // MARK: Hints

  /// Returns the hint of a list command. Returns nil if the usual hint applies.
  func hint(of command: ListCommand, _ focus: Panel, _ facts: ListFacts) -> String? {
    guard let list = active(focus) else { return nil }
    if command == .close {
      guard stack.isEmpty else { return holdsFilter(list) ? "all rows" : nil }
      if sources.requests.hasMarks { return "remove marks" }
      return list.filter.isEmpty ? "back" : "all requests"
    }
    let row = selectedRow(of: list, facts)
    switch (command, row?.fold) {
    case (.choose, .open): return "fold"
    case (.choose, .closed), (.fold, .closed): return "unfold"
    case (.fold, .open): return "fold"
    default: return sources[list.source].hint(of: command, on: row)
    }
  }

  /// Returns the hint for the leave key in an overlay or in the filter of the focused sidebar.
  /// Returns nil if the usual hint applies.
  func leaveHint(_ focus: Panel, _ facts: ListFacts) -> String? {
    if let list = active(focus) {
      if isTyped(list) { return "close" }
      if list.filter.isEmpty { return nil }
      return matchesNothing(list, rows(of: list, facts)) ? "clear the filter" : "keep the filter"
    }
    return stack.isEmpty ? nil : "cancel"
  }

  /// Returns the commands for the hint bar of a list, most important first.
  ///
  /// - Parameter undo: The command that undoes the last action. Empty if nothing can be undone.
  func hints(of list: ListModel, _ facts: ListFacts, undo: [Command]) -> [Command] {
    if list.isTyping {
      return rows(of: list, facts).isEmpty
        ? [.typing(.leave)] : [.list(.choose), .typing(.leave)]
    }
    return sources[list.source].hints(on: selectedRow(of: list, facts)).map(Command.list)
      + (stack.isEmpty ? [] : undo) + [.app(.help)]
  }

  /// Returns the commands for the help of a list: those that apply to at least one of its rows.
  func commands(of list: ListModel, _ facts: ListFacts) -> Set<ListCommand> {
    let source = sources[list.source]
    var commands: Set<ListCommand> = [.choose, .filter, .close]
    if !list.tabs.isEmpty { commands.formUnion([.nextTab, .previousTab]) }
    if source is any FoldingListSource || marksSeveral(list, facts) { commands.insert(.fold) }
    for row in rows(of: list, facts) { commands.formUnion(source.hints(on: row)) }
    return commands.union(source.hints(on: nil))
  }

  // MARK: Opening and changing lists

  mutating func open(_ id: ListID, height: Int, _ facts: ListFacts) {
    let place = sources[id]
    var list = ListModel(id, place.interaction, height: height)
    let rows = rows(of: list, facts)
    let first = (place as? any CursorListSource)?.first(of: rows) ?? rows.firstChoice
    if let first { list.select(first, among: rows.count) }
    stack.append(.list(list))
  }

  /// Changes the content of a list. If the list is the sidebar or the uppermost overlay, its cursor
  /// stays on the same row.
  mutating func change(
    _ id: ListID, _ facts: ListFacts, _ change: (inout ListSources) -> [Effect]
  ) -> [Effect] {
    guard var list = shown(id) else { return change(&sources) }
    let before = rows(of: list, facts)
    let effects = change(&sources) + follow(list)
    let after = rows(of: list, facts)
    var selected = list.list.selected
    if var place = sources[id] as? any CursorListSource {
      selected = place.cursor(selected, among: before, now: after)
      sources[id] = place
    }
    list.select(selected, among: after.count)
    put(list)
    return effects
  }

  /// Passes the filter and the cursor of a list to the list's content. Does nothing if the content
  /// does not depend on them.
  private mutating func follow(_ list: ListModel) -> [Effect] {
    guard var place = sources[list.source] as? any FollowingListSource else { return [] }
    let effects = place.follow(list)
    sources[list.source] = place
    return effects
  }

  // MARK: Commands of a list

  mutating func act(_ command: Command, in old: ListModel, _ facts: ListFacts) -> [Effect] {
    var list = old
    let rows = rows(of: list, facts)
    let isFolding = sources[list.source] is any FoldingListSource
    switch command {
    case .list(.nextTab) where list.tabs.isEmpty: return inPanels(.nextPanel)
    case .list(.previousTab) where list.tabs.isEmpty: return inPanels(.previousPanel)
    case .move(.left) where isFolding: fold(.close, in: &list, rows)
    case .move(.right) where isFolding: fold(.open, in: &list, rows)
    case .list(.fold) where marksSeveral(list, facts):
      return choose(list.list.selected, of: rows, in: list, facts)
    case .list(.fold): fold(.toggle, in: &list, rows)
    case .move(.right), .list(.nextTab), .typing(.nextField): return showTab(1, of: list)
    case .move(.left), .list(.previousTab): return showTab(-1, of: list)
    case .move(let step): list.move(step, among: rows.count)
    case .typing(.up): list.move(.up, among: rows.count)
    case .typing(.down): list.move(.down, among: rows.count)
    case .typing(.enter), .list(.choose):
      return choose(list.list.selected, of: rows, in: list, facts)
    case .typing(.leave) where !isTyped(list):
      list.stopTyping()
      if matchesNothing(list, rows) {
        return dropFilter(of: list, on: nil, facts) + [.notify(Self.noMatch)]
      }
    case .list(.close) where !stack.isEmpty && holdsFilter(list):
      return dropFilter(of: list, on: selectedRow(of: list, facts), facts)
    case .list(.close), .typing(.leave), .app(.back), .app(.leave), .app(.palette):
      if command == .list(.close), let effects = interrupt(list.source, facts) { return effects }
      return stack.isEmpty ? leaveSidebar(facts) : close()
    case .list(.filter): list.startTyping()
    case .list(let command):
      let row = rows.indices.contains(list.list.selected) ? rows[list.list.selected] : nil
      guard row != nil || command == .new else { return [] }
      let effects = sources[list.source].perform(
        command, on: command == .new ? nil : row, in: &list)
      list.select(list.list.selected, among: self.rows(of: list, facts).count)
      put(list)
      return effects
    case .typing(let command): list.type(command)
    case .insert(let text) where list.isTyping:
      guard let text = filterText(text, in: list) else { return [] }
      list.insert(text)
    case .typed(let text) where list.isTyping:
      guard let text = filterText(text, in: list) else { return [] }
      list.type(text)
    case .point(.listRow(let row)):
      guard rows.indices.contains(row) else { return [] }
      let isChosen = row == list.list.selected || stack.isEmpty
      list.select(row, among: rows.count)
      if isChosen {
        put(list)
        return choose(row, of: rows, in: list, facts)
      }
    case .point(.listWheel(let lines)): list.scroll(by: lines, among: rows.count)
    default: return []
    }
    let effects = follow(list)
    put(list)
    return effects
  }

  /// Returns typed text without a `/` at the start of the filter, because `/` starts the filter of
  /// other lists. Returns nil if no text is left.
  private func filterText(_ text: String, in list: ListModel) -> String? {
    guard isTyped(list), list.filter.isEmpty, text.begins(with: "/") else { return text }
    return text == "/" ? nil : String(text.dropping(bytes: 1))
  }

  /// Returns the effect that performs a command in the panels. Returns no effect for a list in an
  /// overlay.
  private func inPanels(_ command: AppCommand) -> [Effect] {
    stack.isEmpty ? [.list(.perform(.app(command)))] : []
  }

  private mutating func fold(_ step: FolderStep, in list: inout ListModel, _ rows: [ListRow]) {
    guard var place = sources[list.source] as? any FoldingListSource else { return }
    place.fold(step, in: &list, rows)
    sources[list.source] = place
  }

  /// Returns whether the list shows a form field that accepts several options.
  private func marksSeveral(_ list: ListModel, _ facts: ListFacts) -> Bool {
    guard list.source == ListID(\.choices), case .options(let id, _) = sources.choices.field,
      case .severalOf? = facts.composer.form?.row(id)?.kind
    else { return false }
    return true
  }

  private mutating func choose(
    _ row: Int, of rows: [ListRow], in list: ListModel, _ facts: ListFacts
  ) -> [Effect] {
    guard rows.indices.contains(row) else { return [] }
    let effects = change(list.source, facts) { $0[list.source].choose(rows[row]) }
    if list.source == sidebar.list.source, !list.filter.isEmpty {
      endSidebarFilter(on: rows[row], facts)
    }
    return effects
  }

  /// Removes the filter of a list. The cursor stays on the same row.
  private mutating func dropFilter(
    of old: ListModel, on row: ListRow?, _ facts: ListFacts
  ) -> [Effect] {
    var list = old
    list.show(list.source)
    let effects = follow(list)
    let all = rows(of: list, facts)
    if let index = all.firstIndex(where: { $0.value == row?.value }) {
      list.select(index, among: all.count)
    }
    put(list)
    return effects
  }

  /// Shows the tab that is `step` tabs to the right and loads its content.
  private mutating func showTab(_ step: Int, of old: ListModel) -> [Effect] {
    var list = old
    guard let other = list.tab(step) else { return [] }
    let effects = leave(list.source)
    list.show(other)
    replaceLast(by: .list(list))
    return effects + sources[other].begin()
  }

  // MARK: The sidebar

  /// Selects the composed request, or the first row that can be chosen. Does nothing if the user
  /// has moved the cursor.
  mutating func beginSidebar(_ facts: ListFacts) {
    let rows = rows(of: sidebar.list, facts)
    guard sidebar.list.list.selected == 0, let first = rows.firstChoice else { return }
    sidebar.list.select(first, among: rows.count)
  }

  /// Selects the row of a request and opens its folders. Returns false if the request has no row.
  mutating func reveal(_ name: String, _ facts: ListFacts) -> Bool {
    guard sources.requests.names.contains(name) else { return false }
    sources.requests.reveal(name)
    let rows = rows(of: sidebar.list, facts)
    if let row = rows.firstIndex(where: { $0.value == .request(name) }) {
      sidebar.list.select(row, among: rows.count)
    }
    return true
  }

  /// Removes the marks of the sidebar, then its filter. If there is neither, returns to the
  /// composer.
  private mutating func leaveSidebar(_ facts: ListFacts) -> [Effect] {
    if sources.requests.unmark() { return [] }
    guard sidebar.list.filter.isEmpty else {
      endSidebarFilter(on: selectedRow(of: sidebar.list, facts), facts)
      return []
    }
    return inPanels(.focusComposer)
  }

  /// Removes the filter of the sidebar. The cursor stays on `row`.
  private mutating func endSidebarFilter(on row: ListRow?, _ facts: ListFacts) {
    sidebar.list.stopTyping()
    _ = dropFilter(of: sidebar.list, on: row, facts)
  }

  // MARK: Closing

  private mutating func interrupt(_ id: ListID, _ facts: ListFacts) -> [Effect]? {
    guard var place = sources[id] as? any ClosableListSource, let effects = place.interrupt() else {
      return nil
    }
    sources[id] = place
    return effects + change(id, facts) { _ in [] }
  }

  private mutating func leave(_ id: ListID) -> [Effect] {
    guard var place = sources[id] as? any ClosableListSource else { return [] }
    let effects = place.leave()
    sources[id] = place
    return effects
  }

  /// Closes the uppermost overlay if it is a list.
  mutating func close() -> [Effect] {
    guard case .list(let list) = stack.popLast() else { return [] }
    return leave(list.source)
  }

  mutating func closeAll() -> [Effect] {
    let lists = stack.compactMap { if case .list(let list) = $0 { list.source } else { nil } }
    stack = []
    return lists.flatMap { leave($0) }
  }
}

/// The overlays in their order, uppermost last.
extension Overlays: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { stack.count }
  package subscript(position: Int) -> Overlay { stack[position] }
}
