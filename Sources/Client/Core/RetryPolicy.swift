package import ClientModel

/// Decides what follows an attempt that was not stopped. The job ends, or another attempt follows
/// after a pause.
///
/// - Source: RFC 9110, section 9.2.2.
package struct RetryPolicy: Sendable {
  /// The facts for the decision.
  package struct Situation: Sendable {
    package var isRepeatable: Bool
    /// Whether the request has an idempotency key.
    package var isKeyed: Bool
    package var rule: RetryRule
    /// The number of attempts, including this one. Redirect hops do not count.
    package var attempts: Int
    /// The start of the first attempt, or nil if it is unknown.
    package var firstAttempt: Timestamp?
    package var result: AttemptResult
    /// The wait that the response requests with `Retry-After`.
    package var wait: Duration?
    package var sent: FinishFacts.Sent
    /// The maximum wait that is accepted from `Retry-After`. Nil means no limit.
    package var longestRetryAfter: Duration?
    /// The number of consecutive attempts that the server did not process, including this one.
    package var refusals = 0

    package init(
      isRepeatable: Bool, isKeyed: Bool = false, rule: RetryRule = RetryRule(), attempts: Int,
      firstAttempt: Timestamp? = nil, result: AttemptResult, wait: Duration? = nil,
      sent: FinishFacts.Sent, longestRetryAfter: Duration? = nil
    ) {
      self.isRepeatable = isRepeatable
      self.isKeyed = isKeyed
      self.rule = rule
      self.attempts = attempts
      self.firstAttempt = firstAttempt
      self.result = result
      self.wait = wait
      self.sent = sent
      self.longestRetryAfter = longestRetryAfter
    }
  }

  package struct Decision: Hashable, Sendable {
    /// The state of the job if no attempt follows.
    package var end: JobState
    /// The time of the next attempt, or nil if no attempt follows.
    package var again: Timestamp?
    /// The end of the lane hold that the server requested, or nil if it did not request one.
    package var laneHold: Timestamp?
  }

  private enum Chance { case never, backOff }

  /// Decides what follows an attempt.
  ///
  /// - Parameter firstPause: The maximum pause after the first attempt.
  package static func decide(
    _ situation: Situation, at now: Timestamp, firstPause: Duration = .seconds(2),
    random: inout some RandomNumberGenerator
  ) -> Decision {
    var decision = Decision(end: end(of: situation))
    if let head = situation.result.answeredHead {
      decision.laneHold = RetryAfter.laneHold(head.status, situation.wait, at: now)
    }
    if situation.refusals > 0 {
      decision.again = pause(afterRefusals: situation.refusals, firstPause, random: &random)
        .map(now.advanced)
      return decision
    }
    guard chance(of: situation) == .backOff, situation.attempts < situation.rule.attempts else {
      return decision
    }
    if diedOnReuse(situation) {
      decision.again = now
    } else if let stated = situation.wait {
      if let longest = situation.longestRetryAfter, stated > longest { return decision }
      decision.again = now.advanced(by: stated)
    } else {
      let again = now.advanced(
        by: backOff(afterAttempts: situation.attempts, firstPause, random: &random))
      let isInTime = situation.firstAttempt.map { again.since($0) <= situation.rule.span } ?? true
      decision.again = isInTime ? again : nil
    }
    return decision
  }

  /// Returns whether another attempt is allowed. Times and budgets are ignored.
  static func mayRepeat(_ situation: Situation) -> Bool {
    chance(of: situation) == .backOff && situation.attempts < situation.rule.attempts
  }

  /// Returns a random pause between half of a maximum and the maximum (equal jitter).
  ///
  /// The maximum starts at the first pause and doubles after each attempt, up to one minute. If the
  /// first pause is two seconds, the pauses between four attempts take at least seven seconds in
  /// total. Most server restarts take less time.
  package static func backOff(
    afterAttempts attempts: Int, _ first: Duration = .seconds(2),
    random: inout some RandomNumberGenerator
  ) -> Duration {
    let half = min(60_000, first.inMilliseconds << min(max(0, attempts - 1), 10)) / 2
    return .milliseconds(half + .random(in: 0...half, using: &random))
  }

  /// Returns the pause before repeating a request that the server did not process, or nil if the
  /// job must fail. The retry rule does not apply, because the request had no effect.
  ///
  /// The first three retries need no pause, because a server that closes a connection refuses each
  /// of its requests once. Later retries need a pause, because the server may be overloaded. After
  /// the seventh refusal the job fails, because some servers refuse every request.
  private static func pause(
    afterRefusals refusals: Int, _ first: Duration, random: inout some RandomNumberGenerator
  ) -> Duration? {
    switch refusals {
    case ...3: .zero
    case ...6: backOff(afterAttempts: refusals - 3, first, random: &random)
    default: nil
    }
  }

  /// Returns whether the server closed a reused connection before it responded.
  ///
  /// Servers often close idle connections. This is not a fault, so the next attempt needs no pause.
  /// The transport never repeats a request itself.
  static func diedOnReuse(_ situation: Situation) -> Bool {
    guard case .failed(let failure) = situation.result.end else { return false }
    return failure.kind == .connectionLost && situation.result.head == nil
      && situation.result.connection.use == .reused
  }

  private static func chance(of situation: Situation) -> Chance {
    switch situation.result.end {
    case .cancelled: .never
    case .responded: chance(ofStatus: situation.result.head?.status ?? 0, situation)
    case .failed(let failure):
      switch fate(of: failure.kind) {
      case .hopeless, .unstored: .never
      case .transient:
        situation.sent == .nothing || situation.isRepeatable ? .backOff : .never
      }
    }
  }

  private static func chance(ofStatus status: Int, _ situation: Situation) -> Chance {
    switch status {
    // The server reports that it did not process the request. Source: RFC 9110, section 15.5.20;
    // RFC 8470, section 5.2.
    case 421, 425: .backOff
    case 408, 502, 504: situation.isRepeatable ? .backOff : .never
    case 429, 503:
      situation.isRepeatable || situation.rule.repeatsUnsafe == .whenRefused ? .backOff : .never
    // The server is still processing the first request that has this key.
    case 409: situation.isKeyed ? .backOff : .never
    default: .never
    }
  }

  private static func end(of situation: Situation) -> JobState {
    switch situation.result.end {
    case .responded: return .succeeded
    case .cancelled:
      return .cancelled(sent: situation.result.sentBytes(situation.sent))
    case .failed(let failure):
      let isUnknown =
        situation.sent == .something && !situation.isRepeatable
        && (fate(of: failure.kind) != .hopeless
          || (failure.kind == .malformedResponse && situation.result.head == nil))
      guard isUnknown else { return .failed(failure) }
      return .interrupted(situation.result.knowledge(situation.sent, why: failure.why))
    }
  }

  private enum RetryKind {
    case transient, hopeless
    /// The disk was full, so the response was not stored. The request may have taken effect, and a
    /// retry would find the disk full again.
    case unstored
  }

  /// Returns whether a request may be repeated after a failure. A failed trust check is final.
  private static func fate(of kind: Failure.Kind) -> RetryKind {
    switch kind {
    case .connectTimeout, .firstByteTimeout, .idleTimeout, .totalTimeout, .nameNotFound,
      .nameLookup, .refused, .unreachable, .connectionLost, .proxy, .http2, .unprocessed,
      .bodyIncomplete, .headIncomplete, .invalidFraming, .storage:
      .transient
    case .diskFull: .unstored
    case .certificate, .pinMismatch, .tlsHandshake, .clientCertificate, .malformedResponse,
      .headersLimit, .bodyLimit, .contentCoding, .tooManyRedirects, .redirectRefused,
      .invalidRequest, .fileChanged, .fileUnreadable, .secretMissing, .authentication, .unsupported,
      .program, .notCached, .serviceFailure, .upgradeRequired, .errorStatus, .assertion:
      .hopeless
    }
  }
}

extension AttemptResult {
  /// Whether the server reported that it did not process the request. The request then had no
  /// effect.
  package var isUnprocessed: Bool {
    if case .failed(let failure) = end { failure.kind == .unprocessed } else { false }
  }

  /// The head of a complete response. Nil if the response is missing or incomplete.
  var answeredHead: ResponseHead? { end == .responded ? head : nil }

  /// Returns the known facts about a request that may have taken effect.
  func knowledge(_ sent: FinishFacts.Sent, why: String) -> JobState.Knowledge {
    JobState.Knowledge(sent: sentBytes(sent), responseBegan: head != nil, why: why)
  }

  /// Returns the number of sent bytes. It is at least one if any part of the request was sent.
  func sentBytes(_ sent: FinishFacts.Sent) -> ByteCount {
    switch sent {
    case .nothing: 0
    case .something: max(.atLeastOne, transfer.requestHeaders + transfer.requestBody)
    }
  }
}
