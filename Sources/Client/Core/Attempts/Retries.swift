import ClientModel

/// Decides whether a request is sent again. The retry rule of the request and the retry budget of
/// the host both apply.
struct Retries: Sendable {
  var budget = RetryBudget()
  var random: any RandomNumberGenerator & Sendable
  /// The number of consecutive attempts of each job that the server did not process.
  private var refusals: [JobID: Int] = [:]

  private let firstPause: Duration

  init(
    firstPause: Duration = .seconds(2), random: any RandomNumberGenerator & Sendable
  ) {
    self.firstPause = firstPause
    self.random = random
  }

  /// Decides whether a job is retried. A retry counts against the budget of the host.
  mutating func decide(
    _ situation: RetryPolicy.Situation, of job: JobID, host: String, at now: Timestamp
  ) -> RetryPolicy.Decision {
    var situation = situation
    situation.refusals = countRefusal(in: situation.result, of: job)
    var decision = RetryPolicy.decide(
      situation, at: now, firstPause: firstPause, random: &random)
    if decision.again == nil { refusals[job] = nil }
    guard let again = decision.again, situation.refusals == 0, !RetryPolicy.diedOnReuse(situation),
      !budget.takeRetry(to: host, at: now)
    else { return decision }
    // Queued jobs wait, because a server restart must not fail them. An immediate job fails,
    // because the user is waiting for it.
    let spread = Duration.milliseconds(.random(in: 0...10_000, using: &random))
    decision.again =
      situation.longestRetryAfter == nil
      ? max(again, budget.renewal(of: host, after: now).advanced(by: spread)) : nil
    return decision
  }

  /// Makes the decision for a job that must not be retried. The budget of the host is unchanged.
  mutating func decideOnLastAttempt(
    _ situation: RetryPolicy.Situation, at now: Timestamp
  ) -> RetryPolicy.Decision {
    var decision = RetryPolicy.decide(
      situation, at: now, firstPause: firstPause, random: &random)
    decision.again = nil
    return decision
  }

  /// Counts an attempt that the server did not process.
  ///
  /// - Returns: The number of consecutive unprocessed attempts of the job, including this one, or 0
  ///   if the server processed this attempt.
  mutating func countRefusal(in result: AttemptResult, of job: JobID) -> Int {
    guard result.isUnprocessed else {
      if !refusals.isEmpty { refusals[job] = nil }
      return 0
    }
    refusals[job, default: 0] += 1
    return refusals[job] ?? 0
  }

  /// Returns a new random UUID. Source: RFC 9562, section 5.4.
  mutating func newUUID() -> String {
    var bytes: [UInt8] = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { bytes[$0].hexadecimal }
      .joined(separator: "-")
  }
}
