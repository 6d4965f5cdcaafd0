public import ClientModel

/// Runs jobs: the one owner of the queue's state in a process.
///
/// What a call returned is committed. Decisions are made by plain values (`JobQueue`, `RetryPolicy`,
/// `RedirectPolicy`, `JobOrders`, `Recovery`); the actor carries them out on a store and a transport.
///
///     let client = Client(storage: store, transport: transport)
///     try await client.start(as: .drainer)
///     let ids = try await client.submit([NewJob(request: request, lane: lane)])
///     let jobs = try await client.wait(for: ids)
public actor Client {
  let storage: any Storage
  let transport: any Transport
  /// Nil when nothing is ever answered from a cache.
  public nonisolated let cache: (any ResponseCache)?
  let clock: any AlarmClock
  let secrets: any SecretResolver
  let renewalSource: any RenewalSource
  /// Nil when no request has stages.
  let middleware: (any MiddlewareSource)?
  let jq: JQRun
  /// Programs of assertions that jq was seen to read.
  var readPrograms: Set<String> = []
  var random: any RandomNumberGenerator & Sendable
  var options: ClientOptions
  var role: ClientRole = .visitor
  var drain: DrainClaim?
  /// Where this process looks on: the wait for the one that drains, and whether another process
  /// committed since it was last asked who that is.
  var drainWatch: Task<Result<DrainClaim, Failure>, Never>?
  var isDrainDoubtful = false
  var restartRule = RestartRule.pauseLanes
  /// From the claim on until all work there is was taken up. Where that fails it is tried again, so the
  /// end of it is still to come.
  var isTakingDrain = false
  /// Whether somebody who waits for the queue has the store looked at, while another process drains.
  var lookout = CatchUp.resting
  var queue: JobQueue
  var budget = RetryBudget()
  var runs: [JobID: Run] = [:]
  /// Urgent jobs that this process submitted and so runs itself.
  var ownUrgent: Set<JobID> = []
  /// Jobs just added, for which the cache is being asked: only then do they go before the queue.
  var askingCache: Set<JobID> = []
  /// Secrets that were looked up for the cache, for the first attempt of an immediate job.
  var lookedUp: [JobID: [SecretReference: Secret]] = [:]
  var outbox = Outbox()
  var committing: Task<Void, Never>?
  var fault: StoreFault?
  /// How long the last wait for the store was; nil when it is well.
  var faultWait: Duration?
  var renewals = Renewals()
  var graphs = GraphDesk()
  let steps: any StepSource
  let programs: any ProgramRunner
  var revision: Int64 = 0
  var catchUp = CatchUp.resting
  /// While a long queue is read and its first jobs run: those, and all that were heard of since.
  var newsWhileLoading: Set<JobID>?
  /// Other processes that have jobs on the wire: each is waited for, in case it dies.
  var ownerWatches: [String: Task<Void, Never>] = [:]
  /// Jobs between two tries, by the other process that makes them.
  var asleepElsewhere: [String: Set<JobID>] = [:]
  /// The store is being closed, or is.
  var hasLeft = false
  /// Held jobs whose sealed parts wait for the store's key.
  var keyless: Set<JobID> = []
  /// What was told of jobs while answers of the store about them were on their way.
  var newsOrder = NewsOrder()
  var alarm: (time: Timestamp, task: Task<Void, Never>)?
  /// Whether the wall clock was set back.
  var clockSteps = ClockSteps()
  var loops: [Task<Void, Never>] = []
  var quitting: QuitManner?
  var wasBusy = false
  var waiters: [Int: Waiter] = [:]
  var waitersOf: [JobID: [Int]] = [:]
  var idleWaiters: [Int: IdleWaiter] = [:]
  /// Resumed at the next sign of life of the transport or the store.
  var stepWaiters: [Int: CheckedContinuation<Void, Never>] = [:]
  var listeners: [Int: AsyncStream<ClientEvent>.Continuation] = [:]
  var noticeListeners: [Int: AsyncStream<Failure>.Continuation] = [:]
  var eventListeners: [Int: EventListener] = [:]
  /// One bit for each kind of event that somebody listens for.
  var wantedEvents: UInt32 = 0
  var toldChanges = ToldChanges()
  /// What others raised about attempts whose end the store does not show yet.
  var heldNews: [JobID: [RaisedEvent]] = [:]
  var sharedWatches = SharedWatches()
  var sharedReaders: [WeakReader] = []
  var keepsTold = false
  var nextNumber = 0

  enum CatchUp { case resting, reading, readingAgain }

  /// The store took no write: the next attempt is set.
  struct StoreFault {
    var retry: Task<Void, Never>
  }

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
    self.storage = storage
    self.transport = transport
    self.cache = cache
    self.clock = clock
    self.secrets = secrets
    renewalSource = renewals
    self.middleware = middleware
    self.steps = steps
    self.programs = programs
    self.jq = jq
    self.random = random
    self.options = options
    queue = JobQueue(
      urgentInAll: options.urgentInAll, urgentPerHost: options.urgentPerHost,
      runningInAll: transport.capacity)
  }

  /// Takes up a role. A drainer recovers what a dead process left, then starts what may start.
  ///
  /// - Parameter rule: What becomes of the lanes of a drainer that ended with work left, whenever this
  ///   process takes its place.
  /// - Returns: Who runs queued jobs; nil for a sender or a visitor.
  /// - Throws: What the store says; the role is not taken then.
  @discardableResult
  public func start(
    as role: ClientRole, afterRestart rule: RestartRule = .pauseLanes
  ) async throws(Failure) -> DrainClaim? {
    self.role = role
    restartRule = rule
    revision = await currentRevision()
    if loops.isEmpty { listen() }
    guard role == .drainer else { return nil }
    let claim = try await storage.claimDrain()
    if claim == .mine {
      try await takeDrain()
    } else {
      drain = claim
      loops.append(Task { [weak self] in await self?.awaitDrain() })
    }
    return claim
  }

  /// Commits jobs in one transaction, then starts those that may start.
  ///
  /// - Returns: Their ids, in the order given, ascending.
  /// - Throws: That an assertion cannot be checked; what a preparer or the store says. None of them is
  ///   committed then.
  public func submit(_ jobs: [NewJob]) async throws(Failure) -> [JobID] {
    try await checkAssertions(jobs.map(\.request.assertions))
    guard let middleware else { return try await commit(jobs) }
    return try await commit(try await preparedOnSubmit(jobs, middleware))
  }

  private func commit(_ jobs: [NewJob]) async throws(Failure) -> [JobID] {
    if let id = try await submitAtOnce(jobs) { return [id] }
    let ids = try await storage.add(jobs)
    await announce(jobs, as: ids)
    return ids
  }

  /// Jobs that were just committed go before the queue.
  func announce(_ jobs: [NewJob], as ids: [JobID]) async {
    if role != .visitor {
      for (job, id) in zip(jobs, ids) where job.urgency == .now { ownUrgent.insert(id) }
    }
    // Whoever neither runs jobs nor shows them need not look at them again.
    let asksCache = cache != nil && jobs.contains(where: \.asksCache)
    guard role != .visitor || !listeners.isEmpty || asksCache || wants(.submitted) else { return }
    let now = clock.now
    let added = zip(jobs, ids).map { Job($0, id: $1, at: now) }
    if asksCache { return await answerOrEnqueue(added, jobs) }
    await enqueue(added)
    tell(.jobsChanged(added))
    fill()
  }

  /// News from now on; every call makes a stream of its own.
  public func events() -> AsyncStream<ClientEvent> {
    let number = takeNumber()
    let (stream, continuation) = AsyncStream.makeStream(of: ClientEvent.self)
    continuation.onTermination = { [weak self] _ in
      Task { [weak self] in await self?.forgetListener(number) }
    }
    listeners[number] = continuation
    return stream
  }

  /// Only what goes wrong, for those who need not hear of each job; every call makes a stream of its
  /// own.
  public func notices() -> AsyncStream<Failure> {
    let number = takeNumber()
    let (stream, continuation) = AsyncStream.makeStream(of: Failure.self)
    continuation.onTermination = { [weak self] _ in
      Task { [weak self] in await self?.forgetListener(number) }
    }
    noticeListeners[number] = continuation
    return stream
  }

  func takeNumber() -> Int {
    nextNumber += 1
    return nextNumber
  }

  func forgetListener(_ number: Int) {
    listeners[number] = nil
    noticeListeners[number] = nil
  }

  func tell(_ event: ClientEvent, from place: Event.Place = .here) {
    // That the store is closed is no news to who closed it.
    if hasLeft, case .noticed = event { return }
    if wantedEvents != 0 { record(event, from: place) }
    for listener in listeners.values { listener.yield(event) }
    guard case .noticed(let failure) = event else { return }
    for listener in noticeListeners.values { listener.yield(failure) }
  }
}
