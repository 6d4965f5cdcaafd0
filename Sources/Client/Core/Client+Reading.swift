public import ClientModel
public import Logging

/// Reads the store, subscribes to events and waits for jobs.
///
/// Calls that only read the store are not isolated to the client: its actor is busy for some time while it adds a long
/// queue after the start, and a screen must not wait for that.
extension Client {
  /// Whether the store takes changes; else why not.
  public nonisolated var access: StoreAccess { storage.access }

  /// Reads jobs from the store.
  ///
  /// - Throws: `storage` when the store cannot be read.
  public nonisolated func jobs(matching query: JobQuery) async throws(Failure) -> [Job] {
    try await storage.jobs(matching: query)
  }

  /// Counts the jobs that match, ignoring the window of the query.
  ///
  /// - Throws: `storage` when the store cannot be read.
  public nonisolated func count(matching query: JobQuery) async throws(Failure) -> Int {
    try await storage.count(matching: query)
  }

  /// Reads the request of a job, with its secrets sealed; nil when there is no such job.
  ///
  /// - Throws: `storage` when the store cannot be read.
  public nonisolated func request(of job: JobID) async throws(Failure) -> PreparedRequest? {
    try await storage.request(of: job)
  }

  /// The attempts of a job, oldest first, with their results.
  public nonisolated func attempts(of job: JobID) async throws(Failure) -> [Attempt] {
    try await storage.attempts(of: job)
  }

  /// The path of the file that holds a body; nil when its bytes are inline or there are none.
  public nonisolated func bodyPath(of body: StoredBody) -> String? {
    guard case .file(let name, _, _) = body else { return nil }
    return storage.path(ofBody: name)
  }

  /// The exchanges of the past, also failed and cancelled ones, newest jobs first.
  public nonisolated func history(_ query: HistoryQuery) async throws(Failure) -> HistoryPage {
    try await storage.exchanges(matching: query)
  }

  /// The graphs there are, newest first.
  public nonisolated func graphs(matching query: GraphQuery = GraphQuery()) async throws(Failure)
    -> [GraphRun]
  {
    try await storage.graphs(matching: query)
  }

  /// Which of these jobs belong to graphs, and where.
  public nonisolated func places(of jobs: [JobID]) async throws(Failure) -> [JobID: StepPlace] {
    try await storage.places(of: jobs)
  }

  /// The columns of rows, each as a JSON object. Jobs that belong to no batch are left out.
  public nonisolated func values(of rows: [JobID]) async throws(Failure) -> [JobID: [UInt8]] {
    try await storage.values(of: rows)
  }

  /// The result of a step: the JSON of a local step, or the body of the last response to its job.
  public nonisolated func result(of place: StepPlace) async throws(Failure) -> StoredBody {
    try await StepReader(seams: seams).result(of: place)
  }

  /// The first row after another that has failed, or was refused, or was interrupted, counted from 0.
  public nonisolated func failedRow(of graph: GraphID, after row: Int) async throws(Failure) -> Int?
  {
    try await graphReader.failedRow(of: graph, after: row)
  }

  // MARK: Waiting

  /// Waits until each job is finished, interrupted, or held by a question or a missing secret.
  ///
  /// Returns at once for jobs in such a state, and when the task is cancelled.
  ///
  /// - Returns: The jobs in the order of the ids, in their present state, without unknown ones.
  public func wait(for jobs: [JobID]) async throws(Failure) -> [Job] {
    try await waiting.jobs.wait(for: jobs) { (ids) throws(Failure) in
      try await storage.jobs(numbered: ids)
    }
  }

  /// Waits until a graph has ended, or cannot continue without the user. Returns at once then, and when
  /// the task is cancelled.
  ///
  /// - Returns: The graph in its present state; nil when there is no such graph.
  public func wait(for graph: GraphID) async throws(Failure) -> GraphRun? {
    try await waiting.graphs.wait(for: graph, in: graphReader) { lifetime.isQuitting }
  }

  /// True after a write that the store refused, until one that succeeds.
  public var isStoreFailing: Bool { commits.health.isFailing }

  /// True when nothing runs, nothing is being written, and all that waits has been read.
  public var isIdle: Bool {
    pipeline.attempts.isEmpty && commits.isResting && !changes.reader.isLoading && graphs.isResting
      && offline.isResting
  }

  /// Waits until nothing runs and nothing is being written.
  public func waitUntilIdle() async { await wait(until: .idle) }

  /// Waits until nothing runs, nothing is being written, and no waiting job will start by itself:
  /// what is left is held, or in a paused lane. Where another process runs the queue, until that one has no
  /// such work, or has ended and this process did the rest. What `queue run --until-idle` waits for.
  public func waitUntilDrained() async { await wait(until: .drained) }

