import ClientModel

/// The message about a retry. It contains the reason and the time.
enum RetryLine {
  /// Returns the line. Returns nil if the job does not wait for a retry.
  ///
  ///     Attempt 1 of 6: The server responded with 503 Service Unavailable. Retry in 2 s.
  static func text(
    of job: Job, after last: AttemptResult?, most: Int, now: Timestamp
  ) -> String? {
    guard case .waiting(.until(let again)) = job.state, job.seriesAttempts > 0 else { return nil }
    let reason = last.map(reason) ?? ""
    return
      "Attempt \(job.seriesAttempts) of \(most): \(reason)Retry \(words(from: now, to: again))."
  }

  private static func reason(_ result: AttemptResult) -> String {
    switch result.end {
    case .failed(let failure): return "\(Console.safe(failure.why)) "
    case .cancelled: return ""
    case .responded:
      guard let head = result.head else { return "" }
      let words = head.reason.isEmpty ? "" : " \(Console.safe(head.reason))"
      return "The server responded with \(head.status)\(words). "
    }
  }

  /// Returns the time until a retry as text: `at once`, `in 0.4 s`, `in 12 s`.
  static func words(from now: Timestamp, to again: Timestamp) -> String {
    let left = again.milliseconds - now.milliseconds
    if left < 50 { return "at once" }
    if left < 9_950 { return "in \((left + 50) / 1000).\((left + 50) % 1000 / 100) s" }
    return "in \((left + 500) / 1000) s"
  }
}
