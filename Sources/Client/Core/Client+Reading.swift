public import ClientModel
public import Logging

/// Functions that read the store, subscribe to events or wait for jobs.
///
/// Functions that only read the store are not isolated to the client. The client's actor may be
/// busy loading a long queue, and a user interface must not wait for it.
extension Client {
  /// The access mode of the store, with the reason if it is read-only.
  public nonisolated var access: StoreAccess { store.access }

  /// Reads jobs from the store.
  ///
  /// - Throws: `storage` if the store cannot be read.
  public nonisolated func jobs(matching query: JobQuery) async throws(Failure) -> [Job] {
    try await store.jobs.jobs(matching: query)
  }

  /// Counts the matching jobs. The query's offset and limit are ignored.
  ///
  /// - Throws: `storage` if the store cannot be read.
  public nonisolated func count(matching query: JobQuery) async throws(Failure) -> Int {
    try await store.jobs.count(matching: query)
  }

  /// Reads a window of the queue, its lanes and its graphs in one snapshot.
  ///
  /// - Throws: `storage` if the store cannot be read.
  public nonisolated func queue(matching query: QueueQuery) async throws(Failure) -> QueueState {
    try await store.jobs.queue(matching: query)
  }

  /// Reads the request of a job. Its secrets are sealed. Returns nil if the job is unknown.
  ///
  /// - Throws: `storage` if the store cannot be read.
  public nonisolated func request(of job: JobID) async throws(Failure) -> PreparedRequest? {
    try await store.jobs.request(of: job)
  }

  /// Reads the request of a job and its draft. Returns nil if the job is unknown.
  ///
  /// For a row of a batch, the draft is that of the batch, filled with the values of the row.
  ///
  /// - Throws: `storage` if the store cannot be read.
  public nonisolated func requests(of job: JobID) async throws(Failure) -> JobRequests? {
    try await store.requests(of: job)
  }

  /// Reads the attempts of a job and their results, oldest first.
  public nonisolated func attempts(of job: JobID) async throws(Failure) -> [Attempt] {
    try await store.jobs.attempts(of: job)
  }

  /// Returns the stored bytes of a body. Returns nil if the body is empty or is stored inline.
  public nonisolated func bytes(of body: StoredBody) -> StoredBytes? {
    store.bodies.bytes(of: body)
  }

  /// Reads past exchanges, newest jobs first. Failed and cancelled exchanges are included.
  public nonisolated func history(_ query: HistoryQuery) async throws(Failure) -> HistoryPage {
    try await store.history.exchanges(matching: query)
  }

  /// Reads the matching graphs, newest first.
  public nonisolated func graphs(matching query: GraphQuery = GraphQuery()) async throws(Failure)
    -> [GraphRun]
  {
    try await store.graphs.graphs(matching: query)
  }

  /// Computes the results of a graph or batch. Returns nil if the graph is unknown.
  package nonisolated func report(of graph: GraphID) async throws(Failure) -> GraphReport? {
    try await graphReader.report(of: graph)
  }

  /// Returns the graphs and steps of jobs. Jobs that do not belong to a graph are omitted.
  public nonisolated func places(of jobs: [JobID]) async throws(Failure) -> [JobID: GraphPosition] {
    try await store.graphs.places(of: jobs)
  }

  /// Reads the columns of batch rows, each as a JSON object. Jobs that do not belong to a batch are
  /// omitted.
  public nonisolated func values(of rows: [JobID]) async throws(Failure) -> [JobID: [UInt8]] {
    try await store.graphs.values(of: rows)
  }

  /// Reads the result of a step: the JSON of a local step, or the body of the last response to its
  /// job.
  public nonisolated func result(of place: GraphPosition) async throws(Failure) -> StoredBody {
    try await StepReader(seams: seams).result(of: place)
  }

  /// Returns the index of the first failed or interrupted row after a row, or nil for none. The
  /// index counts from 0.
  public nonisolated func failedRow(of graph: GraphID, after row: Int) async throws(Failure) -> Int?
  {
    try await graphReader.failedRow(of: graph, after: row)
  }

