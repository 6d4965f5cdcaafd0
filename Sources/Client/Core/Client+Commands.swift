public import ClientModel

/// The commands on jobs and lanes. Unless stated otherwise, a command commits its changes and
/// returns the changed jobs or lanes. A job to which a command does not apply is left out.
extension Client {
  /// Holds waiting jobs. They do not start until they are released.
  ///
  /// - Returns: The changed jobs.
  @discardableResult
  public func hold(_ jobs: [JobID]) async throws(Failure) -> [Job] {
    try await change(jobs, JobCommands.hold)
  }

  /// Releases held jobs. For a job that is held by a question, this is the answer yes.
  @discardableResult
  public func release(_ jobs: [JobID]) async throws(Failure) -> [Job] {
    let answered = try await CommandDataReader(jobs: store.jobs).answeredQuestions(jobs)
    return try await change(jobs) { job, now in
      let answer = answered[job.id]
      return JobCommands.release(job, at: now, request: answer?.request, hop: answer?.hop)
    }
  }

  /// Answers the question of a held job. The answer yes releases the job, and the answer no cancels
  /// it.
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

  /// Retries jobs, as new attempts of the same jobs.
  @discardableResult
  public func retry(_ jobs: [JobID]) async throws(Failure) -> [Job] {
    let changed = try await change(jobs, JobCommands.retry)
    try await retryGraphs(of: changed)
    return changed
  }

  /// Marks interrupted jobs as having taken effect.
  @discardableResult
  public func resolve(_ jobs: [JobID]) async throws(Failure) -> [Job] {
    try await change(jobs, JobCommands.resolveAsDone)
  }

  /// Moves a job that has not started to another place in its lane. The job gets the priority of
  /// the new place.
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

  /// Copies the files of a request's body into the store, and returns a request that refers to the
  /// copies. A job with the returned request sends the content that the files have now, even if the
  /// files change before the job is sent. The copies are deleted with the job.
  public func snapshot(_ request: PreparedRequest) async throws(Failure) -> PreparedRequest {
    try await store.bodies.snapshot(request)
  }

  /// Deletes the finished jobs of one lane, or of all lanes, with their responses. If `lane` is
  /// nil, ended graphs are deleted too.
  ///
  /// - Parameter deletion: The identifier that `restore` needs to undo the deletion, or nil for a
  ///   permanent deletion.
  /// - Returns: The number of deleted jobs.
  @discardableResult
  public func clearFinished(
    in lane: LaneKey? = nil, as deletion: DeletionID? = nil
  ) async throws(Failure) -> Int {
    try await store.jobs.remove(
      Removal(
        jobs: JobQuery(lane: lane), graphs: lane == nil ? GraphQuery(standing: .ended) : nil,
        as: deletion))
  }

  /// Deletes the finished jobs that ended longer ago than a time span. Then deletes the oldest of
  /// the other finished jobs until the total size of the remaining bodies is within a limit.
  ///
  /// - Parameters: A limit that is nil is taken from `ClientOptions`.
  /// - Returns: The number of deleted jobs.
  public func prune(
    olderThan span: Duration? = nil, retaining size: ByteCount? = nil
  ) async throws(Failure) -> Int {
    try await store.jobs.remove(
      .retention(
        olderThan: clock.now.advanced(by: .zero - (span ?? options.retention)),
        retaining: size ?? options.retentionSize))
  }

  /// Deletes the finished jobs among these, with their responses.
  ///
  /// - Parameter deletion: The identifier that `restore` needs to undo the deletion, or nil for a
  ///   permanent deletion.
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

  /// Requests the next or previous page of a job's response as a new immediate job.
  ///
  /// - Throws: The reason why there is no such page.
  public func submitPage(_ page: PageLink, of job: JobID) async throws(Failure) -> JobID? {
    let new = try await resubmission.page(page, of: job) { pipeline.retries.newUUID() }
    return try await submit([new]).first
  }

  /// Returns whether the server has a page after or before the page in a job's response.
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

  /// Polls the servers of these remote jobs now, including jobs whose polling was paused.
  @discardableResult
  public func pollNow(_ jobs: [JobID]) async throws(Failure) -> [Job] {
    try await change(jobs, RemoteJobCommands.ask)
  }

  /// Asks the servers to cancel these remote jobs. A job ends when its server has confirmed. If the
  /// server refuses, the job is polled as before.
  @discardableResult
  public func cancelAtServer(_ jobs: [JobID]) async throws(Failure) -> [Job] {
    try await change(jobs, RemoteJobCommands.cancelAtServer)
  }

  /// Stops polling these remote jobs and deletes them. Their servers may continue the work.
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

  /// Returns every lane with the number of its jobs in each state.
  public nonisolated func lanes() async throws(Failure) -> [LaneTally] {
    try await store.lanes.lanes().filter { $0.lane.key != .future }
  }

  /// Returns the pause that new lanes get, or `none` if new lanes are not paused.
  public nonisolated func futurePause() async throws(Failure) -> Lane.Pause {
    try await store.lanes.lanes().first { $0.lane.key == .future }?.lane.pause ?? .none
  }

  /// Pauses a lane: no more of its jobs start. Running jobs finish.
  @discardableResult
  public func pause(_ lane: LaneKey) async throws(Failure) -> Lane {
    try await change(lane) { $0.pause = .byUser }
  }

  /// Pauses every lane, including lanes that do not exist yet.
  ///
  /// - Returns: The changed lanes.
  @discardableResult
  public func pauseAll() async throws(Failure) -> [Lane] {
    try await changeAll { $0.pause = .byUser }
  }

  /// Ends the pause of a lane, whatever its reason, and fills its free slots.
  @discardableResult
  public func resume(_ lane: LaneKey) async throws(Failure) -> Lane {
    try await change(lane) { $0.pause = .none }
  }

  /// Ends every pause, including the pause of lanes that do not exist yet.
  ///
  /// - Returns: The changed lanes.
  @discardableResult
  public func resumeAll() async throws(Failure) -> [Lane] {
    try await changeAll { $0.pause = .none }
  }

  /// Ends the pauses that a restart caused. The user's own pauses remain.
  @discardableResult
  public func resumeAfterRestart() async throws(Failure) -> [Lane] {
    try await changeAll { if $0.pause == .byRestart { $0.pause = .none } }
  }

  /// Sets the maximum number of running jobs of a lane, at least 1. Takes effect at once.
  @discardableResult
  public func setLimit(_ limit: Int, of lane: LaneKey) async throws(Failure) -> Lane {
    try await change(lane) { $0.limit = max(1, limit) }
  }

  /// Sets the maximum number of jobs of a lane that start per second, or nil for no limit.
  @discardableResult
  public func setRate(_ rate: Double?, of lane: LaneKey) async throws(Failure) -> Lane {
    try await change(lane) { lane in
      if let rate, rate > 0, rate.isFinite { lane.rate = rate } else { lane.rate = nil }
    }
  }

  /// Ends the hold of a lane that a server's Retry-After caused.
  @discardableResult
  public func liftHold(of lane: LaneKey) async throws(Failure) -> Lane {
    try await change(lane) { $0.heldUntil = nil }
  }

  /// Limits the connections in total and per host. Takes effect at once, including for requests
  /// that wait for a connection. Applies only to this process and is not stored.
  public nonisolated func setConnectionPool(_ pool: ConnectionPool) { transport.use(pool) }

  /// Updates lanes in the queue, publishes the changes and starts the jobs that may start.
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
