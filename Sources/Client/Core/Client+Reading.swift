public import ClientModel
public import Logging

/// The client's functions that read the store, subscribe to events and wait for jobs.
///
/// Calls that only read the store are not isolated to the client. After the start, the client's
/// actor is busy while it loads a long queue, and a user interface must not wait for it.
extension Client {
  /// The store's access mode: full, or read-only with the reason.
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

  /// Reads a window of the queue with its lanes and graphs, all at one moment.
  ///
  /// - Throws: `storage` if the store cannot be read.
  public nonisolated func queue(matching query: QueueQuery) async throws(Failure) -> QueueState {
    try await store.jobs.queue(matching: query)
  }

  /// Reads the request of a job with its secrets sealed, or returns nil for an unknown job.
  ///
  /// - Throws: `storage` if the store cannot be read.
  public nonisolated func request(of job: JobID) async throws(Failure) -> PreparedRequest? {
    try await store.jobs.request(of: job)
  }

  /// Reads the request of a job and the draft that it was prepared from, or returns nil for an
  /// unknown job. A row of a batch has the draft of the batch with the values of the row.
  ///
  /// - Throws: `storage` if the store cannot be read.
  public nonisolated func requests(of job: JobID) async throws(Failure) -> JobRequests? {
    try await store.requests(of: job)
  }

  /// Reads the attempts of a job with their results, oldest first.
  public nonisolated func attempts(of job: JobID) async throws(Failure) -> [Attempt] {
    try await store.jobs.attempts(of: job)
  }

  /// Returns the stored bytes of a body. Returns nil if the body is empty, or if `body` contains
  /// the bytes itself.
  public nonisolated func bytes(of body: StoredBody) -> StoredBytes? {
    store.bodies.bytes(of: body)
  }

  /// Reads past exchanges, including failed and cancelled exchanges, newest jobs first.
  public nonisolated func history(_ query: HistoryQuery) async throws(Failure) -> HistoryPage {
    try await store.history.exchanges(matching: query)
  }

  /// Reads the matching graphs, newest first.
  public nonisolated func graphs(matching query: GraphQuery = GraphQuery()) async throws(Failure)
    -> [GraphRun]
  {
    try await store.graphs.graphs(matching: query)
  }

  /// Returns the graph and step of those jobs that belong to graphs.
  public nonisolated func places(of jobs: [JobID]) async throws(Failure) -> [JobID: GraphPosition] {
    try await store.graphs.places(of: jobs)
  }

  /// Reads the columns of rows, each as a JSON object. Jobs that belong to no batch are left out.
  public nonisolated func values(of rows: [JobID]) async throws(Failure) -> [JobID: [UInt8]] {
    try await store.graphs.values(of: rows)
  }

  /// Reads the result of a step: the JSON of a local step, or the body of the last response to its
  /// job.
  public nonisolated func result(of place: GraphPosition) async throws(Failure) -> StoredBody {
    try await StepReader(seams: seams).result(of: place)
  }

  /// Returns the index, from 0, of the first failed or interrupted row after a given row, or nil if
  /// there is none.
  public nonisolated func failedRow(of graph: GraphID, after row: Int) async throws(Failure) -> Int?
  {
    try await graphReader.failedRow(of: graph, after: row)
  }

  // MARK: Waiting

  /// Waits until each job is finished, interrupted, or held by a question or a missing secret.
  ///
  /// Returns at once if all jobs are already in such a state, or if the task is cancelled.
  ///
  /// - Returns: The jobs in the order of the ids, in their current state. Unknown jobs are left
  ///   out.
  public func wait(for jobs: [JobID]) async throws(Failure) -> [Job] {
    try await waiting.jobs.wait(for: jobs) { (ids) throws(Failure) in
      try await store.jobs.jobs(numbered: ids)
    }
  }

  /// Waits until a graph has ended or cannot continue without the user. Returns at once if the
  /// graph is already in such a state, or if the task is cancelled.
  ///
  /// - Returns: The graph in its current state, or nil for an unknown graph.
  public func wait(for graph: GraphID) async throws(Failure) -> GraphRun? {
    try await waiting.graphs.wait(for: graph, in: graphReader) { lifetime.isQuitting }
  }

  /// Whether the store refused the last write.
  public var isStoreFailing: Bool { commits.health.isFailing }

  /// Whether nothing runs, nothing is being written, and all waiting jobs have been read.
  public var isIdle: Bool {
    pipeline.attempts.isEmpty && commits.isResting && !changes.reader.isLoading && graphs.isResting
      && offline.isResting
  }

  /// Waits until nothing runs and nothing is being written.
  public func waitUntilIdle() async { await wait(until: .idle) }