  // MARK: Waiting

  /// Waits until each job is finished, interrupted, or held by a question or a missing secret.
  ///
  /// Returns at once if the task is cancelled.
  ///
  /// - Returns: The current jobs, in the order of the ids. Unknown jobs are omitted.
  public func wait(for jobs: [JobID]) async throws(Failure) -> [Job] {
    try await waiting.jobs.wait(for: jobs) { (ids) throws(Failure) in
      try await store.jobs.jobs(numbered: ids)
    }
  }

  /// Waits until a graph has ended or needs a decision by the user. Returns at once if the task is
  /// cancelled.
  ///
  /// - Returns: The current state of the graph, or nil if the graph is unknown.
  public func wait(for graph: GraphID) async throws(Failure) -> GraphRun? {
    try await waiting.graphs.wait(for: graph, in: graphReader) { lifetime.isQuitting }
  }

  /// Whether the last write to the store failed.
  public var isStoreFailing: Bool { commits.health.isFailing }

  /// Whether no work is running or being written, and all waiting jobs are loaded.
  public var isIdle: Bool {
    pipeline.attempts.isEmpty && commits.isResting && !changes.reader.isLoading && graphs.isResting
      && offline.isResting
  }

  /// Waits until no work is running or being written.
  public func waitUntilIdle() async { await wait(until: .idle) }

  /// Waits until no work is running or being written, and no waiting job will start without a
  /// command. The remaining jobs are then held or in a paused lane.
  ///
  /// If another process is the queue runner, waits until that process has no work left. If that
  /// process ends first, waits until this process has done the remaining work. Used by `queue run
  /// --until-idle`.
  public func waitUntilDrained() async { await wait(until: .drained) }

  private func wait(until aim: IdleWaiters.Condition) async {
    if isReached(aim) { return }
    let (number, reached) = waiting.idle.add(aim)
    lookAtRunner()
    // The stream also ends if the task is cancelled.
    for await _ in reached {}
    waiting.idle.resume(number)
  }

  private func isReached(_ aim: IdleWaiters.Condition) -> Bool {
    switch aim {
    case .idle: isIdle
    case .drained: isIdle && !runner.isTakingOver && !runner.isFollower && !queue.hasWorkToCome
    }
  }

  /// Resumes waiters and publishes `idle` if the client has become idle. Must be called after every
  /// change that can make the client idle.
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

  /// Reads the store for `waitUntilDrained` while another process is the queue runner.
  private func lookAtRunner() {
    guard runner.isFollower, isIdle, !lifetime.isQuitting, waiting.idle.waitForDrained,
      waiting.idleWatch.begin()
    else { return }
    reporting { client in
      await client.waiting.idleWatch.run(
        while: { client.runner.isFollower && !client.lifetime.isQuitting },
        preparing: { () throws(Failure) in
          // A queue runner that quits pauses its lanes even if they have work. This rule resumes
          // them, so the wait includes their work.
          if client.runner.restartRule == .resumeLanes { try await client.resumeAfterRestart() }
        },
        whenQuiet: {
          // The queue runner may have ended. This process must then check the remaining work
          // itself.
          guard client.runner.isFollower, client.isIdle else { return false }
          client.waiting.idle.resume { $0 == .drained }
          return true
        })
    }
  }

  // MARK: Events

  /// Returns a new stream of events, for programs that show jobs. The stream ends when the client
  /// ends.
  ///
  /// - Parameter buffering: The maximum number of unread events. If it is exceeded, the oldest
  ///   events are replaced by `dropped`. The reader must then reload the data that it shows.
  public func events(buffering: Int = 10_000) -> AsyncStream<ClientEvent> {
    publisher.events(limit: buffering)
  }

  /// Returns a stream of failures that are not specific to one job, for example when a server holds
  /// a lane or the store refuses writes.
  public func notices(buffering: Int = 100) -> AsyncStream<Failure> {
    publisher.notices(limit: buffering)
  }

