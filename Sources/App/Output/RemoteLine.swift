import ClientModel

/// The line shown while a server processes a job. It contains the status and the time of the next
/// poll.
enum RemoteLine {
  /// Returns the line. Returns nil if the job is not polled.
  ///
  ///     The remote job (job-1) is queued. Weir polls again in 2 s.
  static func text(of job: Job, now: Timestamp) -> String? {
    guard case .polling(_, let next) = job.state, let remote = job.remote else { return nil }
    let name = remote.id.isEmpty ? "" : " (\(Console.safe(remote.id)))"
    let word = remote.word.isEmpty ? "in progress" : Console.safe(remote.word)
    let again =
      next.map { "Weir polls again \(RetryLine.words(from: now, to: $0))." }
      ?? "Polling is paused: weir queue poll \(job.id)"
    return "The remote job\(name) is \(word). \(again)"
  }
}
