public import ClientModel

/// Runs jobs: the one owner of the queue's state in a process.
///
/// What a call returned is committed. Decisions are made by plain values (`JobQueue`, `RetryPolicy`,
/// `RedirectPolicy`, `JobOrders`, `Recovery`); the actor carries them out on a store and a transport.
///
///     let client = Client(storage: store, transport: transport)
///     try await client.start(as: .runner)
///     let ids = try await client.submit([NewJob(request: request, lane: lane)])
///     let jobs = try await client.wait(for: ids)
public actor Client {
  let seams: Seams
  var options: ClientOptions
  let assertionPrograms: AssertionPrograms
  /// What this process does with the queue, and which process runs it.
  var runner = RunnerStanding()
  /// The other processes that have running jobs in the same store.
  var others = OtherProcesses()
  var queue: JobQueue
  var pipeline: AttemptPipeline
  var commits = Commits()
  var graphs = GraphRegistry()
  var reader = ChangeReader()
  var wakeUps = WakeUps()
  var lifetime = Lifetime()
  var waiting = Waiting()
  var publisher = Publisher()

  public init(
    storage: any Storage, transport: any Transport, cache: (any ResponseCache)? = nil,
    clock: any AlarmClock = SystemClock(),
    secrets: any SecretResolver = NoSecrets(), renewals: any RenewalSource = NoRenewals(),
    middleware: (any MiddlewareSource)? = nil,
    steps: any StepSource = PlainSteps(), programs: any ProgramRunner = SystemPrograms(),
    jq: JQRun = .none,
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    options: ClientOptions = ClientOptions()
  ) {
    seams = Seams(
      storage: storage, transport: transport, cache: cache, clock: clock, secrets: secrets,
      renewals: renewals, middleware: middleware, steps: steps, programs: programs)
    assertionPrograms = AssertionPrograms(jq: jq)
    pipeline = AttemptPipeline(seams: seams, jq: jq, random: random)
    self.options = options
    queue = JobQueue(
      urgentInAll: options.urgentInAll, urgentPerHost: options.urgentPerHost,
      runningInAll: transport.capacity)
  }

  /// Nil when nothing is ever answered from a cache.
  public nonisolated var cache: (any ResponseCache)? { seams.cache }
  nonisolated var storage: any Storage { seams.storage }
  nonisolated var transport: any Transport { seams.transport }
  nonisolated var clock: any AlarmClock { seams.clock }

  /// Takes up a role. A queue runner recovers what a dead process left, then starts what may start.
  ///
  /// - Parameter rule: What becomes of the lanes of a queue runner that ended with work left, whenever this
  ///   process takes its place.
  /// - Returns: Who runs queued jobs; nil for a sender or a visitor.
  /// - Throws: What the store says; the role is not taken then.
  @discardableResult
  public func start(
    as role: ClientRole, afterRestart rule: RestartRule = .pauseLanes
  ) async throws(Failure) -> RunnerClaim? {
    runner.role = role
    runner.restartRule = rule
    reader.reached(await currentRevision())
    if !lifetime.hasBegun { listen() }
    guard runner.role == .runner else { return nil }
    let claim = try await storage.claimRunnerLock()
    if claim == .mine {
      try await becomeRunner()
    } else {
      runner.claim = claim
      lifetime.add(Task { [weak self] in await self?.awaitRunnerLock() })
    }
    return claim
  }

  /// Commits jobs in one transaction, then starts those that may start.
  ///
  /// - Returns: Their ids, in the order given, ascending.
  /// - Throws: That an assertion cannot be checked; what a preparer or the store says. None of them is
  ///   committed then.
  public func submit(_ jobs: [NewJob]) async throws(Failure) -> [JobID] {
    try await assertionPrograms.check(jobs.map(\.request.assertions))
    return try await commit(try await seams.prepared(jobs))
  }

  private func commit(_ jobs: [NewJob]) async throws(Failure) -> [JobID] {
    if let id = try await submitAtOnce(jobs) { return [id] }
    let ids = try await storage.add(jobs)
    await announce(jobs, as: ids)
    return ids
  }

  // MARK: One job at once

  /// Commits a sender's only job together with its first attempt: one wait for the disk instead of two.
  /// Nothing else waits, so there is nothing to decide between adding and starting it.
  ///
  /// - Returns: Nil when it has to take the ordinary way.
  private func submitAtOnce(_ jobs: [NewJob]) async throws(Failure) -> JobID? {
    guard runner.role == .sender, jobs.count == 1, let new = jobs.first, new.urgency == .now,
      new.state == .waiting(.slot), pipeline.attempts.isEmpty, commits.isResting,
      !lifetime.isQuitting, cache == nil || !new.asksCache
    else { return nil }
    let now = clock.now
    let added = try await storage.addStarted(new, at: now)
    pipeline.attempts.addImmediate(added.id)
    commits.outbox.jars.compare(added.cookieRevision)
    let job = added.started?.job ?? Job(new, id: added.id, at: now)
    if let entry = QueuedJob(Job(new, id: added.id, at: now), urgency: .now) { queue.put(entry) }
    var outgoing: [Run] = []
    if let started = added.started {
      let run = Run(started, at: now, stop: lifetime.quitting == .stop ? .byQuit : nil)
      pipeline.attempts.add(run)
      outgoing = [run]
    }
    // The queue gives it the slot that it has already.
    fill()
    await dispatch(outgoing)
    if publisher.subscribers.wants(.submitted) {
      let new = Job(new, id: added.id, at: now)
      publisher.subscribers.publish([
        Event(.submitted(new), at: now, job: new.id, gateway: new.lane.gateway)
      ])
    }
    publish(.jobsChanged([job]))
    return added.id
  }

  // MARK: Committed jobs

  /// Jobs that were just committed go before the queue.
  func announce(_ jobs: [NewJob], as ids: [JobID]) async {
    if runner.role != .visitor {
      for (job, id) in zip(jobs, ids) where job.urgency == .now {
        pipeline.attempts.addImmediate(id)
      }
    }
    // Whoever neither runs jobs nor shows them need not look at them again.
    let asksCache = cache != nil && jobs.contains(where: \.asksCache)
    guard
      runner.role != .visitor || publisher.subscribers.receivesEvents || asksCache
        || publisher.subscribers.wants(.submitted)
    else { return }
    let now = clock.now
    let added = zip(jobs, ids).map { Job($0, id: $1, at: now) }
    if asksCache { return await answerOrEnqueue(added, jobs) }
    await enqueue(added)
    publish(.jobsChanged(added))
    fill()
  }
}