  /// Returns a stream of new entries of the event log. Changes of shared values are included only
  /// for the keys that were passed to `SharedValues.report`.
  ///
  /// - Parameters:
  ///   - words: The kinds of events to include. `dropped` is always included.
  ///   - buffering: The maximum number of unread events. If it is exceeded, the oldest events are
  ///     replaced by a `dropped` event with their number.
  public func eventLog(
    of words: Set<Event.Word> = Set(Event.Word.allCases), from scope: EventScope = .allProcesses,
    buffering: Int = 1000
  ) -> AsyncStream<Event> {
    publisher.log(of: words, from: scope, limit: buffering)
  }

  /// Returns the event log in batches, for readers that redraw once per batch.
  package func eventBatches(
    of words: Set<Event.Word> = Set(Event.Word.allCases), from scope: EventScope = .allProcesses,
    buffering: Int = 1000
  ) -> AsyncStream<[Event]> {
    publisher.logBatches(of: words, from: scope, limit: buffering)
  }

  /// Logs the events of this process until the client ends. The task ends after the last event was
  /// logged.
  ///
  /// Only events that the logger's level allows are read. Events of other processes are omitted,
  /// because each process writes its own log.
  ///
  /// - Parameter buffering: The maximum number of unlogged events. If it is exceeded, the oldest
  ///   events are dropped, and a line reports their number.
  public func log(to logger: Logger, buffering: Int = 10_000) -> Task<Void, Never> {
    let words = Set(Event.Word.allCases.filter { logger.logLevel <= $0.mostSevere })
    let batches = eventBatches(of: words, from: .thisProcess, buffering: buffering)
    return Task {
      for await batch in batches {
        for event in batch { logger.log(level: event.level, "\(event.line)") }
      }
    }
  }

  /// Returns the broker of a request, with its secrets filled in.
  ///
  /// - Throws: `secretMissing` if a secret has no value, or `unsupported` if brokers do not support
  ///   the credentials.
  public func broker(of request: PreparedRequest) async throws(Failure) -> BrokerAddress {
    var secrets: [SecretReference: Secret] = [:]
    for reference in request.references { secrets[reference] = try await seams.secret(reference) }
    return try BrokerAddress(WireRequest(filling: request, with: secrets))
  }

  /// Publishes a failure from outside the client.
  package func report(_ failure: Failure) { publish(.noticed(failure)) }

  // MARK: Checks of programs before sending

  /// Returns the first program that jq cannot parse, and the error. Returns nil if all programs are
  /// valid. The programs do not run.
  ///
  /// - Throws: A failure if jq is not installed or did not respond.
  public func fault(
    inJQ texts: [String]
  ) async throws(Failure) -> (index: Int, fault: JQFault)? {
    try await JQCheck(programs: seams.programs).fault(in: texts)
  }

  /// Returns the first assertion that cannot be checked, and the reason as one sentence. Returns
  /// nil if all can be checked. The programs do not run.
  public func fault(inAssertions assertions: [Assertion]) async -> (index: Int, why: String)? {
    await assertionPrograms.fault(in: assertions)
  }

  // MARK: Cookies and cached responses

  /// The cookies of the store.
  public nonisolated var cookies: Cookies {
    Cookies(store: store.cookies) { [weak self] in await self?.clearCookieRevision() }
  }

  private func clearCookieRevision() { pipeline.jars.clearRevision() }

  /// The responses stored in the cache.
  public nonisolated var cachedResponses: CachedResponses {
    CachedResponses(seams: seams, publisher: publisher)
  }

  /// Requests a cached response again. The new job is immediate and sends the original request.
  ///
  /// - Returns: The new job, or nil if the cache has no response with this id.
  /// - Throws: `notCached` if the request is no longer stored.
  public func refreshCached(_ id: CacheEntryID) async throws(Failure) -> JobID? {
    let job = try await resubmission.refresh(id) { pipeline.retries.newUUID() }
    guard let job else { return nil }
    return try await submit([job]).first
  }
}
