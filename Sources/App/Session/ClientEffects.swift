import ClientCatalogs
import ClientCore
import ClientModel
import ClientPipeline
import ClientStore
import ClientWorkspace
import Glibc
import ViewModels

/// The effect handler of the client and of the workspace's files.
actor ClientEffects {
  var session: ClientSession
  /// The role of this process, which changes when another process becomes or stops being the queue
  /// runner.
  private(set) var role: WorkplaceFacts.Role
  /// The reader of the jobs in the queue panel.
  let queue: QueueReader
  /// The visible rows of an open batch, or nil.
  var rows: (graph: GraphID, rows: Range<Int>)?
  private var pace = Duration.milliseconds(50)
  private var isStale = false
  private var isReloading = false
  private var lastReload: Task<[AppEvent], Never>?
  var watch: WorkspaceWatch?
  /// The saved requests that were opened, as last read or written.
  var openFiles: [String: Draft] = [:]
  /// The graphs that this session saved, as last read from or written to their files.
  var savedGraphs: [String: GraphPlan] = [:]
  /// The files that were opened in the editor, with their text at that time.
  var editedFiles: [WorkspaceFile: String] = [:]
  var hasEnded = false
  /// The store of open requests for later sessions, or nil in the demo, which stores nothing.
  var drafts: DraftStore?
  var left: [DraftStore.Left] = []
  var draftSize = DraftSize()
  /// The batch of the last question, the question's number, and the permissions of its effect.
  var prepared: (number: Int, batch: FileBatch?, permit: EffectPermit) = (0, nil, .unlimited)
  /// The response rules that were read, by endpoint. They are removed when a catalog changes.
  var responseRules: [EndpointName: EndpointRules] = [:]

  init(_ session: ClientSession, role: WorkplaceFacts.Role) {
    self.session = session
    self.role = role
    queue = QueueReader(session.client)
  }

  /// Becomes the queue runner if possible, and publishes the current state.
  func begin(publish: @escaping @Sendable (AppEvent) async -> Void) async {
    // The limits are set before the first job may start, because a start under old limits cannot be
    // undone. The followers of the settings report their errors.
    await session.useConnectionPool { _ in }
    for event in await response({ session in
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
    for event in await response({ _ in try trustQuestion() }) { await publish(event) }
    if role != .demo {
      for event in await response({ session in
        [.filters(try FilterHistoryFile(session.places).read())]
      }) { await publish(event) }
    }
    for effect in [Effect.environments(.list), .requests(.list)] {
      for event in await carryOut(effect) { await publish(event) }
    }
    for event in await response({ _ in try await followGateways() }) { await publish(event) }
    for event in await restoreDraft() { await publish(event) }
    // Published last, because paused lanes after a restart are more important than the other
    // notices at the start.
    for event in await reload() { await publish(event) }
    // A new user begins with a working request instead of an empty form.
    if role == .demo {
      for event in await carryOut(.requests(.load("books/list"))) { await publish(event) }
    }
  }

  /// Publishes the client's events. Many events in quick succession cause one reload.
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
        // Becoming the queue runner may have paused lanes, which is not reported by an event.
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

  /// Reloads after the last reload is published, at most about twenty times per second, or four
  /// times per second while a batch runs, because only the counts of a batch change.
  private func reloadSoon(_ publish: @escaping @Sendable (AppEvent) async -> Void) {
    isStale = true
    guard !isReloading else { return }
    isReloading = true
    Task {
      while true {
        let (owesRefresh, isRefreshDue) = (await queue.owesRefresh, await queue.isRefreshDue)
        // If this check ends the loop, no other code of this actor runs before `isReloading` is
        // reset, so that no change is lost.
        guard isStale || owesRefresh else { break }
        if isStale || isRefreshDue {
          isStale = false
          for event in await reload() { await publish(event) }
        }
        do { try await QuietClock().sleep(for: pace) } catch { break }
      }
      isReloading = false
    }
  }

  /// Runs reloads one after another, so that results are shown in the order in which they were
  /// read.
  func reload() async -> [AppEvent] {
    let before = lastReload
    let reload = Task {
      _ = await before?.value
      return await readWindow()
    }
    lastReload = reload
    return await reload.value
  }

  private func readWindow() async -> [AppEvent] {
    await response { session in
      try await queue.refresh()
      let jobs = try await queue.events()
      let lanes = try await queue.lanes()
      let future = try await queue.futurePause()
      let effects = queueEffects
      let graphs = try await effects.graphs()
      if case .queue(.graphs(let runs, _))? = graphs.first {
        pace = .milliseconds(runs.contains { $0.rows != nil && !$0.isEnded } ? 250 : 50)
      }
      return graphs + (try await rowsOnShow(effects)) + [
        .queue(.lanes(lanes)), .queue(.futureLanes(future)),
      ]
        + jobs
    }
  }

  func rowsOnShow(_ effects: QueueEffects) async throws -> [AppEvent] {
    guard let rows, !rows.rows.isEmpty else { return [] }
    return try await effects.rows(rows.rows, of: rows.graph)
  }

  /// Carries out an effect. Failures are returned as notices.
  func carryOut(_ effect: Effect, _ permit: EffectPermit = .unlimited) async -> [AppEvent] {
    switch effect {
    case .queue(let effect): return await carryOut(effect, permit)
    case .submit(let draft, let scheduling): return await submit(draft, scheduling, permit)
    case .confirmed(let effect, let environment):
      var permit = permit
      permit.confirmed = environment
      return await carryOut(effect, permit)
    case .requests(let effect):
      return await requests(effect)
    case .graphs(let effect): return await graphs(effect, permit)
    case .storeRequests(let requests): return await store(requests)
    case .claimDraft: return await claimDraft()
    case .gateways(let effect): return await gateways(effect)
    case .shared(let effect):
      return await response { session in
        try await SharedValueEffects(session.client).carryOut(effect)
      }
    case .makeWorkspace: return await makeWorkspace()
    case .askForTrust: return await askForTrust()
    case .trustWorkspace: return await trustWorkspace()
    case .cookies(let effect):
      return await response { session in try await CookieEffects(session).carryOut(effect) }
    case .cache(let effect):
      return await response { session in
        try await CacheEffects(session.client).carryOut(effect)
      }
    case .history(let effect):
      return await response { session in
        try await HistoryEffects(session.client).carryOut(effect)
      }
    case .storeFilters(let programs):
      return await response { session in
        if role != .demo { try FilterHistoryFile(session.places).write(programs) }
        return []
      }
    case .listFolder(let path): return [.folder(path, FolderListing.entries(of: path))]
    case .cancel(let jobs):
      return await response { session in
        _ = try await session.client.cancel(jobs)
        return []
      }
    case .environments(let effect): return await environments(effect)
    // `EffectRunner` passes these to the readers of bodies and catalogs.
    case .response, .catalogs: return []
    // The interface carries these out itself.
    case .notify, .ask, .confirm, .showJob, .begin, .compose, .saveInScratch, .remember, .list,
      .copy, .openEditor, .store, .preview, .keys, .readManual, .suspend, .redraw, .quit:
      return []
    }
  }

  func stopJobs() async { await session.close(.stop) }

  func end(_ manner: QuitChoice, leaving requests: StoredRequests?) async {
    hasEnded = true
    await leave(requests)
    watch?.cancel()
    await session.close(manner == .stoppingJobs || role == .demo ? .stop : .drain)
  }

  func response(_ work: (ClientSession) async throws -> [AppEvent]) async -> [AppEvent] {
    do {
      return try await work(session)
    } catch {
      return [.notice(Notice(reporting: error))]
    }
  }
}

/// The contents of a folder, for a path that is being typed.
enum FolderListing {
  private static let mostEntries = 5_000

  /// Returns the entries of a folder.
  ///
  /// - Parameter path: The path up to and including the last slash. Empty for the current folder,
  ///   `~/` for the home folder.
  /// - Returns: The entries sorted by name, or an empty list if the folder cannot be read. An
  ///   invalid path is reported when it is used.
  static func entries(of path: String) -> [FolderEntry] {
    let home = SystemVariables.expandingHome(in: path)
    let folder = home.isEmpty ? "." : home
    var entries: [FolderEntry] = []
    for name in FolderEntries(ifReadable: folder).lazy.map(\.name).prefix(mostEntries) {
      var facts = stat()
      guard stat("\(folder)/\(name)", &facts) == 0 else { continue }
      let isFolder = facts.st_mode & S_IFMT == S_IFDIR
      entries.append(FolderEntry(name, size: isFolder ? nil : ByteCount(Int64(facts.st_size))))
    }
    return entries.sorted { $0.name < $1.name }
  }
}
