package import ClientModel

extension Attempt {
  /// The next try of a job that waits.
  package init(next job: Job, sending request: PreparedRequest, at now: Timestamp) {
    self.init(
      id: AttemptID(job: job.id, number: job.attempts + 1), hop: 0, method: job.method,
      displayURL: job.displayURL, origin: request.origin,
      body: BodyIdentity(of: request.body), idempotencyKey: request.idempotencyKey,
      started: now)
  }
}

/// What a decision does to a job's row: the same in every storage.
extension Job {
  /// A job as it is when it has just been added.
  package init(_ new: NewJob, id: JobID, at now: Timestamp) {
    self.init(
      id: id, state: new.state, since: now, created: now, lane: new.lane, priority: new.priority,
      position: Double(id.rawValue), urgency: new.urgency, method: new.request.method,
      displayURL: new.request.displayURL, name: new.name, isRepeatable: new.request.isRepeatable)
  }

  /// True when an attempt may go on the wire: nobody changed or cancelled the job first.
  package var mayStart: Bool {
    if case .waiting = state { !cancelRequested } else { false }
  }

  /// Goes on the wire.
  package mutating func start(_ attempt: Attempt) {
    state = .running(attempt: attempt.id.number)
    since = attempt.started
    attempts = max(attempts, attempt.id.number)
    tries += 1
    if firstTry == nil { firstTry = attempt.started }
  }

  /// Follows a redirect; it has been running since its first hop.
  package mutating func hop(to attempt: Attempt) {
    state = .running(attempt: attempt.id.number)
    attempts = max(attempts, attempt.id.number)
  }

  /// Takes what an attempt brought. The state moves only if this attempt is the one that runs:
  /// a late end must not undo what somebody decided meanwhile.
  package mutating func end(_ end: AttemptEnd) {
    guard state == .running(attempt: end.id.number) else { return }
    status = end.result.head?.status
    bodyLength = end.result.head == nil ? nil : end.result.body.length
    elapsed = end.result.timings.total
    if let request = end.request { goOn(with: request) }
    if let next = end.next { move(to: next, at: end.at) }
  }

  /// Takes a decision's changes.
  package mutating func apply(_ change: JobChange) {
    if let next = change.state { move(to: next, at: change.at) }
    if let value = change.priority { priority = value }
    if let value = change.position { position = value }
    if let value = change.cancelRequested { cancelRequested = value }
    if let request = change.request { goOn(with: request) }
    if change.series == .anew { (tries, firstTry) = (0, nil) }
  }

  private mutating func move(to next: JobState, at moment: Timestamp) {
    state = next
    since = moment
    // The wish to stop is fulfilled, or came too late; a later retry starts without it.
    if next.word.isFinished { cancelRequested = false }
  }

  private mutating func goOn(with request: PreparedRequest) {
    method = request.method
    displayURL = request.displayURL
    isRepeatable = request.isRepeatable
  }
}
