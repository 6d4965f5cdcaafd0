package import ClientModel

/// User commands on a job: pure functions from the current job to its change.
///
/// A function returns nil if the command does not apply in the job's state. The functions run
/// inside the store's transaction, so they see the current state.
package enum JobCommands {
  /// Returns the change that holds a job that has not started, or pauses the polling of a remote
  /// job.
  package static func hold(_ job: Job, at now: Timestamp) -> JobChange? {
    switch job.state {
    case .waiting: JobChange(state: .held(.byUser), at: now)
    case .polling, .running: RemoteJobCommands.pause(job, at: now)
    case .held, .succeeded, .failed, .cancelled, .skipped, .interrupted: nil
    }
  }

  /// Returns the change that makes a held job wait for a slot, or resumes the paused polling of a
  /// remote job. For a job that is held by a question, this is the answer yes.
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

  /// Returns the change that makes an unsent immediate job of a dead process wait for its lane. The
  /// new time of the state shows that this process has taken over the job.
  static func requeue(_ job: Job, at now: Timestamp) -> JobChange? {
    guard job.state == .waiting(.slot), job.attempts == 0 else { return nil }
    let later = max(now, job.created.advanced(by: .milliseconds(1)))
    return JobChange(state: .waiting(.slot), at: later)
  }

  /// Returns the change that releases a job held because the store's key was missing.
  static func releaseKeyless(_ job: Job, at now: Timestamp) -> JobChange? {
    guard case .held(let hold) = job.state, hold.isMissingKey else { return nil }
    return release(job, at: now)
  }

  /// Returns the change that cancels a job, or requests a running job to stop. The owner of a
  /// running job then determines how much was sent.
  package static func cancel(_ job: Job, at now: Timestamp) -> JobChange? {
    switch job.state {
    case .held, .waiting, .polling: JobChange(state: .cancelled(sent: 0), at: now)
    case .interrupted(let knowledge):
      JobChange(state: .cancelled(sent: knowledge.sent), at: now)
    case .running: job.cancelRequested ? nil : JobChange(at: now, cancelRequested: true)
    case .succeeded, .failed, .cancelled, .skipped: nil
    }
  }

  /// Returns the change that sends a job again. By retrying an `interrupted` job, the user accepts
  /// that its request may take effect twice.
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

  /// Returns the change that marks an interrupted job as succeeded, because the user knows that it
  /// took effect.
  package static func resolveAsDone(_ job: Job, at now: Timestamp) -> JobChange? {
    guard case .interrupted = job.state else { return nil }
    return JobChange(state: .succeeded, at: now)
  }

  /// Returns the change that moves a job within its lane. The job must not have started.
  package static func reorder(
    _ job: Job, at now: Timestamp, priority: Int, position: Double
  ) -> JobChange? {
    switch job.state {
    case .waiting, .held: JobChange(at: now, priority: priority, position: position)
    default: nil
    }
  }
}
