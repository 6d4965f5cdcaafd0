import ClientDocuments
import ClientModel

/// The models of the request panel, the queue and the response panel, and the panel that has the
/// focus.
struct PanelModels: Sendable {
  var requests = OpenRequests()
  var queue = QueueModel()
  var response = ResponseModel()
  var focus = Panel.composer
  private var announcements = Announcements()

  var composer: ComposerModel {
    get { requests.composer }
    _modify { yield &requests.composer }
  }

  /// The tabs of the response if it has the focus. Otherwise the tabs of the composed request.
  var tabs: [PanelTab] {
    focus == .response
      ? response.tabs.map { PanelTab($0.title, .responseTab($0.rawValue), $0 == response.tab) }
      : composer.tabs.map { PanelTab($0.title, .composerTab($0.rawValue), $0 == composer.tab) }
  }

  /// The description of the selected field or value. Nil if there is none.
  var caption: String? {
    switch focus {
    case .composer: composer.about
    case .response: response.captionWords
    case .requests, .queue: nil
    }
  }

  /// The commands for the hint bar, most important first.
  var hints: [Command] {
    switch focus {
    case .requests: []
    case .composer: composer.commands.hints
    case .queue: queue.hints
    case .response: response.hints
    }
  }

  /// The hint for the back command. Nil if the usual hint applies.
  var backHint: String? {
    if response.isDrawing { return "stop drawing" }
    return switch focus {
    case .response: response.backHint
    case .queue: queue.backHint
    case .requests, .composer: nil
    }
  }

  // MARK: The focus

  mutating func go(to panel: Panel) {
    composer.stopTyping()
    if panel == .queue { queue.rows.enter() } else if focus == .queue { queue.rows.leave() }
    focus = panel
  }

  mutating func move(_ step: MoveCommand) -> [Effect] {
    switch focus {
    case .requests: break
    case .composer: composer.move(step)
    case .queue: return queue.move(step)
    case .response: return response.move(step)
    }
    return []
  }

  // MARK: Commands

  /// Performs a command. Returns nil for a command that `AppModel` must perform.
  mutating func perform(_ command: AppCommand) -> [Effect]? {
    switch command {
    case .focusComposer: go(to: .composer)
    case .focusQueue: go(to: .queue)
    case .focusResponse: go(to: .response)
    case .find:
      go(to: .response)
      response.body.beginFinding()
      return [.ask(Prompt(FindPrompt(response.query)))]
    case .findNext: return response.body.findNext()
    case .findPrevious: return response.body.findPrevious()
    case .cancelOpen:
      let effects = response.job.map { $0.cancelling } ?? []
      queue.show(effects)
      return effects
    case .newRequest: return [.compose(.new)]
    case .closeRequest: return closeRequest(requests.current)
    case .nextRequest: return showRequest { $0.step(1) }
    case .previousRequest: return showRequest { $0.step(-1) }
    default: return nil
    }
    return []
  }

  /// Ends typing, or closes the innermost open element of a panel. Returns nil if there is none.
  mutating func back() -> [Effect]? {
    guard !composer.isTyping else {
      composer.stopTyping()
      return []
    }
    return response.back(focus == .response ? .focused : .besides)
      ?? (focus == .queue && queue.isArranged ? queue.unarrange() : nil)
  }

  /// Handles a click or a turn of the wheel. Returns nil for a target outside these panels.
  mutating func point(_ pointing: Pointing) -> [Effect]? {
    switch pointing {
    case .panel(let panel): go(to: panel)
    case .wheel(.composer, let rows): composer.scroll(by: rows)
    case .wheel(.queue, let rows): return queue.scroll(by: rows)
    case .wheel(.response, let rows): return response.scroll(by: rows)
    case .composerRow(let row):
      go(to: .composer)
      composer.point(row: row)
    case .requestTab(let index): return showRequest { $0.show(index) }
    case .composerTab(let index):
      go(to: .composer)
      composer.point(tab: index)
    case .queueRow(let row):
      go(to: .queue)
      return queue.point(row: row)
    case .responseRow(let row):
      go(to: .response)
      return response.point(row: row)
    case .responseTab(let tab):
      go(to: .response)
      return response.point(tab: tab)
    case .wheel(.requests, _), .allRequestTabs, .allTabs, .listRow, .listWheel, .answer, .split,
      .splitEnd, .double:
      return nil
    }
    return []
  }

  mutating func resize(to viewport: Viewport) -> [Effect] {
    composer.show(rows: viewport.composer)
    composer.show(columns: viewport.composerColumns)
    return queue.show(rows: viewport.queue) + response.show(rows: viewport.response)
      + response.body.show(columns: viewport.columns)
      + response.show(rowColumns: viewport.rowColumns)
      + response.body.show(room: viewport.picture)
  }

  // MARK: Requests and their responses

  /// Goes to the request panel and changes the open requests. If this shows another request, its
  /// last response is shown too.
  mutating func showRequest(by change: (inout OpenRequests) -> Void) -> [Effect] {
    go(to: .composer)
    let before = requests.current
    change(&requests)
    // If the composer still shows the same request, a response from the queue stays open.
    return requests.current == before && composer.lastJob == nil ? [] : showLastResponse()
  }

  mutating func compose(_ composition: Composition) -> [Effect] {
    requests.perform(composition)
    if case .attached = composition { return [] }
    focus = .composer
    return showLastResponse()
  }

  mutating func closeRequest(_ index: Int) -> [Effect] {
    let showsAnother = index == requests.current
    let effects = requests.closeTab(index)
    return (showsAnother ? showLastResponse() : []) + effects
  }

