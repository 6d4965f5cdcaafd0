package import ClientModel

/// User commands on a job. Each function computes the change of a job, or returns nil if the
/// command does not apply.
///
/// The functions run inside the store's transaction and therefore get the current state.
package enum JobCommands {
  /// Holds a job that has not started. Pauses the polling of a remote job.
  package static func hold(_ job: Job, at now: Timestamp) -> JobChange? {
    switch job.state {
    case .waiting: JobChange(state: .held(.byUser), at: now)
    case .polling, .running: RemoteJobCommands.pause(job, at: now)
    case .held, .succeeded, .failed, .cancelled, .skipped, .interrupted: nil
    }
  }

  /// Releases a held job, which then waits for a slot. Resumes the polling of a remote job. If the
  /// job is held by a question, this answers the question with yes.
  ///
  /// - Parameters:
  ///   - request: The job's own request as changed by the answer.
  ///   - hop: The redirect that the answer allows.
  package static func release(
    _ job: Job, at now: Timestamp, request: PreparedRequest? = nil, hop: RedirectHop? = nil
  ) -> JobChange? {
    if case .polling(_, nil) = job.state { return RemoteJobCommands.ask(job, at: now) }
    guard case .held = job.state else { return nil }
    return JobChange(
      state: .waiting(.slot), at: now, cancelRequested: false, request: request, hop: hop,
      series: .restarted)
  }

  /// Makes an unsent immediate job of a dead process wait for its lane. The new time of the state
  /// shows that this process took the job over.
  static func requeue(_ job: Job, at now: Timestamp) -> JobChange? {
    guard job.state == .waiting(.slot), job.attempts == 0 else { return nil }
    let later = max(now, job.created.advanced(by: .milliseconds(1)))
    return JobChange(state: .waiting(.slot), at: later)
  }

  /// Releases a job that is held because the store had no key.
  static func releaseKeyless(_ job: Job, at now: Timestamp) -> JobChange? {
    guard case .held(let hold) = job.state, hold.isMissingKey else { return nil }
    return release(job, at: now)
  }

  /// Cancels a job. A running job is asked to stop, and its process then determines how much was
  /// sent.
  package static func cancel(_ job: Job, at now: Timestamp) -> JobChange? {
    switch job.state {
    case .held, .waiting, .polling: JobChange(state: job.cancelledState, at: now)
    case .interrupted(let knowledge):
      // If the process ended, the number of sent bytes is unknown.
      JobChange(state: .cancelled(sent: max(.atLeastOne, knowledge.sent)), at: now)
    case .running: job.cancelRequested ? nil : JobChange(at: now, cancelRequested: true)
    case .succeeded, .failed, .cancelled, .skipped: nil
    }
  }

  /// Retries a job. By retrying an `interrupted` job, the user accepts that its request may take
  /// effect twice.
  package static func retry(_ job: Job, at now: Timestamp) -> JobChange? {
    guard job.canBeRetried else { return nil }
    if let remote = job.remote, case .interrupted = job.state {
      return RemoteJobCommands.askAgain(job, remote, at: now)
    }
    if case .waiting = job.state {
      return JobChange(state: .waiting(.slot), at: now, series: .restarted)
    }
    return JobChange(
      state: .waiting(.slot), at: now, cancelRequested: false, series: .restarted,
      remote: job.remote == nil ? .unchanged : .abandoned)
  }

  /// Marks an interrupted job as succeeded, because the user knows that it took effect.
  package static func resolveAsDone(_ job: Job, at now: Timestamp) -> JobChange? {
    guard case .interrupted = job.state else { return nil }
    return JobChange(state: .succeeded, at: now)
  }

  /// Moves a job within its lane. The job must not have started.
  package static func reorder(
    _ job: Job, at now: Timestamp, priority: Int, position: Double
  ) -> JobChange? {
    switch job.state {
    case .waiting, .held: JobChange(at: now, priority: priority, position: position)
    default: nil
    }
  }
}
