public import ClientModel

/// Runs jobs. The client is the only owner of the queue's state in a process.
///
/// The result of a call is committed when the call returns. Plain values make the decisions
/// (`JobQueue`, `RetryPolicy`, `RedirectPolicy`, `JobCommands`, `Recovery`), and the actor carries
/// them out with a store and a transport.
///
///     let client = Client(storage: store, transport: transport)
///     try await client.start(as: .runner)
///     let ids = try await client.submit([NewJob(request: request, lane: lane)])
///     let jobs = try await client.wait(for: ids)
public actor Client {
  let seams: Seams
  var options: ClientOptions
  let assertionPrograms: AssertionPrograms
  /// The role of this process and the current queue runner.
  var runner = RunnerState()
  /// The other processes that run jobs in the same store.
  var others = OtherProcesses()
  var queue: JobQueue
  var pipeline: AttemptPipeline
  let commits: CommitLoop
  var graphs = GraphRegistry()
  let changes: ChangeLoop
  var wakeUps = WakeUps()
  var offline = OfflineLanes()
  var lifetime = Lifetime()
  var waiting: Waiting
  let publisher: EventPublisher
  /// The shared values of the store.
  public nonisolated let sharedValues: SharedValues

  /// Creates a client. It runs nothing before `start(as:afterRestart:)`.
  ///
  /// - Parameters:
  ///   - storage: Stores jobs, graphs, cookies, shared values and bodies.
  ///   - transport: Sends the attempts. The client is the only reader of its events.
  ///   - cache: Stores responses. Nil disables the response cache.
  ///   - clock: Reads the time and wakes the client.
  ///   - secrets: Resolves references to secrets when an attempt is prepared.
  ///   - renewals: Supplies the requests that renew expired credentials.
  ///   - middleware: Supplies the stages before and after the transport. Nil means no stages.
  ///   - steps: Supplies the requests of graph steps.
  ///   - programs: Runs the programs of middleware and graph steps.
  ///   - jq: Runs jq programs of graphs and assertions.
  ///   - random: The source of random retry pauses, keys and boundaries.
  ///   - options: The limits of immediate jobs, the pause before a retry, and retention.
  public init(
    storage: any Storage, transport: any Transport, cache: (any ResponseCache)? = nil,
    clock: any AlarmClock = SystemClock(),
    secrets: any SecretResolver = NoSecrets(), renewals: any RenewalSource = NoRenewals(),
    middleware: (any MiddlewareSource)? = nil,
    steps: any StepSource = DraftStepSource(), programs: any ProgramRunner = SystemPrograms(),
    jq: JQRun = .none,
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    options: ClientOptions = ClientOptions()
  ) {
    let seams = Seams(
      store: Store(storage), transport: transport, cache: cache, clock: clock, secrets: secrets,
      renewals: renewals, middleware: middleware, steps: steps, programs: programs)
    assertionPrograms = AssertionPrograms(jq: jq)
    self.seams = seams
    let jars = CookieJars()
    commits = CommitLoop(store: seams.store, clock: clock, jars: jars)
    pipeline = AttemptPipeline(
      seams: seams, jq: jq, jars: jars,
      retries: Retries(firstPause: options.firstPause, random: random))
    publisher = EventPublisher(clock: clock)
    changes = ChangeLoop(store: seams.store, publisher: publisher)
    waiting = Waiting(
      idleWatch: RunnerIdleWatch(store: seams.store, clock: clock, publisher: publisher))
    sharedValues = SharedValues(seams: seams, publisher: publisher)
    self.options = options
    queue = JobQueue(
      immediateInAll: options.immediateInAll, immediatePerHost: options.immediatePerHost,
      runningInAll: transport.capacity)
  }

  /// The response cache, or nil for none.
  public nonisolated var cache: (any ResponseCache)? { seams.cache }
  nonisolated var store: Store { seams.store }
  nonisolated var transport: any Transport { seams.transport }
  nonisolated var clock: any AlarmClock { seams.clock }

  var attemptWorker: AttemptWorker {
    AttemptWorker(
      seams: seams, cookies: cookieReader, values: sharedValues, sends: runner.role != .visitor)
  }

  var cookieReader: CookieReader {
    CookieReader(jars: pipeline.jars, store: store.cookies, publisher: publisher)
  }

  /// Starts the client in a role. A queue runner first recovers the work of dead processes, then
  /// starts jobs.
  ///
  /// - Parameter rule: Whether lanes with unfinished jobs of an earlier queue runner are paused.
  ///   Applies whenever this process becomes the queue runner.
  /// - Returns: The queue runner, or nil if this process is a sender or a visitor.
  /// - Throws: The failure of the store.
  @discardableResult
  public func start(
    as role: ClientRole, afterRestart rule: RestartRule = .pauseLanes
  ) async throws(Failure) -> RunnerClaim? {
    runner.role = role
    runner.restartRule = rule
    do throws(Failure) {
      // This must precede the read of the revision. Otherwise, a job that is added in between would
      // not be reported.
      if role != .sender || publisher.wants(.submitted) { try await beginFollowing() }
      changes.reader.reached(try await store.jobs.commit(StoreBatch()).revision)
    } catch {
      // A read-only store rejects the commit. The first notification then reports all changes of
      // the store.
    }
    if !lifetime.hasBegun { listen() }
    guard runner.role == .runner else { return nil }
    let claim = try await store.ownership.claim()
    switch claim {
    case .mine, .shared: try await becomeRunner(claim)
    case .held:
      runner.claim = claim
      lifetime.add(Task { [weak self] in await self?.awaitRunnerLock() })
    }
    return claim
  }

  /// Commits jobs in one transaction, then starts the jobs that may start.
  ///
  /// - Returns: The ascending ids of the jobs, in the order of the jobs.
  /// - Throws: `invalidRequest` if an assertion cannot be checked, or the failure of a preparer or
  ///   the store. Nothing is committed in these cases.
  public func submit(_ jobs: [NewJob]) async throws(Failure) -> [JobID] {
    try await assertionPrograms.check(jobs.map(\.request.assertions))
    return try await commit(try await seams.prepared(jobs))
  }

  private func commit(_ jobs: [NewJob]) async throws(Failure) -> [JobID] {
    if let id = try await submitAtOnce(jobs) { return [id] }
    let ids = try await store.jobs.add(jobs)
    await announce(jobs, as: ids)
    return ids
  }

  // MARK: A single immediate job

  /// Commits the only job of a sender together with its first attempt. This saves one disk
  /// synchronization.
  ///
  /// No other job waits, so the queue need not decide when the job starts.
  ///
  /// - Returns: The id, or nil if the job must be submitted in the normal way.
  private func submitAtOnce(_ jobs: [NewJob]) async throws(Failure) -> JobID? {
    guard runner.role == .sender, jobs.count == 1, let new = jobs.first,
      new.scheduling == .immediate,
      new.state == .waiting(.slot), pipeline.attempts.isEmpty, commits.isResting,
      !lifetime.isQuitting, cache == nil || !new.asksCache
    else { return nil }
    let now = clock.now
    let added = try await store.jobs.add(JobAddition([new], start: now))
    guard let id = added.ids.first else {
      preconditionFailure("A store returned no id for an added job.")
    }
    let started = added.started[id]
    pipeline.attempts.addImmediate(id)
    pipeline.jars.compare(added.cookieRevision)
    let submitted = Job(new, id: id, at: now)
    let job = started?.job ?? submitted
    if let entry = QueuedJob(submitted, scheduling: .immediate) { queue.put(entry) }
    var outgoing: [AttemptID] = []
    if let started {
      let run = Run(started, at: now, stop: lifetime.quitting == .stop ? .byQuit : nil)
      pipeline.attempts[run.job.id] = run
      outgoing = [run.attempt]
    }
    // The job has already started, and the queue counts it as running.
    fill()
    await dispatch(outgoing)
    if publisher.wants(.submitted) {
      publisher.publish([Event(of: submitted, at: now)])
    }
    publish(.jobsChanged([job]))
    return id
  }

  // MARK: The end

  /// Whether `quit` was called. No more jobs start after that.
  public var isQuitting: Bool { lifetime.isQuitting }

  /// Ends the client's work and closes the transport and the store.
  ///
  /// A queue runner marks the lanes of its remaining jobs as paused by a restart. A sender cancels
  /// its own waiting jobs.
  ///
  /// If this is called with `.stop` while an earlier call drains, it stops the running jobs and
  /// returns. The earlier call then completes.
  public func quit(_ manner: QuitMode) async {
    if lifetime.quitting == .drain, manner == .stop {
      lifetime.quitting = .stop
      stopAll()
    }
    guard !lifetime.isQuitting else { return }
    lifetime.quitting = manner
    queue.close()
    // These jobs have slots, but their starts are not committed. In the store, they are still
    // waiting.
    if commits.task == nil { (commits.outbox.starts, commits.outbox.takes) = ([], []) }
    wakeUps.cancel()
    offline.cancelAll()
    if manner == .stop { stopAll() }
    await tryStoreAgain()
    while !pipeline.attempts.isEmpty || commits.isCommitting {
      // A refused write is not retried now, but running jobs may still finish.
      if pipeline.attempts.isOnlyCommitting, commits.health.isWaiting { break }
      if lifetime.quitting == .stop { stopAll() }
      if let task = commits.task { await task.value } else { await nextStep() }
    }
    await restGraphs()
    await leave()
  }

  private func stopAll() { for job in pipeline.attempts.jobs { stop(job, .byQuit) } }

  /// Waits until a transfer has ended and its end is being committed.
  private func nextStep() async {
    await withCheckedContinuation { waiting.idle.suspendUntilNextStep($0) }
  }

  private func leave() async {
    do throws(Failure) {
      if runner.role == .sender, lifetime.quitting == .stop, !pipeline.attempts.immediate.isEmpty {
        let now = clock.now
        let cancelled = try await store.jobs.change(Array(pipeline.attempts.immediate)) { job in
          if case .waiting = job.state { JobCommands.cancel(job, at: now) } else { nil }
        }
        settle(cancelled)
      }
      if runner.isRunner {
        let now = clock.now
        try await store.ownership.leaveQueue { Recovery.changeOnLeaving($0, at: now) }
      }
    } catch {
      publish(.noticed(error))
    }
    // A sender has no active transfer, so it need not wait for the transport to shut down.
    if runner.role == .sender {
      Task { [transport] in await transport.shutDown() }
    } else {
      await transport.shutDown()
    }
    lifetime.cancelTasks()
    others.cancel()
    _ = commits.health.beginRetry()
    runner.claim = nil
    waiting.resumeAll()
    publisher.end()
    await store.close()
    await cache?.close()
    await sharedValues.finish()
    publisher.finish()
  }

  // MARK: Separate tasks

  /// Runs work in a task that is cancelled when the client ends. A failure is published as a
  /// notice.
  @discardableResult
  func reporting(
    _ work: @escaping (isolated Client) async throws(Failure) -> Void
  ) -> Task<Void, Never> {
    let number = lifetime.nextNumber()
    let task = Task {
      do throws(Failure) { try await work(self) } catch { publish(.noticed(error)) }
      lifetime.ended(number)
    }
    lifetime.add(task, number)
    return task
  }
}

