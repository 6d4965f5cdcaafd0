package import ClientModel

/// What follows an attempt that ended by itself: an end, or another attempt after a while.
///
/// - Source: reliability.md, section 5.1; RFC 9110, section 9.2.2.
package struct RetryPolicy: Sendable {
  /// What the decision rests on.
  package struct Situation: Sendable {
    package var isRepeatable: Bool
    /// True when the request carries an idempotency key.
    package var isKeyed: Bool
    package var rule: RetryRule
    /// Attempts made so far, this one included; redirect hops do not count.
    package var attempts: Int
    /// When the first of them began; nil when that is not known.
    package var firstAttempt: Timestamp?
    package var result: AttemptResult
    package var sent: FinishFacts.Sent
    /// A longer Retry-After is not waited for; nil waits as long as it says.
    package var patience: Duration?
    /// The last attempts in a row, this one included, that the server did not process.
    package var refusals = 0

    package init(
      isRepeatable: Bool, isKeyed: Bool = false, rule: RetryRule = RetryRule(), attempts: Int,
      firstAttempt: Timestamp? = nil, result: AttemptResult, sent: FinishFacts.Sent,
      patience: Duration? = nil
    ) {
      self.isRepeatable = isRepeatable
      self.isKeyed = isKeyed
      self.rule = rule
      self.attempts = attempts
      self.firstAttempt = firstAttempt
      self.result = result
      self.sent = sent
      self.patience = patience
    }
  }

  package struct Decision: Hashable, Sendable {
    /// What becomes of the job when it is not tried again.
    package var end: JobState
    /// When it is tried again; nil for never.
    package var again: Timestamp?
    /// Until when the server asked to hold the lane.
    package var laneHold: Timestamp?
  }

  private enum Chance { case never, backOff }

  /// - Parameter firstPause: The longest pause after the first attempt.
  package static func decide(
    _ situation: Situation, at now: Timestamp, firstPause: Duration = .seconds(2),
    random: inout some RandomNumberGenerator
  ) -> Decision {
    let stated = situation.result.answeredHead.flatMap { RetryAfter.wait(in: $0, at: now) }
    var decision = Decision(end: end(of: situation), again: nil, laneHold: nil)
    if let head = situation.result.answeredHead {
      decision.laneHold = RetryAfter.laneHold(in: head, at: now)
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
    } else if let stated {
      if let patience = situation.patience, stated > patience { return decision }
      decision.again = now.advanced(by: stated)
    } else {
      let again = now.advanced(
        by: backOff(afterAttempts: situation.attempts, firstPause, random: &random))
      let isInTime = situation.firstAttempt.map { again.since($0) <= situation.rule.span } ?? true
      decision.again = isInTime ? again : nil
    }
    return decision
  }

  /// Whether an attempt may be followed by another, as far as that hangs on no time and no budget.
  static func mayRepeat(_ situation: Situation) -> Bool {
    chance(of: situation) == .backOff && situation.attempts < situation.rule.attempts
  }

  /// Equal jitter: the first pause, doubled with each attempt, at most a minute; half of that is random. From two
  /// seconds, the pauses of four attempts take seven at least: longer than most restarts of a server.
  package static func backOff(
    afterAttempts attempts: Int, _ first: Duration = .seconds(2),
    random: inout some RandomNumberGenerator
  ) -> Duration {
    let half = min(60_000, first.inMilliseconds << min(max(0, attempts - 1), 10)) / 2
    return .milliseconds(half + .random(in: 0...half, using: &random))
  }

  /// The pause before a request is sent again that the server did not process; nil when it is not. This is not a
  /// retry of the rule: nothing happened. A server that ends a connection refuses each request once, one that
  /// is overloaded needs a pause, and one that refuses everything must not be asked forever.
  private static func pause(
    afterRefusals refusals: Int, _ first: Duration, random: inout some RandomNumberGenerator
  ) -> Duration? {
    switch refusals {
    case ...3: .zero
    case ...6: backOff(afterAttempts: refusals - 3, first, random: &random)
    default: nil
    }
  }

  /// The server closed a reused connection while the request was on its way, as servers do with idle
  /// connections: this is not a sign of trouble, so the next attempt does not wait. The transport repeats nothing.
  static func diedOnReuse(_ situation: Situation) -> Bool {
    guard case .failed(let failure) = situation.result.end else { return false }
    return failure.kind == .connectionLost && situation.result.head == nil
      && situation.result.connection.use == .reused
  }

  private static func chance(of situation: Situation) -> Chance {
    switch situation.result.end {
    case .cancelled: .never
    case .answered: chance(ofStatus: situation.result.head?.status ?? 0, situation)
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
    // The server says it did not process the request. Source: RFC 9110 15.5.20, RFC 8470 5.2.
    case 421, 425: .backOff
    case 408, 502, 504: situation.isRepeatable ? .backOff : .never
    case 429, 503:
      situation.isRepeatable || situation.rule.repeatsUnsafe == .whenRefused ? .backOff : .never
    // The first request under this key is still being worked on.
    case 409: situation.isKeyed ? .backOff : .never
    default: .never
    }
  }

  private static func end(of situation: Situation) -> JobState {
    switch situation.result.end {
    case .answered: return .succeeded
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

  private enum Fate {
    case transient, hopeless
    /// The disk was too full for the response. The request may have taken effect, and a repeat would
    /// find the disk full again.
    case unstored
  }

  /// Whether a repeat may fare better. A broken trust check is final: reliability.md, T3.
  private static func fate(of kind: Failure.Kind) -> Fate {
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
  /// Whether the server reported that it did not process the request: nothing happened.
  package var isUnprocessed: Bool {
    if case .failed(let failure) = end { failure.kind == .unprocessed } else { false }
  }

  /// The head of a complete response.
  var answeredHead: ResponseHead? { end == .answered ? head : nil }

  /// What is known of a request whose effect is unknown.
  func knowledge(_ sent: FinishFacts.Sent, why: String) -> JobState.Knowledge {
    JobState.Knowledge(sent: sentBytes(sent), responseBegan: head != nil, why: why)
  }

  /// The bytes of the request that left; at least one when something did.
  func sentBytes(_ sent: FinishFacts.Sent) -> ByteCount {
    switch sent {
    case .nothing: 0
    case .something: max(.atLeastOne, transfer.requestHeaders + transfer.requestBody)
    }
  }
}
