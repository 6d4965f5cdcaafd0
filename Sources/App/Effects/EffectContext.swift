import ClientCore
import ClientModel
import ClientPipeline
import ClientReading
import ClientWorkspace
import ViewModels

/// The workspace and the client of the effects.
///
/// The context owns the session and the state of the handlers. It publishes the events of the
/// client.
actor EffectContext {
  var session: ClientSession
  /// The role of this process. It changes when another process starts or stops being the queue
  /// runner.
  private(set) var role: WorkspaceStatus.Role
  let publish: @Sendable (AppEvent) async -> Void
  private(set) var hasEnded = false
  let client: Client

  /// The reader of the queue panel's contents.
  let queue: QueuePanelReader
  let documents: DocumentEffects
  let catalogs: CatalogEffects
  let batches = PreparedBatches()
  var files = OpenedFiles()
  var drafts = StoredDrafts()
  /// The deleted cookies that can be restored in this session: their jar and their lines.
  var deletedCookies: [Cookie: (jar: CookieJarKey, lines: [String])] = [:]
  /// The response rules of endpoints, read from catalogs. They are removed when a catalog changes.
  var rules = ResponseRules()

  /// Creates the state of a session.
  ///
  /// - Parameters:
  ///   - publish: Receives the events that are not the reply to an effect.
  ///   - update: Receives the known facts about the open body.
  init(
    _ session: ClientSession, role: WorkspaceStatus.Role,
    publish: @escaping @Sendable (AppEvent) async -> Void,
    update: @escaping BodyReader.Subscriber
  ) {
    (self.session, client) = (session, session.client)
    self.role = role
    self.publish = publish
    queue = QueuePanelReader(client, publish: publish)
    documents = DocumentEffects(client, subscriber: update)
    catalogs = CatalogEffects()
  }

  // MARK: Effects

  /// The state of an effect after `begin`.
  enum Beginning {
    case ended([AppEvent])
    /// The effect takes a long time. Later effects do not wait for it.
    case continues(Task<[AppEvent], Never>)
  }

  /// Carries out an effect. An effect that takes a long time is only begun. Failures are returned
  /// as notices.
  nonisolated func begin(_ effect: some ClientEffect, confirmed: String?) async -> Beginning {
    do {
      if let task = try await effect.begin(in: self) { return .continues(task) }
      if let effect = effect as? any ProductionEffect {
        return .ended(try await effect.carryOut(in: self, confirmed: confirmed))
      }
      return .ended(try await effect.carryOut(in: self))
    } catch {
      return .ended([.notice(Notice(reporting: error))])
    }
  }

  /// Carries out an effect that the user did not request, and publishes its events.
  private func publish(_ effect: some ClientEffect) async {
    await publish { try await effect.carryOut(in: self) }
  }

  /// Publishes the events that the work returns. A failure is published as a notice.
  private func publish(_ work: () async throws -> [AppEvent]) async {
    for event in await Self.response(work) { await publish(event) }
  }

  /// Returns the events that the work returns. If the work fails, returns a notice.
  nonisolated(nonsending) static func response(
    _ work: () async throws -> [AppEvent]
  ) async -> [AppEvent] {
    do {
      return try await work()
    } catch {
      return [.notice(Notice(reporting: error))]
    }
  }

  // MARK: Life cycle

  /// Becomes the queue runner if possible, and publishes the current state.
  func begin() async {
    // The limits are set before the first job can start, because a start cannot be undone. The
    // followers of the settings report errors.
    await SettingsFollower(session).useConnectionPool { _ in }
    await publish {
      try await session.tuneLanes(.all)
      return []
    }
    do {
      if case .held(let runner)? = try await client.start(as: .runner), role != .demo {
        role = .viewer(of: runner)
        await publish(.queue(.runner(runner)))
      }
    } catch {
      await publish(.notice(Notice(error)))
    }
    if case .readOnly(let failure) = client.access {
      await publish(.notice(Notice(failure)))
    }
    for problem in [session.report, session.context.environmentProblem] {
      if let problem { await publish(.notice(Notice(problem))) }
    }
    await publish(.place(facts))
    await publish { try trustQuestion() }
    if role != .demo { await publish { [.filters(try FilterHistoryFile(session.folders).read())] } }
    await publish(EnvironmentsEffect.list)
    await publish(RequestsEffect.list)
    await publish { try await followGateways() }
    await publish { try drafts.restore(in: session, &files) }
    // The queue is published last, because paused lanes are the most important notice after a
    // restart.
    await queue.reload()
    // A new user begins with a working request instead of an empty form.
    if role == .demo { await publish(RequestsEffect.load("books/list")) }
  }

  /// Publishes the client's events. The reader of the queue panel combines frequent events into one
  /// update.
  func follow() async {
    for await event in await client.events() {
      switch event {
      case .jobsChanged(let jobs):
        await publish(.queue(.changed(jobs)))
        await publish(.response(.changed(jobs)))
        await queue.take(event)
      case .lanesChanged, .graphsChanged: await queue.take(event)
      case .progressed(let job, let progress):
        await publish(.queue(.progressed(job, progress)))
        await publish(.response(.progressed(job, progress)))
      case .noticed(let failure): await publish(.notice(Notice(failure)))
      case .runnerChanged(.mine), .runnerChanged(.shared):
        if role != .demo { role = .runner }
        await publish(.queue(.runner(nil)))
        await publish(.place(facts))
        await queue.take(event)
      case .headArrived(let job, let head): await publish(.response(.began(job, head)))
      case .bodyGrew(let job, let length, let bytes?):
        await publish(.response(.grew(job, length, bytes)))
      case .runnerChanged(.held(let runner)):
        if role != .demo { role = .viewer(of: runner) }
        await publish(.queue(.runner(runner)))
        await publish(.place(facts))
      case .dropped:
        await publish(.response(.eventsDropped))
        await queue.take(event)
      case .bodyGrew, .idle: break
      }
    }
  }

  func stopJobs() async { await session.close(.stop) }

  func end(_ manner: QuitChoice, leaving requests: StoredRequests?) async {
    hasEnded = true
    // The screen no longer shows notices.
    _ = await Self.response {
      try drafts.leave(requests, in: session)
      return []
    }
    files.watch?.cancel()
    await session.close(manner == .stoppingJobs || role == .demo ? .stop : .drain)
  }
}

extension EffectContext {
  /// Stores a choice for the next session. The demo stores nothing, because it has no workspace of
  /// the user.
  ///
  /// - Parameter notice: The text of the notice if the choice cannot be stored.
  func remember(
    _ lines: [String], as kind: WorkspaceMemory.Kind, orNotice notice: String
  ) -> [AppEvent] {
    guard role != .demo else { return [] }
    do throws(WorkspaceProblem) {
      try WorkspaceMemory(of: kind, in: session.folders.state)
        .write(lines, of: session.context.workspace)
      return []
    } catch {
      return [
        .notice(
          Notice(.warning, notice, why: "\(error.what) \(error.why)", whatToDo: error.whatToDo))
      ]
    }
  }
}
