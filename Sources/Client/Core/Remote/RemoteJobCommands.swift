package import ClientModel

/// The changes that user commands make to remote jobs. A function returns nil if the command does
/// not apply.
///
/// While a poll is in progress, a pause or cancel command is recorded and applies after that poll.
package enum RemoteJobCommands {
  /// Returns the change that polls the job now, even if polling is paused.
  package static func ask(_ job: Job, at now: Timestamp) -> JobChange? {
    guard case .polling(let word, _) = job.state else { return nil }
    return JobChange(state: .polling(word: word, next: now), at: job.since)
  }

  /// Returns the change that pauses polling until the user resumes it. The server continues its
  /// work.
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

  /// Returns the change that cancels the job at its server, or nil if the server does not offer
  /// this. The job ends when the server confirms.
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

  /// Returns the change that stops polling. The server may continue its work.
  static func drop(_ job: Job, at now: Timestamp) -> JobChange? {
    switch job.state {
    case .polling: JobCommands.cancel(job, at: now)
    case .held, .interrupted: job.remote == nil ? nil : JobCommands.cancel(job, at: now)
    case .waiting, .running, .succeeded, .failed, .cancelled, .skipped: nil
    }
  }

  /// Returns the change that resumes polling of a job that was lost or whose deadline passed, with
  /// all counters reset. The original request is not sent again.
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