  /// Shows the last response of the composed request. If its last job is not known yet, the
  /// response is shown when the job is found.
  private mutating func showLastResponse() -> [Effect] {
    guard let job = composer.lastJob else {
      let closes = response.isOpen ? response.close() : []
      return closes + (composer.composed.map { [.history(.findLast($0))] } ?? [])
    }
    return job == response.job?.id ? [] : response.open(job)
  }

  /// Shows the response of a job and moves the focus to it.
  mutating func show(_ job: JobID) -> [Effect] {
    focus = .response
    queue.rows.stopFollowing()
    return response.open(job)
  }

  /// Selects a job or graph that was just sent. The cursor of the queue does not move while the
  /// user works in the queue.
  private mutating func follow(_ item: QueueItem) {
    if focus != .queue { queue.rows.follow(item) }
  }

  /// Selects a graph that was just sent, or shows its last response if it has already ended.
  mutating func follow(_ graph: GraphID) -> [Effect] {
    follow(.graph(graph))
    return openEndOfSentGraph()
  }

  /// Shows the last response of a graph that was just sent. Does nothing if the graph has not
  /// ended.
  private mutating func openEndOfSentGraph() -> [Effect] {
    queue.rows.takeEndOfSentGraph().map { response.open($0) } ?? []
  }

  // MARK: Events

  /// Creates the forms of the catalogs for the request and the response. Called after each turn.
  mutating func follow(_ catalogs: inout CatalogsModel) -> [Effect] {
    requests.composer.follow(&catalogs, &announcements) + response.follow(&catalogs)
  }

  mutating func receive(_ event: QueueEvent) -> [Effect] {
    let effects = queue.receive(event)
    let restart = announcements.restart(queue.lanes.shown.map(\.lane))
    return (restart.map { [.notify($0)] } ?? []) + effects + openEndOfSentGraph()
  }

  mutating func receive(_ event: ResponseEvent) -> [Effect] {
    let effects = response.receive(event)
    let stopped = response.job.flatMap { announcements.stopped($0) }
    return (stopped.map { [.notify($0)] } ?? []) + effects
  }

  mutating func receive(_ event: ComposerEvent, on display: DisplayState) -> [Effect] {
    switch event {
    case .loaded(var draft, let name):
      draft.name = name
      return [.compose(.draft(draft))]
    case .restored(let restored, let current):
      let composed = composer.composed
      let effects = requests.restore(restored, current: current)
      // No older response is shown if the user is already composing a request.
      let shows = response.isOpen || composer.composed == composed ? [] : showLastResponse()
      return effects + shows
    case .editing(let draft, let job, let open):
      requests.openTab(draft, base: nil)
      composer.request.edited.lastJob = job
      focus = .composer
      return [.list(.closeAll)] + showLastResponse() + [.notify(.editing(job, open))]
    case .asserted(let text):
      return composer.request.add(assertion: text, after: response.job, in: composer.context)
    case .refused(let problems): return composer.refuse(problems)
    case .found(let job, let request):
      guard composer.lastJob == nil, composer.composed == request, !response.isOpen else {
        return []
      }
      composer.request.edited.lastJob = job
      return response.open(job)
    case .submitted(let job, let scheduling, let draft):
      return show(submitted: job, scheduling, of: draft, on: display)
    case .submittedSaved(let jobs, let scheduling, let drafts):
      return show(submitted: jobs, scheduling, of: drafts, on: display)
    case .saved, .unsaved, .deleted, .changedOutside, .conflict, .gone, .moved, .movedBack:
      return requests.receive(event)
    }
  }

  /// Shows the job of the composed request.
  private mutating func show(
    submitted job: JobID, _ scheduling: Job.Scheduling, of draft: Draft?, on display: DisplayState
  ) -> [Effect] {
    follow(.job(job))
    guard scheduling == .immediate else {
      return [.notify(Notice(.info, "Job \(job) was added to the queue."))]
    }
    let receiving: [Effect] =
      draft?.graphQL == GraphQLSchema.introspection
      ? [.feature(.init(GraphQLSchemaEffect.receive(from: job)))] : []
    announcements.sent(job)
    guard draft.map({ requests.note(job, of: $0) }) ?? true else {
      return [.notify(.sent(job))] + receiving
    }
    composer.request.edited.lastJob = job
    // If only one panel is visible, the response must have the focus to be visible.
    if display.showsOnePanel, focus == .composer { focus = .response }
    return [.notify(.sent(job))] + response.open(job) + receiving
  }

  /// Shows the first job of saved requests that were sent from the sidebar. The focus moves to the
  /// response only if one request was sent immediately and only one panel is visible.
  private mutating func show(
    submitted jobs: [JobID], _ scheduling: Job.Scheduling, of drafts: [Draft],
    on display: DisplayState
  ) -> [Effect] {
    guard let first = jobs.first else { return [] }
    follow(.job(first))
    for (job, draft) in zip(jobs, drafts) { _ = requests.note(job, of: draft) }
    let unsaved = requests.tabs.contains { tab in
      tab.isUnsaved && drafts.contains { $0.name == tab.name }
    }
    let remark = unsaved ? "The unsaved changes in its tab were not sent." : ""
    switch scheduling {
    case .queued:
      let what = jobs.count == 1 ? "Job \(first) was" : "\(jobs.count) jobs were"
      return [.notify(Notice(.info, "\(what) added to the queue.", why: remark))]
    case .immediate:
      guard jobs.count == 1 else {
        return [.notify(Notice(.info, "\(jobs.count) jobs are being sent.", why: remark))]
      }
      announcements.sent(first)
      if display.showsOnePanel { focus = .response }
      let notice =
        unsaved ? Notice(.info, "Job \(first) is being sent.", why: remark) : .sent(first)
      return [.notify(notice)] + response.open(first)
    }
  }
}