  /// Waits until nothing runs, nothing is being written, and no waiting job will start without a
  /// command: the remaining jobs are held or in a paused lane. If another process runs the queue,
  /// waits until that process has no work left, or has ended and this process has done the
  /// remaining work. Used by `queue run --until-idle`.
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
  /// change that may make the client idle.
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

  /// Polls the store for `waitUntilDrained` while another process runs the queue.
  private func lookAtRunner() {
    guard runner.isFollower, isIdle, !lifetime.isQuitting, waiting.idle.waitForDrained,
      waiting.idleWatch.begin()
    else { return }
    reporting { client in
      await client.waiting.idleWatch.run(
        while: { client.runner.isFollower && !client.lifetime.isQuitting },
        preparing: { () throws(Failure) in
          // A queue runner that quits pauses its lanes, although they still have work. With this
          // rule, the lanes are resumed, so that the wait includes their work.
          if client.runner.restartRule == .resumeLanes { try await client.resumeAfterRestart() }
        },
        whenQuiet: {
          // The queue runner may have ended in the meantime. Then this process must check the
          // remaining work.
          guard client.runner.isFollower, client.isIdle else { return false }
          client.waiting.idle.resume { $0 == .drained }
          return true
        })
    }
  }

  // MARK: Events

  /// Returns a stream of the events from now on, for programs that show jobs. Each call returns its
  /// own stream. The stream ends when the client ends.
  ///
  /// - Parameter buffering: The maximum number of unread events. Beyond it, the oldest events are
  ///   dropped and replaced by `dropped`. The reader must then reload the data that it shows.
  public func events(buffering: Int = 10_000) -> AsyncStream<ClientEvent> {
    publisher.events(limit: buffering)
  }

  /// Returns a stream of the failures that do not concern a single job, for example a lane that a
  /// server holds, or a store that accepts no writes.
  public func notices(buffering: Int = 100) -> AsyncStream<Failure> {
    publisher.notices(limit: buffering)
  }

  /// Returns the event log from now on. It contains changes of shared values only for the keys that
  /// were passed to `SharedValues.report`.
  ///
  /// - Parameters:
  ///   - words: The kinds of events to include. `dropped` is always included.
  ///   - buffering: The maximum number of unread events. Beyond it, the oldest events are dropped,
  ///     and a `dropped` event contains their number.
  public func eventLog(
    of words: Set<Event.Word> = Set(Event.Word.allCases), from scope: EventScope = .allProcesses,
    buffering: Int = 1000
  ) -> AsyncStream<Event> {
    publisher.log(of: words, from: scope, limit: buffering)
  }

  /// Returns the event log in batches, for readers that draw once per batch.
  package func eventBatches(
    of words: Set<Event.Word> = Set(Event.Word.allCases), from scope: EventScope = .allProcesses,
    buffering: Int = 1000
  ) -> AsyncStream<[Event]> {
    publisher.logBatches(of: words, from: scope, limit: buffering)
  }

  /// Logs the events of this process until the client ends. The task ends after the last event was
  /// passed to the logger.
  ///
  /// Subscribes only to events that the logger's level allows. Events of other processes are left
  /// out, because each process writes its own log.
  ///
  /// - Parameter buffering: The maximum number of events that wait to be logged. Beyond it, the
  ///   oldest events are dropped, and a line reports their number.
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
  /// - Throws: `secretMissing` for a reference without a value, `unsupported` for credentials that
  ///   brokers do not support.
  public func broker(of request: PreparedRequest) async throws(Failure) -> BrokerAddress {
    var secrets: [SecretReference: Secret] = [:]
    for reference in request.references { secrets[reference] = try await seams.secret(reference) }
    return try BrokerAddress(WireRequest(filling: request, with: secrets))
  }

  /// Publishes a failure that happened outside the client.
  package func report(_ failure: Failure) { publish(.noticed(failure)) }

  // MARK: Checks of programs before sending

  /// Returns the index and the fault of the first jq program that jq cannot parse, or nil if there
  /// is none. No program is run.
  ///
  /// - Throws: A failure if jq is not installed or did not respond.
  public func fault(
    inJQ texts: [String]
  ) async throws(Failure) -> (index: Int, fault: JQFault)? {
    try await JQCheck(programs: seams.programs).fault(in: texts)
  }

  /// Returns the index of the first assertion that cannot be checked, with the reason in one
  /// sentence, or nil if there is none. No program is run.
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

  /// Requests a stored response again, as a new immediate job with the request that created it.
  ///
  /// - Returns: The new job, or nil if the cache has no response with this id.
  /// - Throws: `notCached` if the request is no longer stored.
  public func refreshCached(_ id: CacheEntryID) async throws(Failure) -> JobID? {
    let job = try await resubmission.refresh(id) { pipeline.retries.newUUID() }
    guard let job else { return nil }
    return try await submit([job]).first
  }
}
