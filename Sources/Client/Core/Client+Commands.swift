public import ClientModel

/// The commands on jobs and lanes. Unless documented otherwise, a command commits its changes and
/// returns the changed jobs or lanes. Jobs to which the command does not apply are omitted.
extension Client {
  /// Holds waiting jobs. They start only after they are released.
  ///
  /// - Returns: The changed jobs.
  @discardableResult
  public func hold(_ jobs: [JobID]) async throws(Failure) -> [Job] {
    try await change(jobs, JobCommands.hold)
  }

  /// Releases held jobs. If a job is held by a question, releasing it answers the question with
  /// yes.
  @discardableResult
  public func release(_ jobs: [JobID]) async throws(Failure) -> [Job] {
    let answered = try await CommandDataReader(jobs: store.jobs).answeredQuestions(jobs)
    return try await change(jobs) { job, now in
      let answer = answered[job.id]
      return JobCommands.release(job, at: now, request: answer?.request, hop: answer?.hop)
    }
  }

  /// Answers the question of a held job. Yes releases the job, and no cancels it.
  @discardableResult
  public func answer(_ job: JobID, _ answer: QuestionAnswer) async throws(Failure) -> [Job] {
    switch answer {
    case .yes: try await release([job])
    case .no: try await cancel([job])
    }
  }

  /// Cancels unfinished and interrupted jobs. A running job is stopped by the process that runs it.
  @discardableResult
  public func cancel(_ jobs: [JobID]) async throws(Failure) -> [Job] {
    try await change(jobs, JobCommands.cancel)
  }

  /// Retries jobs. Each retry is a new attempt of the same job.
  @discardableResult
  public func retry(_ jobs: [JobID]) async throws(Failure) -> [Job] {
    let changed = try await change(jobs, JobCommands.retry)
    try await retryGraphs(of: changed)
    return changed
  }

  /// Marks interrupted jobs as succeeded, because the user knows that they took effect.
  @discardableResult
  public func resolve(_ jobs: [JobID]) async throws(Failure) -> [Job] {
    try await change(jobs, JobCommands.resolveAsDone)
  }

  /// Moves a job that has not started to a new position in its lane. The job gets the priority of
  /// that position.
  @discardableResult
  public func reorder(_ job: JobID, to place: QueuePosition) async throws(Failure) -> [Job] {
    guard let target = try await CommandDataReader(jobs: store.jobs).target(of: job, at: place)
    else {
      return []
    }
    return try await change([job]) {
      JobCommands.reorder($0, at: $1, priority: target.priority, position: target.position)
    }
  }

  /// Adds new jobs with the same requests, but with new idempotency keys.
  public func runAgain(_ jobs: [JobID]) async throws(Failure) -> [JobID] {
    let new = try await resubmission.again(jobs) { pipeline.retries.newUUID() }
    return new.isEmpty ? [] : try await submit(new)
  }

  /// Copies the files of a request's body into the store. Returns a request that refers to the
  /// copies.
  ///
  /// A job with this request sends the current content of the files, even if they change before the
  /// job is sent. The copies are deleted together with the job.
  public func snapshot(_ request: PreparedRequest) async throws(Failure) -> PreparedRequest {
    try await store.bodies.snapshot(request)
  }

  /// Deletes the finished jobs of a lane, and their responses. If `lane` is nil, the finished jobs
  /// of all lanes and the ended graphs are deleted.
  ///
  /// - Parameter deletion: The identifier for undoing the deletion with `restore`. Nil makes the
  ///   deletion permanent.
  /// - Returns: The number of deleted jobs.
  @discardableResult
  public func clearFinished(
    in lane: LaneKey? = nil, as deletion: DeletionID? = nil
  ) async throws(Failure) -> Int {
    try await store.jobs.remove(
      Removal(
        jobs: JobQuery(lane: lane), graphs: lane == nil ? GraphQuery(progress: .ended) : nil,
        as: deletion))
  }

