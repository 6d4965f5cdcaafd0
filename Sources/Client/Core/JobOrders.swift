package import ClientModel

/// User commands on a job: pure functions from the current job to its change.
///
/// Nil means that the command does not apply in the job's state. The functions run inside the
/// store's transaction, so they see the current state.
package enum JobOrders {
  /// Holds a job that has not started.
  package static func hold(_ job: Job, at now: Timestamp) -> JobChange? {
    switch job.state {
    case .waiting: JobChange(state: .held(.byUser), at: now)
    case .polling, .running: RemoteOrders.pause(job, at: now)
    case .held, .succeeded, .failed, .cancelled, .skipped, .interrupted: nil
    }
  }

  /// Lets a held job wait for a slot. For a question, this is the answer yes.
  ///
  /// - Parameters:
  ///   - request: The job's own request as changed by the answer.
  ///   - hop: The redirect that the answer allows.
  package static func release(
    _ job: Job, at now: Timestamp, request: PreparedRequest? = nil, hop: RedirectHop? = nil
  ) -> JobChange? {
    if case .polling(_, nil) = job.state { return RemoteOrders.ask(job, at: now) }
    guard case .held = job.state else { return nil }
    return JobChange(
      state: .waiting(.slot), at: now, cancelRequested: false, request: request, hop: hop,
      series: .anew)
  }

  /// Makes an immediate job of a dead process wait for its lane. The new time shows that this
  /// process has taken the job over.
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

  /// Stops a job. A running job gets a stop request, and its owner determines what was sent.
  package static func cancel(_ job: Job, at now: Timestamp) -> JobChange? {
    switch job.state {
    case .held, .waiting, .polling: JobChange(state: .cancelled(sent: 0), at: now)
    case .interrupted(let knowledge):
      JobChange(state: .cancelled(sent: knowledge.sent), at: now)
    case .running: job.cancelRequested ? nil : JobChange(at: now, cancelRequested: true)
    case .succeeded, .failed, .cancelled, .skipped: nil
    }
  }

  /// Sends a job again that ended without success. For an `interrupted` job, the user thereby
  /// accepts a second effect.
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

  /// Records the user's finding that an interrupted job took effect.
  package static func resolveAsDone(_ job: Job, at now: Timestamp) -> JobChange? {
    guard case .interrupted = job.state else { return nil }
    return JobChange(state: .succeeded, at: now)
  }

  /// Moves a job that has not started within its lane.
  package static func reorder(
    _ job: Job, at now: Timestamp, priority: Int, position: Double
  ) -> JobChange? {
    switch job.state {
    case .waiting, .held: JobChange(at: now, priority: priority, position: position)
    default: nil
    }
  }
}
