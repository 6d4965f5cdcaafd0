public import ClientModel

extension Attempt {
  /// Creates the next attempt of a waiting job or the next poll of a remote job.
  ///
  /// - Parameter hop: The redirect from which the job continues. Nil if the job sends its own
  ///   request.
  public init(
    next job: Job, sending request: PreparedRequest, from hop: RedirectHop?, at now: Timestamp
  ) {
    self.init(
      id: AttemptID(job: job.id, number: job.attempts + 1), hop: hop?.number ?? 0,
      method: request.method,
      displayURL: hop?.displayURL ?? (job.remote == nil ? job.displayURL : request.displayURL),
      origin: request.origin,
      body: BodyIdentity(of: request.body), idempotencyKey: request.idempotencyKey,
      started: now)
  }
}

/// Applies decisions to a job's row. The effects are the same in every store.
extension Job {
  /// Creates a job in its first state.
  public init(_ new: NewJob, id: JobID, at now: Timestamp) {
    self.init(
      id: id, state: new.state, since: now, created: now, lane: new.lane, priority: new.priority,
      position: Double(id.rawValue), scheduling: new.scheduling, method: new.request.method,
      displayURL: new.request.displayURL, name: new.name, call: new.call,
      isRepeatable: new.request.isRepeatable)
  }

  /// Whether an attempt may start. The job must wait for its start or its next poll, and must not
  /// be cancelled.
  public var mayStart: Bool {
    switch state {
    case .waiting: !cancelRequested
    case .polling(_, let next): !cancelRequested && next != nil
    case .held, .running, .succeeded, .failed, .cancelled, .skipped, .interrupted: false
    }
  }

  /// Whether the process that added the job may make its next attempt. The job must be immediate
  /// and wait for an attempt.
  var mayBelongToItsSender: Bool {
    guard scheduling == .immediate else { return false }
    if attempts == 0 { return since == created }
    switch state {
    case .waiting(.until), .polling: return true
    case .held, .waiting, .running, .succeeded, .failed, .cancelled, .skipped, .interrupted:
      return false
    }
  }

  /// Whether the next attempt continues from a redirect. A succeeded job and a remote job send
  /// their own request if they are retried.
  public var goesOnFromHop: Bool { remote == nil && state != .succeeded }

  /// Returns the request to send next. This is the job's own request, the request of a redirect, or
  /// the poll of a remote job.
  ///
  /// - Throws: A failure if the server named an address that must not be polled.
  public func sending(
    _ request: PreparedRequest, from hop: RedirectHop?
  ) throws(Failure) -> PreparedRequest {
    guard let remote else { return hop?.request ?? request }
    if let question = request.pollRequest(remote) { return question }
    throw Failure(
      .invalidRequest, what: "The job was not polled at its server.",
      why: "Its status URL is not http or https, or leads from https to http.",
      whatToDo: "Look at the response to its request. A retry sends the request again.")
  }

  /// Records that an attempt has started.
  public mutating func start(_ attempt: Attempt) {
    state = .running(attempt: attempt.id.number)
    since = attempt.started
    attemptLimit = nil
    attempts = max(attempts, attempt.id.number)
    // If the user gives a command from now on, it applies to the next poll.
    remote?.userRequest = .none
    seriesAttempts += 1
    if seriesStart == nil { seriesStart = attempt.started }
  }

  /// Records that the job follows a redirect. `since` remains the start of the first hop.
  public mutating func hop(to attempt: Attempt) {
    state = .running(attempt: attempt.id.number)
    attempts = max(attempts, attempt.id.number)
  }

  /// Applies the end of an attempt. The state changes only if this attempt is still running.
  /// Otherwise, a late end would undo a newer decision.
  public mutating func end(_ end: AttemptEnd) {
    guard state == .running(attempt: end.id.number) else { return }
    if end.result.isUnprocessed { seriesAttempts = max(0, seriesAttempts - 1) }
    status = end.result.head?.status
    bodyLength = end.result.head == nil ? nil : end.result.body.length
    elapsed = end.result.timings.total
    check = CheckTally(
      end.result.verdicts, end.protection == .sealed ? .withheld : .shown)
    var next = end.next
    switch end.remote {
    case .unchanged: break
    case .set(var standing):
      // The user gave a command during the poll.
      if let wish = remote?.userRequest, wish != .none, case .polling(let word, _) = next {
        standing.userRequest = wish == .cancel ? .cancel : .none
        next = .polling(word: word, next: wish == .cancel ? end.at : nil)
      }
      remote = standing
    case .abandoned: remote = nil
    }
    if let next { move(to: next, at: end.at) }
    if case .waiting(.until) = state { attemptLimit = end.attemptLimit }
  }

  /// Applies a change. A property of the change that is nil has no effect.
  public mutating func apply(_ change: JobChange) {
    if let next = change.state { move(to: next, at: change.at) }
    if let value = change.priority { priority = value }
    if let value = change.position { position = value }
    if let value = change.cancelRequested { cancelRequested = value }
    if change.series == .restarted { (seriesAttempts, seriesStart) = (0, nil) }
    switch change.remote {
    case .unchanged: break
    case .set(let standing): remote = standing
    case .abandoned: remote = nil
    }
  }

  private mutating func move(to next: JobState, at moment: Timestamp) {
    // A wait for the next attempt may move, for example with the clock.
    if case .waiting(.until) = next {} else { attemptLimit = nil }
    state = next
    since = moment
    // The request to stop was fulfilled or came too late. It must not affect a later retry.
    if next.word.isFinished { cancelRequested = false }
  }
}
