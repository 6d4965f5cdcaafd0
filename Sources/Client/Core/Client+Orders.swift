public import ClientModel

/// What a user may tell jobs to do. Each call commits, then returns the jobs it changed; a job that
/// an order does not apply to is left out.
extension Client {
  /// Keeps waiting jobs back.
  @discardableResult
  public func hold(_ jobs: [JobID]) async throws(Failure) -> [Job] {
    let now = clock.now
    return try await change(jobs) { JobOrders.hold($0, at: now) }
  }

  /// Lets held jobs go; a question is thereby answered yes.
  @discardableResult
  public func release(_ jobs: [JobID]) async throws(Failure) -> [Job] {
    let now = clock.now
    let answered = try await OrderReader(storage: storage).answeredQuestions(jobs)
    return try await change(jobs) { job in
      let answer = answered[job.id]
      return JobOrders.release(job, at: now, request: answer?.request, hop: answer?.hop)
    }
  }

  /// Answers the question of a held job: yes lets it go on, no cancels it.
  @discardableResult
  public func answer(_ job: JobID, _ answer: QuestionAnswer) async throws(Failure) -> [Job] {
    switch answer {
    case .yes: try await release([job])
    case .no: try await cancel([job])
    }
  }

  /// Stops jobs in whatever state; one that runs in another process is stopped there.
  @discardableResult
  public func cancel(_ jobs: [JobID]) async throws(Failure) -> [Job] {
    let now = clock.now
    return try await change(jobs) { JobOrders.cancel($0, at: now) }
  }

  /// Sends jobs again as new attempts of the same jobs.
  @discardableResult
  public func retry(_ jobs: [JobID]) async throws(Failure) -> [Job] {
    let now = clock.now
    let changed = try await change(jobs) { JobOrders.retry($0, at: now) }
    try await retryGraphs(of: changed)
    return changed
  }

  /// Sends every failed job again, of one lane or of all, except jobs that may take effect twice.
  ///
  /// - Returns: The jobs that are sent again, and those that are not; `retry` sends these too.
  @discardableResult
  public func retryFailed(in lane: LaneKey? = nil) async throws(Failure) -> FailedRetry {
    let now = clock.now
    let failed = JobQuery(states: [.failed], lane: lane)
    let changed = try await absorbing { () throws(Failure) in
      try await storage.change(matching: failed) {
        $0.mayRepeatEffect ? nil : JobOrders.retry($0, at: now)
      }
    }
    try await retryGraphs(of: changed)
    let left = try await storage.jobs(matching: failed).filter(\.mayRepeatEffect)
    return FailedRetry(retried: changed, withheld: left)
  }

  /// Marks interrupted jobs as having taken effect.
  @discardableResult
  public func resolve(_ jobs: [JobID]) async throws(Failure) -> [Job] {
    let now = clock.now
    return try await change(jobs) { JobOrders.resolveAsDone($0, at: now) }
  }

  /// Moves a job that has not begun to another place in its lane; it takes on the priority there.
  @discardableResult
  public func reorder(_ job: JobID, to place: QueuePlace) async throws(Failure) -> [Job] {
    guard let target = try await OrderReader(storage: storage).target(of: job, at: place) else {
      return []
    }
    let now = clock.now
    return try await change([job]) {
      JobOrders.reorder($0, at: now, priority: target.priority, position: target.position)
    }
  }

  /// Makes new jobs of the same requests; an idempotency key is made anew.
  public func runAgain(_ jobs: [JobID]) async throws(Failure) -> [JobID] {
    var new: [NewJob] = []
    for job in try await storage.jobs(matching: JobQuery(ids: jobs, order: .oldestFirst)) {
      guard var request = try await storage.request(of: job.id) else { continue }
      if request.idempotencyKey != nil {
        request.idempotencyKey = pipeline.retries.newUUID()
        request.headers.removeAll { $0.name.caseInsensitiveEquals("Idempotency-Key") }
      }
      // Whoever runs nothing cannot send at once what it adds.
      let urgency = runner.role == .visitor ? .queued : job.urgency
      new.append(
        NewJob(
          request: request, lane: job.lane, priority: job.priority, urgency: urgency,
          name: job.name))
    }
    return new.isEmpty ? [] : try await submit(new)
  }