  private func wait(until aim: IdleWaiters.Aim) async {
    if isReached(aim) { return }
    let number = waiting.idle.nextNumber()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled {
          continuation.resume()
        } else {
          waiting.idle.suspend(number, until: aim, continuation)
          lookAtRunner()
        }
      }
    } onCancel: {
      Task { await self.resumeIdleWaiter(number) }
    }
  }

  private func resumeIdleWaiter(_ number: Int) { waiting.idle.resume(number) }

  private func isReached(_ aim: IdleWaiters.Aim) -> Bool {
    switch aim {
    case .idle: isIdle
    case .drained: isIdle && !runner.isTakingOver && !runner.isFollower && !queue.hasWorkToCome
    }
  }

  /// Called whenever work may have run out.
  func noteIdleness() {
    waiting.idle.resumeSteps()
    guard isIdle else { return }
    if waiting.idle.wasBusy {
      waiting.idle.wasBusy = false
      publish(.idle)
    }
    waiting.idle.resume { isReached($0) }
    lookAtRunner()
  }

  /// Reads the store for `waitUntilDrained`, if another process runs the queue.
  private func lookAtRunner() {
    guard runner.isFollower, isIdle, !lifetime.isQuitting, waiting.idle.waitForDrained,
      waiting.lookout.begin()
    else { return }
    Task {
      await waiting.lookout.run(
        while: { runner.isFollower && !lifetime.isQuitting },
        preparing: { () throws(Failure) in
          // A queue runner that quits pauses its lanes first. Their work has not ended.
          if runner.restartRule == .goOn { try await resumeAfterRestart() }
        },
        whenQuiet: {
          // Meanwhile it may have ended: what is left is for this process to judge.
          guard runner.isFollower, isIdle else { return false }
          waiting.idle.resume { $0 == .drained }
          return true
        })
    }
  }

  // MARK: Events

  /// Events from now on, for programs that show jobs. Each call makes a stream of its own, which ends with the
  /// client.
  ///
  /// - Parameter buffering: How many events may wait for the reader. Past that the oldest are dropped, and
  ///   `dropped` comes in their place: the reader then reads what it shows again.
  public func events(buffering: Int = 10_000) -> AsyncStream<ClientEvent> {
    publisher.events(limit: buffering)
  }

  /// Only failures that concern no single job: a lane that a server holds, a store that takes no writes.
  public func notices(buffering: Int = 100) -> AsyncStream<Failure> {
    publisher.notices(limit: buffering)
  }

  /// The event log from now on. Of shared values it has the changes of the keys that `SharedValues.report`
  /// names.
  ///
  /// - Parameters:
  ///   - words: The kinds wanted; `dropped` comes always.
  ///   - buffering: How many events may wait for the reader. Past that the oldest are dropped, and
  ///     an event says how many.
  public func eventLog(
    of words: Set<Event.Word> = Set(Event.Word.allCases), from scope: EventScope = .allProcesses,
    buffering: Int = 1000
  ) -> AsyncStream<Event> {
    publisher.log(of: words, from: scope, limit: buffering)
  }

  /// The same in batches as they come, for readers that draw once for each.
  package func eventBatches(
    of words: Set<Event.Word> = Set(Event.Word.allCases), from scope: EventScope = .allProcesses,
    buffering: Int = 1000
  ) -> AsyncStream<[Event]> {
    publisher.logBatches(of: words, from: scope, limit: buffering)
  }

  /// Logs the events of this process until the client ends. The task ends when the last event was
  /// passed to the logger.
  ///
  /// Subscribes only to the events that the logger's level allows. Events of other processes are
  /// left out: each process writes its own log.
  ///
  /// - Parameter buffering: How many events may wait. Beyond that the oldest are dropped, and a
  ///   line reports it.
  public func log(to logger: Logger, buffering: Int = 10_000) -> Task<Void, Never> {
    let words = Set(Event.Word.allCases.filter { logger.logLevel <= $0.mostSevere })
    let batches = eventBatches(of: words, from: .thisProcess, buffering: buffering)
    return Task {
      for await batch in batches {
        for event in batch { logger.log(level: event.level, "\(event.line)") }
      }
    }
  }

  /// The broker of a request, with its secrets filled in.
  ///
  /// - Throws: `secretMissing` for a reference without a value, `unsupported` for credentials that no broker takes.
  public func broker(of request: PreparedRequest) async throws(Failure) -> BrokerAddress {
    var secrets: [SecretReference: Secret] = [:]
    for reference in request.references { secrets[reference] = try await seams.secret(reference) }
    return try BrokerAddress(WireRequest(filling: request, with: secrets))
  }

  /// Publishes a failure that happened outside the client.
  package func report(_ failure: Failure) { publish(.noticed(failure)) }

  // MARK: Programs, before anything is sent

  /// Finds the first of these jq programs that jq cannot read, by its index; nil when it reads all.
  /// None is run.
  ///
  /// - Throws: That jq is not installed, or did not respond.
  public func fault(
    inJQ texts: [String]
  ) async throws(Failure) -> (index: Int, fault: JQFault)? {
    try await JQCheck(programs: seams.programs).fault(in: texts)
  }

  /// The first of these assertions that nothing can check, by its place among them, and why, in one
  /// sentence; nil when all can be. No program is run.
  public func fault(inAssertions assertions: [Assertion]) async -> (index: Int, why: String)? {
    await assertionPrograms.fault(in: assertions)
  }

  // MARK: Cookies and cached responses

  /// The cookies of the store.
  public nonisolated var cookies: Cookies {
    Cookies(storage: storage) { [weak self] in await self?.clearCookieRevision() }
  }

  private func clearCookieRevision() { pipeline.jars.clearRevision() }

  /// The responses that the cache stores.
  public nonisolated var cachedResponses: CachedResponses {
    CachedResponses(seams: seams, publisher: publisher)
  }

  /// Requests a stored response again, as a new immediate job with the request that created it.
  ///
  /// - Returns: Nil when nothing is stored under this id.
  /// - Throws: `notCached` when the request is not stored any more.
  public func refreshCached(_ id: CacheEntryID) async throws(Failure) -> JobID? {
    let job = try await resubmission.refresh(id) { pipeline.retries.newUUID() }
    guard let job else { return nil }
    return try await submit([job]).first
  }
}
