package import ClientModel

/// User commands on a remote job. Each function computes the change of a job, or returns nil if the
/// command does not apply.
///
/// If a poll is in progress, pause and cancel commands are recorded and take effect after it.
package enum RemoteJobCommands {
  /// Polls the job now, even if polling is paused.
  package static func ask(_ job: Job, at now: Timestamp) -> JobChange? {
    guard case .polling(let word, _) = job.state else { return nil }
    return JobChange(state: .polling(word: word, next: now), at: job.since)
  }

  /// Pauses polling until the user resumes it. The server continues its work.
  package static func pause(_ job: Job, at now: Timestamp) -> JobChange? {
    switch job.state {
    case .polling(let word, .some):
      return JobChange(state: .polling(word: word, next: nil), at: job.since)
    case .running:
      guard var remote = job.remote else { return nil }
      remote.userRequest = .pause
      return JobChange(at: now, remote: .set(remote))
    case .held, .waiting, .polling, .succeeded, .failed, .cancelled, .skipped, .interrupted:
      return nil
    }
  }

  /// Cancels the job at the server. The job ends when the server confirms. Returns nil if the
  /// server does not support this.
  package static func cancelAtServer(_ job: Job, at now: Timestamp) -> JobChange? {
    guard var remote = job.remote, remote.cancelAddress != nil else { return nil }
    remote.userRequest = .cancel
    switch job.state {
    case .polling(let word, _):
      return JobChange(
        state: .polling(word: word, next: now), at: job.since, remote: .set(remote))
    case .running: return JobChange(at: now, remote: .set(remote))
    case .interrupted, .cancelled:
      return JobChange(state: .polling(word: remote.word, next: now), at: now, remote: .set(remote))
    case .held, .waiting, .succeeded, .failed, .skipped: return nil
    }
  }

  /// Stops polling. The server may continue its work.
  static func drop(_ job: Job, at now: Timestamp) -> JobChange? {
    switch job.state {
    case .polling: JobCommands.cancel(job, at: now)
    case .held, .interrupted: job.remote == nil ? nil : JobCommands.cancel(job, at: now)
    case .waiting, .running, .succeeded, .failed, .cancelled, .skipped: nil
    }
  }

  /// Resumes polling of a job that was lost or exceeded its deadline. All counters are reset, and
  /// the original request is not sent again.
  static func askAgain(_ job: Job, _ remote: RemoteJobState, at now: Timestamp) -> JobChange {
    var remote = remote
    remote.deadline = nil
    remote.misses = 0
    remote.goneSince = nil
    remote.wait = .zero
    remote.userRequest = .none
    return JobChange(
      state: .polling(word: remote.word, next: now), at: now, cancelRequested: false,
      series: .restarted, remote: .set(remote))
  }
}
