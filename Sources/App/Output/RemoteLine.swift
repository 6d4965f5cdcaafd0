import ClientModel

/// The line shown while a server still processes a job: its status, and the time of the next poll.
enum RemoteLine {
  /// `The server works on it (job-1): queued. Weir asks again in 2 s.`
  ///
  /// - Returns: Nil where no server works on the job.
  static func text(of job: Job, now: Timestamp) -> String? {
    guard case .polling(_, let next) = job.state, let remote = job.remote else { return nil }
    let name = remote.id.isEmpty ? "" : " (\(Console.safe(remote.id)))"
    let word = remote.word.isEmpty ? "" : ": \(Console.safe(remote.word))"
    let again =
      next.map { "Weir asks again \(RetryLine.words(from: now, to: $0))." }
      ?? "Polling is paused: weir queue poll \(job.id)"
    return "The server works on it\(name)\(word). \(again)"
  }
}