  /// Copies the files a request sends into the store: submitted as a job, it sends what they hold
  /// now, whatever becomes of them meanwhile. The copies go with the job.
  public func snapshot(_ request: PreparedRequest) async throws(Failure) -> PreparedRequest {
    try await storage.snapshot(request)
  }

  /// Forgets finished jobs with their answers, of one lane or of all. Returns how many.
  @discardableResult
  public func clearFinished(in lane: LaneKey? = nil) async throws(Failure) -> Int {
    if lane == nil { _ = try await storage.removeGraphs(matching: GraphQuery(standing: .ended)) }
    return try await storage.remove(
      matching: JobQuery(states: Set(JobState.Word.allCases.filter(\.isFinished)), lane: lane))
  }

  /// Forgets what ended longer ago than a span, and of the rest the oldest over a size of kept bodies.
  /// Returns how many jobs.
  ///
  /// - Parameters: Nil for what holds anyway; see `ClientOptions`.
  public func prune(
    olderThan span: Duration? = nil, keeping size: ByteCount? = nil
  ) async throws(Failure) -> Int {
    try await storage.prune(
      olderThan: clock.now.advanced(by: .zero - (span ?? options.keptSpan)),
      keeping: size ?? options.keptSize)
  }

  /// Forgets these jobs, if they are finished. Returns how many.
  @discardableResult
  public func forget(_ jobs: [JobID]) async throws(Failure) -> Int {
    try await storage.remove(matching: JobQuery(ids: jobs))
  }

  // MARK: Pages

  /// Asks for the page before or after the one that a job brought, as a new urgent job.
  ///
  /// - Throws: Why there is none.
  public func submitPage(_ page: PageLink, of job: JobID) async throws(Failure) -> JobID? {
    guard let old = try await storage.jobs(matching: JobQuery(ids: [job])).first,
      let request = try await storage.request(of: job),
      let attempt = try await storage.attempts(of: job).last(where: { $0.result?.head != nil }),
      let head = attempt.result?.head
    else {
      throw Failure(
        .invalidRequest, what: "There is no other page.", why: "Job \(job) has no answer.",
        whatToDo: "Wait for its answer, or send it again.")
    }
    let next = try page.request(after: request, at: attempt.displayURL, answered: head)
    let urgency: Job.Urgency = runner.role == .visitor ? .queued : .now
    return try await submit([
      NewJob(request: next, lane: old.lane, urgency: urgency, name: old.name)
    ]).first
  }

  // MARK: Jobs that a server works on

  /// Asks for these jobs now, also those whose asking was paused.
  @discardableResult
  public func askNow(_ jobs: [JobID]) async throws(Failure) -> [Job] {
    let now = clock.now
    return try await change(jobs) { RemoteOrders.ask($0, at: now) }
  }

  /// Tells the servers to stop work on these jobs. Each ends when its server has confirmed that; one
  /// that refuses is asked for as before.
  @discardableResult
  public func cancelAtServer(_ jobs: [JobID]) async throws(Failure) -> [Job] {
    let now = clock.now
    return try await change(jobs) { RemoteOrders.cancelAtServer($0, at: now) }
  }

  /// Asks no more for these jobs and drops them from the queue; their servers may go on.
  ///
  /// - Returns: How many were dropped.
  @discardableResult
  public func dropRemote(_ jobs: [JobID]) async throws(Failure) -> Int {
    let now = clock.now
    let stopped = try await change(jobs) { job in
      switch job.state {
      case .polling: JobOrders.cancel(job, at: now)
      case .held, .interrupted: job.remote == nil ? nil : JobOrders.cancel(job, at: now)
      case .waiting, .running, .succeeded, .failed, .cancelled, .skipped: nil
      }
    }
    return try await storage.remove(matching: JobQuery(ids: stopped.map(\.id)))
  }

  func change(
    _ jobs: [JobID], _ decide: @escaping @Sendable (Job) -> JobChange?
  ) async throws(Failure) -> [Job] {
    try await absorbing { () throws(Failure) in try await storage.change(jobs, decide) }
  }
}
