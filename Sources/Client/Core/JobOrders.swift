package import ClientModel

/// What a user's order makes of a job: pure functions from a job as it stands to its change.
///
/// Nil means that the order does not apply to a job in that state. They run inside the store's
/// transaction, so that they see the truth.
package enum JobOrders {
  /// Holds a job that has not begun.
  package static func hold(_ job: Job, at now: Timestamp) -> JobChange? {
    switch job.state {
    case .waiting: JobChange(state: .held(.byUser), at: now)
    case .polling, .running: RemoteOrders.pause(job, at: now)
    case .held, .succeeded, .failed, .cancelled, .skipped, .interrupted: nil
    }
  }

  /// Lets a held job wait for its slot; for a question this is the answer yes.
  ///
  /// - Parameters:
  ///   - request: What an answered question makes of the job's own request.
  ///   - hop: The redirect that an answered question lets it follow.
  package static func release(
    _ job: Job, at now: Timestamp, request: PreparedRequest? = nil, hop: RedirectHop? = nil
  ) -> JobChange? {
    if case .polling(_, nil) = job.state { return RemoteOrders.ask(job, at: now) }
    guard case .held = job.state else { return nil }
    return JobChange(
      state: .waiting(.slot), at: now, cancelRequested: false, request: request, hop: hop,
      series: .anew)
  }

  /// Lets a job wait for its lane that a dead process was to send at once. Its new time says that this process
  /// has taken it over.
  static func wake(_ job: Job, at now: Timestamp) -> JobChange? {
    guard job.state == .waiting(.slot), job.attempts == 0 else { return nil }
    let later = max(now, job.created.advanced(by: .milliseconds(1)))
    return JobChange(state: .waiting(.slot), at: later)
  }

  /// Releases a job that was held because the store's key was missing.
  static func releaseKeyless(_ job: Job, at now: Timestamp) -> JobChange? {
    guard case .held(let hold) = job.state, hold.isMissingKey else { return nil }
    return release(job, at: now)
  }

  /// Stops a job: one that runs is asked to stop, and its owner says what had been sent.
  package static func cancel(_ job: Job, at now: Timestamp) -> JobChange? {
    switch job.state {
    case .held, .waiting, .polling: JobChange(state: .cancelled(sent: 0), at: now)
    case .interrupted(let knowledge):
      JobChange(state: .cancelled(sent: knowledge.sent), at: now)
    case .running: job.cancelRequested ? nil : JobChange(at: now, cancelRequested: true)
    case .succeeded, .failed, .cancelled, .skipped: nil
    }
  }

  /// Sends a job again that ended without what the user wanted; also what is `interrupted`, for
  /// which this is the user's word that a second effect is acceptable.
  package static func retry(_ job: Job, at now: Timestamp) -> JobChange? {
    guard job.canBeRetried else { return nil }
    if let remote = job.remote, case .interrupted = job.state {
      return RemoteOrders.askAgain(job, remote, at: now)
    }
    if case .waiting = job.state {
      return JobChange(state: .waiting(.slot), at: now, series: .anew)
    }
    return JobChange(
      state: .waiting(.slot), at: now, cancelRequested: false, series: .anew,
      remote: job.remote == nil ? .unchanged : .abandoned)
  }

  /// The user found out that an interrupted job took effect.
  package static func resolveAsDone(_ job: Job, at now: Timestamp) -> JobChange? {
    guard case .interrupted = job.state else { return nil }
    return JobChange(state: .succeeded, at: now)
  }

  /// Moves a job that has not begun within its lane.
  package static func reorder(
    _ job: Job, at now: Timestamp, priority: Int, position: Double
  ) -> JobChange? {
    switch job.state {
    case .waiting, .held: JobChange(at: now, priority: priority, position: position)
    default: nil
    }
  }
}