  /// Deletes the finished jobs that are too old. Then deletes the oldest finished jobs until the
  /// total size of the bodies is within the limit.
  ///
  /// - Parameters:
  ///   - span: The maximum age of a job, or nil for that of `ClientOptions`.
  ///   - size: The maximum total size of the bodies, or nil for that of `ClientOptions`.
  /// - Returns: The number of deleted jobs.
  public func prune(
    olderThan span: Duration? = nil, retaining size: ByteCount? = nil
  ) async throws(Failure) -> Int {
    try await store.jobs.remove(
      .retention(
        olderThan: clock.now.advanced(by: .zero - (span ?? options.retention)),
        retaining: size ?? options.retentionSize))
  }

  /// Deletes jobs and their responses. Jobs that are not finished remain.
  ///
  /// - Parameter deletion: The identifier for undoing the deletion with `restore`. Nil makes the
  ///   deletion permanent.
  /// - Returns: The number of deleted jobs.
  @discardableResult
  public func delete(_ jobs: [JobID], as deletion: DeletionID? = nil) async throws(Failure) -> Int {
    try await store.jobs.remove(Removal(jobs: JobQuery(ids: jobs), as: deletion))
  }

  /// Undoes a deletion of this client.
  ///
  /// - Returns: The number of restored jobs.
  @discardableResult
  public func restore(_ deletion: DeletionID) async throws(Failure) -> Int {
    try await store.jobs.restore(deletion)
  }

  // MARK: Pages

  /// Requests the next or previous page of a response. The request is a new immediate job.
  ///
  /// - Throws: The reason why there is no such page.
  public func submitPage(_ page: PageLink, of job: JobID) async throws(Failure) -> JobID? {
    let new = try await resubmission.page(page, of: job) { pipeline.retries.newUUID() }
    return try await submit([new]).first
  }

  /// Returns whether the server has a next or previous page for a response.
  ///
  /// - Throws: The reason why this is unknown.
  public func standing(of page: PageLink, _ job: JobID) async throws(Failure) -> PageAvailability {
    try await resubmission.standing(of: page, job)
  }

  var resubmission: Resubmission {
    Resubmission(
      store: store, cache: cache,
      scheduling: runner.role == .visitor ? .queued : .immediate)
  }

  // MARK: Jobs that a server processes

  /// Polls the servers of remote jobs now. Jobs whose polling was paused are also polled.
  @discardableResult
  public func pollNow(_ jobs: [JobID]) async throws(Failure) -> [Job] {
    try await change(jobs, RemoteJobCommands.ask)
  }

  /// Polls the work that a server accepted with the response of a job. The polls are a new
  /// immediate job, and the request is not sent again.
  ///
  /// - Throws: The reason why there is nothing to poll.
  package func submitPoll(of job: JobID) async throws(Failure) -> JobID? {
    try await submit([try await resubmission.poll(of: job)]).first
  }

  /// Asks the servers to cancel remote jobs. A job ends when its server confirms. If the server
  /// refuses, polling continues.
  @discardableResult
  public func cancelAtServer(_ jobs: [JobID]) async throws(Failure) -> [Job] {
    try await change(jobs, RemoteJobCommands.cancelAtServer)
  }

  /// Stops polling remote jobs and deletes them. Their servers may continue the work.
  ///
  /// - Returns: The number of deleted jobs.
  @discardableResult
  public func dropRemote(_ jobs: [JobID]) async throws(Failure) -> Int {
    let stopped = try await change(jobs, RemoteJobCommands.drop)
    return try await store.jobs.remove(Removal(jobs: JobQuery(ids: stopped.map(\.id))))
  }

  func change(
    _ jobs: [JobID], _ decide: @escaping @Sendable (Job, Timestamp) -> JobChange?
  ) async throws(Failure) -> [Job] {
    let now = clock.now
    return try await absorbing { () throws(Failure) in
      try await store.jobs.change(jobs) { decide($0, now) }
    }
  }

  // MARK: Lanes

  /// Returns all lanes, with the number of their jobs in each state.
  public nonisolated func lanes() async throws(Failure) -> [LaneTally] {
    try await store.lanes.lanes().filter { $0.lane.key != .future }
  }

