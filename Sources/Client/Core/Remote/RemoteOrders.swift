public import ClientModel

/// What a user's order makes of a job that a server works on; nil where the order does not apply.
///
/// While a question is on its way the order is noted, and counts for what follows it.
public enum RemoteOrders {
  /// Asks now, also where asking was paused.
  public static func ask(_ job: Job, at now: Timestamp) -> JobChange? {
    guard case .polling(let word, _) = job.state else { return nil }
    return JobChange(state: .polling(word: word, next: now), at: job.since)
  }

  /// Asks nothing more until the user says so. The server goes on working.
  public static func pause(_ job: Job, at now: Timestamp) -> JobChange? {
    switch job.state {
    case .polling(let word, .some):
      return JobChange(state: .polling(word: word, next: nil), at: job.since)
    case .running:
      guard var remote = job.remote else { return nil }
      remote.wish = .pause
      return JobChange(at: now, remote: .set(remote))
    case .held, .waiting, .polling, .succeeded, .failed, .cancelled, .skipped, .interrupted:
      return nil
    }
  }

  /// Tells the server to stop, where it offers a way; the job ends when the server confirms it.
  public static func cancelAtServer(_ job: Job, at now: Timestamp) -> JobChange? {
    guard var remote = job.remote, remote.cancelAddress != nil else { return nil }
    remote.wish = .cancel
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

  /// A job that was lost, or whose deadline passed, is asked for again, with all its chances: its
  /// request is never sent a second time for that.
  static func askAgain(_ job: Job, _ remote: RemoteStanding, at now: Timestamp) -> JobChange {
    var remote = remote
    remote.deadline = nil
    remote.misses = 0
    remote.goneSince = nil
    remote.wait = .zero
    remote.wish = .none
    return JobChange(
      state: .polling(word: remote.word, next: now), at: now, cancelRequested: false,
      series: .anew, remote: .set(remote))
  }
}
