package import ClientModel

/// The root of the view models. It has all state that the user sees and handles all commands.
///
/// A command is passed to the uppermost overlay or to the part that handles the command.
package struct AppModel: Sendable {
  var panels = PanelModels()
  /// The overlays over the panels, the sidebar, and the content of the lists.
  package internal(set) var overlays = Overlays()
  /// The current notice. It is shown until the next command.
  package internal(set) var notice: Notice?

  package internal(set) var display = DisplayState()
  package internal(set) var place = WorkspaceStatus()
  var prompts = PromptMemory()
  var undo = UndoHistory()
  var quitting = QuitConfirmation()

  package init() {}

  package var focus: Panel { panels.focus }

  package internal(set) var requests: OpenRequests {
    get { panels.requests }
    _modify { yield &panels.requests }
  }

  package internal(set) var composer: ComposerModel {
    get { panels.composer }
    _modify { yield &panels.composer }
  }

  package internal(set) var queue: QueueModel {
    get { panels.queue }
    _modify { yield &panels.queue }
  }

  package internal(set) var response: ResponseModel {
    get { panels.response }
    _modify { yield &panels.response }
  }

  package internal(set) var sidebar: SidebarModel {
    get { overlays.sidebar }
    _modify { yield &overlays.sidebar }
  }

  package internal(set) var lists: ListSources {
    get { overlays.sources }
    _modify { yield &overlays.sources }
  }

  /// The entries of the log, newest last.
  package var log: [LogEntry] { lists.log.entries }

  /// Whether the log is visible. New log entries must then be shown.
  package var showsLog: Bool { overlays.uppermost(\.log) != nil }

  /// The mode of stub responses.
  package var stubs: StubMode { lists.gateways.stubs }

  /// Whether the spinner turns.
  package var isBusy: Bool { queue.isRunning || response.isRunning }

  /// Whether the screen shows something that changes with time.
  package var needsAnimation: Bool {
    isBusy || queue.countsDown(at: display.now) || lists.shared.isFlashing || showsCache
  }

  /// Whether cached responses are visible. Their freshness changes with time.
  var showsCache: Bool { overlays.uppermost(\.cache) != nil && !lists.cache.responses.isEmpty }

  /// Whether the keys type text.
  var isTyping: Bool { contexts.first == .typing }

  /// Whether the composed request or the request in the response panel trusts any certificate.
  package var isInsecure: Bool {
    composer.isInsecure || response.request?.options.trust.verification == .insecure
  }

  /// The open requests that the next session would restore.
  package var storedRequests: StoredRequests? { requests.stored }

  var unfinishedWork: UnfinishedWork {
    UnfinishedWork(running: place.role == .runner ? queue.running : 0)
  }

  // MARK: Lists

  /// The state from which lists create their rows.
  var facts: ListFacts {
    ListFacts(
      composer: composer, tabs: requests.tabs, currentTab: requests.current,
      bodyKind: response.facts?.kind, panelTabs: panels.tabs, lanes: queue.lanes)
  }

  /// Returns the filtered rows of a list. After typing, the best match is first.
  package func rows(of list: ListModel) -> [ListRow] { overlays.rows(of: list, facts) }

  /// Returns the rows of a list, ignoring the filter. The list's frame has the size of these rows,
  /// so that the frame does not change while the user types.
  package func allRows(of list: ListModel) -> [ListRow] { overlays.allRows(of: list, facts) }

  /// Returns the line above the rows. Returns nil while a filter is typed or set.
  package func caption(of list: ListModel) -> String? { overlays.caption(of: list, facts) }

  /// Returns the description of the selected row of a list. Returns nil if the rows have no
  /// descriptions or no row is selected.
  package func description(of list: ListModel) -> String? {
    overlays.description(of: list, facts)
  }

  /// Opens a list. This ends typing, except for help, because a user who looks up a key continues
  /// to type.
  mutating func open<Source: ListSource>(
    _ path: WritableKeyPath<ListSources, Source> & Sendable
  ) -> [Effect] {
    open(ListID(path))
    return lists[keyPath: path].begin()
  }

  private mutating func open(_ id: ListID) {
    if id != ListID(\.help) { composer.stopTyping() }
    overlays.open(id, height: display.viewport.list, facts)
  }

  /// Changes the content of a list. The cursor of a visible list stays on the same row.
  mutating func change<Source: ListSource>(
    _ path: WritableKeyPath<ListSources, Source> & Sendable, _ change: (inout Source) -> [Effect]
  ) -> [Effect] {
    overlays.change(ListID(path), facts) { change(&$0[keyPath: path]) }
  }

  /// Carries out the effect of a list.
  mutating func carryOut(_ effect: ListEffect) -> [Effect] {
    switch effect {
    case .closeAll: return overlays.closeAll()
    case .close: return overlays.close()
    case .open(let list): open(list)
    case .perform(let command): return perform(command)
    case .show(let notice): self.notice = notice
    case .compose(let draft): return settle([.compose(.draft(draft))])
    case .openEndpoint(let name): return settle(lists.catalogs.formEffects(of: name))
    case .chooseFor(let field):
      lists.choices.field = field
      return settle(open(\.choices))
    case .view(let exchange):
      let effects = overlays.closeAll()
      response.select(exchange)
      return effects + settle([.showJob(exchange.job)])
    case .delete(let job): return settle(queue.deletions.delete([job]))
    case .compare(let exchange):
      guard response.attempt != nil else { return settle(response.compare(with: exchange)) }
      let effects = overlays.closeAll()
      panels.focus = .response
      return effects + settle(response.compare(with: exchange))
    case .selectField(let field):
      panels.go(to: .composer)
      composer.select(field)
    case .showRequest(let index): return panels.showRequest { $0.show(index) }
    case .closeRequest(let index):
      let effects = settle(panels.closeRequest(index))
      return effects + change(\.openRequests) { _ in [] }
    case .graph(let change): return change.carryOut(in: &self)
    case .chooseEnvironment(let name):
      composer.context.awaitEnvironment()
      return [.environments(.choose(name))]
    case .setMethod, .acceptMethod, .setField, .setOption, .setText, .typeServer, .useEnvironment,
      .useGateways, .fetchSchema, .useSchema, .insert:
      return settle(composer.carryOut(effect))
    case .showReport(let report, let now):
      // The results may arrive late. They then do not cover other work of the user.
      guard focus == .queue, overlays.isEmpty else { return [] }
      lists.graphReport.show(report, at: now)
      return settle(open(\.graphReport))
    case .showQueued(let graph): return settle(panels.follow(graph))
    }
    return []
  }

  // MARK: The session

  /// Returns the effect that stores the open requests if they changed. Called after each turn.
  package mutating func storeRequests() -> [Effect] { requests.store() }

  /// Performs a command. If the command cannot act, a notice gives the reason.
  ///
  /// - Returns: The effects for the session, in order.
  package mutating func perform(_ command: Command) -> [Effect] {
    if case .point = command {} else { notice = nil }
    if let obstacle = obstacle(to: command) {
      notify(obstacle)
      let prompt = Prompt.refusing(command, obstacle, response.query)
      if let prompt, overlays.isEmpty { overlays.push(prompt) }
      return []
    }
    return settle(act(command)) + follow()
  }

  /// Handles an event from the session.
  package mutating func receive(_ event: AppEvent) -> [Effect] { settle(take(event)) + follow() }

  /// Handles a key that has no command here. Clears the notice and names the panels in which the
  /// key has a command.
  package mutating func pass(over commands: [Command]) {
    notice = nil
    if let list = overlays.list, !list.isTyping {
      notice = .cannot(
        "This key does nothing in this list.", "", "\(key: .list(.filter)) filters the rows.")
    }
    guard overlays.isEmpty, let elsewhere = Notice.elsewhere(commands, than: contexts)
    else { return }
    notice = elsewhere
  }

  /// Returns the reason why a command cannot act now. Returns nil if it can.
  package func obstacle(to command: Command) -> Notice? { command.obstacle(in: self) }

  /// Updates models that depend on each other. Returns the effects that the new state requires.
  private mutating func follow() -> [Effect] {
    var effects = settle(panels.follow(&overlays.sources.catalogs))
    if overlays.uppermost(\.finder) != nil {
      effects += overlays.change(ListID(\.finder), facts) {
        $0.finder.gather($0.requests, $0.catalogs)
        return []
      }
    }
    if overlays.isEmpty, focus == .composer {
      effects += composer.listsFolder() + composer.loadsSchema()
    }
    revealComposed()
    return effects
  }

  /// Selects the composed request in the sidebar when another request is composed.
  private mutating func revealComposed() {
    guard composer.name != sidebar.revealed, focus != .requests else { return }
    if composer.name.map({ overlays.reveal($0, facts) }) ?? true {
      sidebar.revealed = composer.name
    }
  }

  /// Carries out the effects that concern only the models. Returns the remaining effects for the
  /// session.
  mutating func settle(_ effects: [Effect]) -> [Effect] {
    var outward: [Effect] = []
    for effect in effects {
      switch effect {
      case .notify(let notice): notify(notice)
      case .ask(let prompt): overlays.push(prompt)
      case .confirm(let question): overlays.ask(question)
      case .begin(let choices): overlays.ask(.beginning(choices))
      case .list(let effect): outward += carryOut(effect)
      case .compose(let composition): outward += settle(panels.compose(composition))
      case .saveInScratch: outward += settle(requests.saving.saveInScratch(composer))
      case .remember(let step): undo.remember(step)
      case .showJob(let job): outward += settle(panels.show(job))
      case .compareJob(let job, let other):
        outward += settle(panels.show(job))
        response.comparing.choose(other)
      case .queue(.restore(let deletion)):
        // The first restored job is selected.
        if focus == .queue, let job = deletion.jobs.first { queue.rows.follow(.job(job)) }
        outward.append(effect)
      case .quit(let manner):
        if let notice = quitting.begin(manner, unfinishedWork) { notify(notice) }
        outward.append(effect)
      default: outward.append(effect)
      }
    }
    return outward
  }

  mutating func notify(_ notice: Notice) {
    self.notice = notice
    note([.notice(notice, time: nil)])
  }

  /// Records that the store is being read for the first time.
  package mutating func beginReading() { queue.beginReading() }

  /// Whether the log has notices that need a time from `dateNotices`.
  package var hasUndatedNotices: Bool { lists.log.hasUndatedNotices }

  /// Sets the time of all log notices that have no time. Only the session knows the time.
  package mutating func dateNotices(_ time: String) { lists.log.dateNotices(time) }

  /// Appends entries to the log.
  mutating func note(_ entries: [LogEntry]) {
    _ = change(\.log) {
      $0.append(entries)
      return []
    }
  }
}