  /// Returns the pause of new lanes, or `none` if they are not paused.
  public nonisolated func futurePause() async throws(Failure) -> Lane.Pause {
    try await store.lanes.lanes().first { $0.lane.key == .future }?.lane.pause ?? .none
  }

  /// Pauses a lane. None of its waiting jobs starts, and running jobs finish.
  @discardableResult
  public func pause(_ lane: LaneKey) async throws(Failure) -> Lane {
    let now = clock.now
    return try await change(lane) { $0.pause(.byUser, at: now) }
  }

  /// Pauses all lanes. Lanes that are created later are also paused.
  ///
  /// - Returns: The changed lanes.
  @discardableResult
  public func pauseAll() async throws(Failure) -> [Lane] {
    let now = clock.now
    return try await changeAll { $0.pause(.byUser, at: now) }
  }

  /// Ends the pause of a lane, regardless of the reason for the pause. Jobs then start in the free
  /// slots.
  @discardableResult
  public func resume(_ lane: LaneKey) async throws(Failure) -> Lane {
    try await change(lane) { $0.pause = .none }
  }

  /// Ends the pauses of all lanes, and the pause of lanes that are created later.
  ///
  /// - Returns: The changed lanes.
  @discardableResult
  public func resumeAll() async throws(Failure) -> [Lane] {
    try await changeAll { $0.pause = .none }
  }

  /// Ends the pauses that a restart caused. Pauses set by the user remain.
  @discardableResult
  public func resumeAfterRestart() async throws(Failure) -> [Lane] {
    try await changeAll { if $0.pause == .byRestart { $0.pause = .none } }
  }

  /// Sets the maximum number of running jobs of a lane. It is at least 1 and takes effect at once.
  @discardableResult
  public func setLimit(_ limit: Int, of lane: LaneKey) async throws(Failure) -> Lane {
    try await change(lane) { $0.limit = max(1, limit) }
  }

  /// Sets the maximum number of jobs that start per second in a lane. Nil means no limit.
  @discardableResult
  public func setRate(_ rate: Double?, of lane: LaneKey) async throws(Failure) -> Lane {
    try await change(lane) { lane in
      if let rate, rate > 0, rate.isFinite { lane.rate = rate } else { lane.rate = nil }
    }
  }

  /// Ends the hold that a `Retry-After` set for a lane.
  @discardableResult
  public func liftHold(of lane: LaneKey) async throws(Failure) -> Lane {
    try await change(lane) { $0.heldUntil = nil }
  }

  /// Sets the maximum number of connections, in total and per host. Takes effect at once, even for
  /// requests that wait for a connection. Applies only to this process and is not stored.
  public nonisolated func setConnectionPool(_ pool: ConnectionPool) { transport.use(pool) }

  /// Applies changed lanes to the queue, publishes them, and starts the jobs that may start.
  func absorb(_ lanes: [Lane], from place: Event.Process = .this) {
    guard !lanes.isEmpty else { return }
    for lane in lanes { queue.set(lane) }
    publish(.lanesChanged(lanes), from: place)
    fill()
  }

  @discardableResult
  func change(
    _ key: LaneKey, _ decide: @escaping @Sendable (inout Lane) -> Void
  ) async throws(Failure) -> Lane {
    let lane = try await store.lanes.changeLane(key, decide)
    absorb([lane])
    return lane
  }

  private func changeAll(
    _ decide: @escaping @Sendable (inout Lane) -> Void
  ) async throws(Failure) -> [Lane] {
    let changed = try await store.lanes.changeLanes(nil, decide)
    absorb(changed)
    return changed.filter { $0.key != .future }
  }

  /// Stores a value in the cache as the response to later requests that equal this one.
  ///
  /// - Throws: The reason why the cache did not store the value.
  @discardableResult
  public func putIntoCache(
    _ value: CachedValue, for request: PreparedRequest, in lane: LaneKey
  ) async throws(Failure) -> StoredResponse {
    try await CacheWriter(worker: attemptWorker, publisher: publisher)
      .put(value, for: request, in: lane.workspace)
  }
}
