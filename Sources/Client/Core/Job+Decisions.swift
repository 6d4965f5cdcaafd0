public import ClientModel

extension Attempt {
  /// The next attempt of a job that waits, or the next question for one that a server works on.
  ///
  /// - Parameter hop: The redirect that the job goes on from; nil for its own request.
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

/// What a decision does to a job's row: the same in every storage.
extension Job {
  /// A job as it is when it has just been added.
  public init(_ new: NewJob, id: JobID, at now: Timestamp) {
    self.init(
      id: id, state: new.state, since: now, created: now, lane: new.lane, priority: new.priority,
      position: Double(id.rawValue), scheduling: new.scheduling, method: new.request.method,
      displayURL: new.request.displayURL, name: new.name, call: new.call,
      isRepeatable: new.request.isRepeatable)
  }

  /// True when an attempt may start: the job was neither changed nor cancelled before.
  public var mayStart: Bool {
    switch state {
    case .waiting: !cancelRequested
    case .polling(_, let next): !cancelRequested && next != nil
    case .held, .running, .succeeded, .failed, .cancelled, .skipped, .interrupted: false
    }
  }

  /// Whether the process that added the job may make its next attempt: an immediate job that waits for its
  /// first or next attempt.
  var mayBelongToItsSender: Bool {
    guard scheduling == .immediate else { return false }
    if attempts == 0 { return since == created }
    switch state {
    case .waiting(.until), .polling: return true
    case .held, .waiting, .running, .succeeded, .failed, .cancelled, .skipped, .interrupted:
      return false
    }
  }

  /// True while a redirect that the job followed is what its next attempt goes on from. Not once it
  /// succeeded, nor when a server works on it: a later retry sends the job's own request.
  public var goesOnFromHop: Bool { remote == nil && state != .succeeded }

  /// What goes on the wire next: the request as committed, or the one of the redirect it goes on from,
  /// or a question to the server that works on the job.
  ///
  /// - Throws: The error to report when that server may not be asked at the address it gave.
  public func sending(
    _ request: PreparedRequest, from hop: RedirectHop?
  ) throws(Failure) -> PreparedRequest {
    guard let remote else { return hop?.request ?? request }
    if let question = request.asking(remote) { return question }
    throw Failure(
      .invalidRequest, what: "The job was not asked for at its server.",
      why: "The address it gave is not http or https, or leaves https.",
      whatToDo: "Look at the response to the submit; retry sends the request anew.")
  }

  /// Goes on the wire.
  public mutating func start(_ attempt: Attempt) {
    state = .running(attempt: attempt.id.number)
    since = attempt.started
    attempts = max(attempts, attempt.id.number)
    // What is wished from here on is for the question after this one.
    remote?.wish = .none
    seriesAttempts += 1
    if seriesStart == nil { seriesStart = attempt.started }
  }

  /// Follows a redirect; it has been running since its first hop.
  public mutating func hop(to attempt: Attempt) {
    state = .running(attempt: attempt.id.number)
    attempts = max(attempts, attempt.id.number)
  }

  /// Takes what an attempt brought. The state moves only if this attempt is the one that runs:
  /// a late end must not undo what somebody decided meanwhile.
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
      // Somebody wished for something while the question was on its way.
      if let wish = remote?.wish, wish != .none, case .polling(let word, _) = next {
        standing.wish = wish == .cancel ? .cancel : .none
        next = .polling(word: word, next: wish == .cancel ? end.at : nil)
      }
      remote = standing
    case .abandoned: remote = nil
    }
    if let next { move(to: next, at: end.at) }
  }

  /// Takes a decision's changes.
  public mutating func apply(_ change: JobChange) {
    if let next = change.state { move(to: next, at: change.at) }
    if let value = change.priority { priority = value }
    if let value = change.position { position = value }
    if let value = change.cancelRequested { cancelRequested = value }
    if change.series == .anew { (seriesAttempts, seriesStart) = (0, nil) }
    switch change.remote {
    case .unchanged: break
    case .set(let standing): remote = standing
    case .abandoned: remote = nil
    }
  }

  private mutating func move(to next: JobState, at moment: Timestamp) {
    state = next
    since = moment
    // The wish to stop is fulfilled, or came too late; a later retry starts without it.
    if next.word.isFinished { cancelRequested = false }
  }
}
