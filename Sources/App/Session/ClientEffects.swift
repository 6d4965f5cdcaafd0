import ClientCore
import ClientModel
import ClientPipeline
import ClientStore
import ClientWorkspace
import Foundation
import ViewModels

/// What the session asks of the client and of the workspace's files.
actor ClientEffects {
  var session: ClientSession
  /// Changes when another process takes or leaves the queue.
  private(set) var role: WorkplaceFacts.Role
  /// The window of jobs the queue panel looks at.
  private var window = (offset: 0, limit: 200)
  /// The rows of an open batch that it looks at, and whether one goes on.
  private var rows: (graph: GraphID, rows: Range<Int>)?
  private var pace = Duration.milliseconds(50)
  private var isStale = false
  private var isReloading = false
  private var lastReload: Task<[AppEvent], Never>?
  /// The files under watch, and the saved request that was last read from them or written to them.
  var watch: WorkspaceWatch?
  var openFile: (name: String, draft: Draft)?
  var hasEnded = false
  /// Stores the unsaved request beyond the process; nil in the demo, which stores nothing.
  var drafts: DraftStore?
  var left: DraftStore.Left?
  var draftSize = DraftSize()
  /// The batch that was asked about last, and the number it was asked under.
  var prepared: (number: Int, batch: NewBatch?) = (0, nil)
  /// What was last read of how responses of endpoints are taken; removed when a catalog changes.
  var responseRules: [EndpointName: ResponseRules] = [:]

  init(_ session: ClientSession, role: WorkplaceFacts.Role) {
    self.session = session
    self.role = role
  }

  /// Takes up the queue runner's role and publishes the current state.
  func begin(publish: @escaping @Sendable (AppEvent) async -> Void) async {
    // Before the first job may start: what starts on old limits cannot be taken back. What is wrong
    // with the settings is reported by those who follow them.
    await session.useConnectionPool { _ in }
    for event in await response({ session, _ in
      try await session.tuneLanes(.all)
      return []
    }) { await publish(event) }
    do {
      if case .held(let processID)? = try await session.client.start(as: .runner), role != .demo {
        role = .viewer(of: "process \(processID)")
        await publish(.queue(.runner(processID)))
      }
    } catch {
      await publish(.notice(Notice(error)))
    }
    if case .readOnly(let failure) = session.client.access {
      await publish(.notice(Notice(failure)))
    }
    for problem in [session.report, session.environmentProblem] {
      if let problem { await publish(.notice(Notice(problem))) }
    }
    await publish(.place(facts(role)))
    for event in await response({ _, _ in try trustQuestion() }) { await publish(event) }
    if role != .demo {
      for event in await response({ session, _ in
        [.filters(try FilterHistoryFile(session.places).read())]
      }) { await publish(event) }
    }
    for effect in [Effect.environments(.list), .requests(.list)] {
      for event in await carryOut(effect) { await publish(event) }
    }
    for event in await response({ _, _ in try await followGateways() }) { await publish(event) }
    for event in await reload() { await publish(event) }
    for event in await restoreDraft() { await publish(event) }
    // A newcomer begins with a request that works, not with an empty form.
    if role == .demo {
      for event in await carryOut(.requests(.load("books/list"))) { await publish(event) }
    }
  }

  /// Publishes the client's events, bursts of them as one reload.
  func follow(publish: @escaping @Sendable (AppEvent) async -> Void) async {
    for await event in await session.client.events() {
      switch event {
      case .jobsChanged(let jobs):
        await publish(.queue(.changed(jobs)))
        await publish(.response(.changed(jobs)))
        reloadSoon(publish)
      case .lanesChanged, .graphsChanged: reloadSoon(publish)
      case .progressed(let job, let progress):
        await publish(.queue(.progressed(job, progress)))
        await publish(.response(.progressed(job, progress)))
      case .noticed(let failure): await publish(.notice(Notice(failure)))
      case .runnerChanged(.mine):
        if role != .demo { role = .runner }
        await publish(.queue(.runner(nil)))
        await publish(.place(facts(role)))
        // Taking over may have paused lanes, which no event reports.
        reloadSoon(publish)
      case .headArrived(let job, let head): await publish(.response(.began(job, head)))
      case .bodyGrew(let job, let length, let path?):
        await publish(.response(.grew(job, length, path: path)))
      case .runnerChanged(.held(let processID)):
        if role != .demo { role = .viewer(of: "process \(processID)") }
        await publish(.queue(.runner(processID)))
        await publish(.place(facts(role)))
      case .dropped:
        await publish(.response(.eventsDropped))
        reloadSoon(publish)
      case .bodyGrew, .idle: break
      }
    }
  }

  /// The next reload starts when the last has been shown: at most about twenty a second, and four while
  /// a batch goes on, of which only counts change.
  private func reloadSoon(_ publish: @escaping @Sendable (AppEvent) async -> Void) {
    isStale = true
    guard !isReloading else { return }
    isReloading = true
    Task {
      while isStale {
        isStale = false
        for event in await reload() { await publish(event) }
        do { try await QuietClock().sleep(for: pace) } catch { break }
      }
      isReloading = false
    }
  }

  /// One at a time: what was read first is shown first.
  private func reload() async -> [AppEvent] {
    let before = lastReload
    let reload = Task {
      _ = await before?.value
      return await readWindow()
    }
    lastReload = reload
    return await reload.value
  }

  private func readWindow() async -> [AppEvent] {
    await response { session, window in
      let jobs = try await session.client.jobs(
        matching: JobQuery(part: .alone, offset: window.offset, limit: window.limit))
      let lanes = try await session.client.lanes()
      let total = try await session.client.count(matching: JobQuery(part: .alone))
      let effects = QueueEffects(session.client)
      let graphs = try await effects.graphs()
      if case .queue(.graphs(let runs, _))? = graphs.first {
        pace = .milliseconds(runs.contains { $0.rows != nil && !$0.isEnded } ? 250 : 50)
      }
      return graphs + (try await rowsOnShow(effects)) + [
        .queue(.lanes(lanes)), .queue(.jobs(jobs, offset: window.offset, total: total)),
      ]
    }
  }

  private func rowsOnShow(_ effects: QueueEffects) async throws -> [AppEvent] {
    guard let rows, !rows.rows.isEmpty else { return [] }
    return try await effects.rows(rows.rows, of: rows.graph)
  }

  /// Does what an effect asks; what went wrong comes back as a notice.
  func carryOut(_ effect: Effect, _ permit: EffectPermit = .unlimited) async -> [AppEvent] {
    switch effect {
    case .queue(.loadJobs(let offset, let limit)):
      window = (offset, limit)
      return await reload()
    case .queue(.loadRows(let graph, let wanted)):
      rows = (graph, wanted)
      return await response { session, _ in try await rowsOnShow(QueueEffects(session.client)) }
    case .queue(.submitEach(let draft, let path)):
      return await submit(draft, each: path, permit)
    case .queue(.prepareEach(let array, let request, let source)):
      return await prepare(each: array, of: request, source, permit)
    case .queue(.submitPrepared(let number)): return await submit(prepared: number, permit)
    case .queue(.graph(let graph, .delete)):
      return await response { session, _ in
        try await QueueEffects(session.client).carryOut(.graph(graph, .delete))
      } + (await reload())
    case .queue(.delete(let job)):
      // No event reports a deleted job.
      return await response { session, _ in
        try await QueueEffects(session.client).carryOut(.delete(job))
      } + (await reload())
    case .queue(.clearFinished):
      return await response { session, _ in
        try await QueueEffects(session.client).carryOut(.clearFinished)
      } + (await reload())
    case .queue(.runGraph(let name)):
      return await response { session, _ in
        var session = session
        // The event of an edit may still be on its way: what runs is what the files say now.
        session.trust = try session.examinedTrust()
        let graph = try session.graph(named: name, nil, .queued)
        if let question = question(
          before: effect, sending: graph.namedRequests, permit)
        {
          return [question]
        }
        try await session.checkJQ(ofGraph: name)
        let id = try await session.client.submit(graph)
        return [.notice(Notice(.info, "Graph \(id) (\(name)) is in the queue."))]
      }
    case .queue(let effect):
      let events = await response { session, _ in
        if let question = try await question(before: effect, permit) { return [question] }
        return try await QueueEffects(session.client).carryOut(effect)
      }
      guard case .showPage(_, let job) = effect else { return events }
      return events + [.response(.pageReceived(of: job))]
    case .submit(let draft, let scheduling): return await submit(draft, scheduling, permit)
    case .confirmed(let effect, let environment):
      var permit = permit
      permit.confirmed = environment
      return await carryOut(effect, permit)
    case .requests(let effect):
      return await requests(effect)
    case .storeDraft(let draft): return await store(draft)
    case .claimDraft: return await claimDraft()
    case .gateways(let effect): return await gateways(effect)
    case .shared(let effect):
      return await response { session, _ in
        try await SharedValueEffects(session.client).carryOut(effect)
      }
    case .makeWorkspace: return await makeWorkspace()
    case .askForTrust: return await askForTrust()
    case .trustWorkspace: return await trustWorkspace()
    case .cookies(let effect):
      return await response { session, _ in try await CookieEffects(session).carryOut(effect) }
    case .cache(let effect):
      return await response { session, _ in
        try await CacheEffects(session.client).carryOut(effect)
      }
    case .history(let effect):
      return await response { session, _ in
        try await HistoryEffects(session.client).carryOut(effect)
      }
    case .storeFilters(let programs):
      return await response { session, _ in
        if role != .demo { try FilterHistoryFile(session.places).write(programs) }
        return []
      }
    case .listFolder(let path): return [.folder(path, FolderListing.entries(of: path))]
    case .cancel(let jobs):
      return await response { session, _ in
        _ = try await session.client.cancel(jobs)
        return []
      }
    case .environments(let effect): return await environments(effect)
    // `EffectRunner` passes these to the readers of bodies and catalogs.
    case .response, .catalogs: return []
    // The interface carries these out itself.
    case .notify, .ask, .confirm, .showJob, .begin, .compose, .save, .list, .copy, .openEditor,
      .store, .preview, .readManual, .suspend, .redraw, .quit:
      return []
    }
  }

  func stopJobs() async { await session.close(.stop) }

  func end(_ manner: ViewModels.QuitManner, leaving draft: Draft?) async {
    hasEnded = true
    await leave(draft)
    watch?.cancel()
    await session.close(manner == .stoppingJobs || role == .demo ? .stop : .drain)
  }

  func response(
    _ work: (ClientSession, (offset: Int, limit: Int)) async throws -> [AppEvent]
  ) async -> [AppEvent] {
    do {
      return try await work(session, window)
    } catch {
      return [.notice(Notice(reporting: error))]
    }
  }
}