struct Lifetime {
  /// The manner of quitting, or nil if `quit` was not called.
  var quitting: QuitMode?
  /// Whether the client receives events of the transport and commits of other processes.
  var hasBegun = false
  /// The unfinished tasks of the client, by number.
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var lastNumber = 0
  /// The tasks that work on attempts. Each task removes itself when it ends.
  var work: [AttemptWork.Subject: Task<Void, Never>] = [:]

  var isQuitting: Bool { quitting != nil }

  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Keeps a task until it ends. The task must then call `ended` with its number.
  mutating func add(_ task: Task<Void, Never>, _ number: Int) { tasks[number] = task }

  /// Keeps a task that runs until the client ends.
  mutating func add(_ task: Task<Void, Never>) { add(task, nextNumber()) }

  mutating func ended(_ number: Int) { tasks[number] = nil }

  func cancelTasks() {
    for task in tasks.values { task.cancel() }
    for task in work.values { task.cancel() }
  }
}

/// The alarm for the next time at which a job may start.
struct WakeUps {
  private var time: Timestamp?
  private var task: Task<Void, Never>?
  private var steps = ClockSteps()

  /// Sets the alarm. If a task already waits for the same or an earlier time, it is kept.
  ///
  /// In a lane with a rate, the time changes with each job. An unnecessary wake-up costs less than
  /// a new task for each job.
  mutating func set(_ next: Timestamp?, by wait: (Timestamp) -> Task<Void, Never>) {
    if let next, let time, time <= next { return }
    guard next != time else { return }
    task?.cancel()
    time = next
    task = next.map(wait)
  }

  mutating func fired() { (time, task) = (nil, nil) }

  mutating func cancel() {
    task?.cancel()
    fired()
  }

  /// Returns the amount by which the wall clock was set since the last call. The amount is negative
  /// if it was set back. Returns nil if it was not set.
  mutating func step(of clock: any AlarmClock) -> Duration? { steps.step(of: clock) }
}
