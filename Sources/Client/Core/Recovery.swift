public import ClientModel

/// What becomes of a job whose process died while it ran, and of the lanes it left behind.
///
/// - Source: design.md, section 4; reliability.md, I2 to I4.
public enum Recovery {
  /// A request that may be repeated waits for its lane. For any other, nobody knows whether it took
  /// effect, so it waits for the user's word. When a redirect was already followed, it is the last
  /// hop that counts: the requests before it were answered and are never sent again.
  ///
  /// - Parameters:
  ///   - request: The job's request as committed; nil when it cannot be read.
  ///   - attempts: All its attempts, oldest first.
  /// - Returns: Nil when the job does not run.
  public static func change(
    _ job: Job, request: PreparedRequest?, attempts: [Attempt], at now: Timestamp
  ) -> JobChange? {
    guard case .running = job.state else { return nil }
    if job.cancelRequested {
      return JobChange(state: .cancelled(sent: 0), at: now, cancelRequested: false)
    }
    // It was a question to the server that works on the job: the next one is asked at once.
    if let remote = job.remote {
      return JobChange(state: .polling(word: remote.word, next: now), at: now)
    }
    if job.isRepeatable { return JobChange(state: .waiting(.slot), at: now) }
    if let request, let hop = lastHop(of: request, attempts), hop.isRepeatable {
      return JobChange(state: .waiting(.slot), at: now, request: hop)
    }
    return JobChange(state: .interrupted(knowledge(attempts)), at: now)
  }

  /// The request of the redirect that was on the wire or about to be; nil without a redirect.
  private static func lastHop(
    of request: PreparedRequest, _ attempts: [Attempt]
  ) -> PreparedRequest? {
    guard let begin = attempts.lastIndex(where: { $0.hop == 0 }) else { return nil }
    var current = request
    var hops = 0
    for attempt in attempts[begin...] {
      guard let head = attempt.result?.head, attempt.result?.end == .answered,
        case .follow(let next) = RedirectPolicy.decide(current, answered: head, hop: attempt.hop)
      else { break }
      current = next
      hops += 1
    }
    return hops == 0 ? nil : current
  }

  private static func knowledge(_ attempts: [Attempt]) -> JobState.Knowledge {
    let why = "Weir ended while this request was on its way."
    guard let result = attempts.last?.result else {
      return JobState.Knowledge(sent: 0, answerBegan: false, why: why)
    }
    return JobState.Knowledge(
      sent: result.transfer.requestHeaders + result.transfer.requestBody,
      answerBegan: result.head != nil, why: why)
  }

  /// How the drainer before this one went.
  enum Leave { case end, death }

  /// What a drainer that takes its place does to a lane; nil for nothing.
  static func change(
    of tally: LaneTally, after leave: Leave, _ rule: RestartRule
  ) -> (@Sendable (inout Lane) -> Void)? {
    switch (rule, tally.lane.pause) {
    case (.pauseLanes, .none) where leave == .death && tally.hasWork: pauseAfterRestart
    case (.goOn, .byRestart): { if $0.pause == .byRestart { $0.pause = .none } }
    default: nil
    }
  }

  /// Marks a lane that still has work when its drainer ended; a pause the user made stays his.
  public static func pauseAfterRestart(_ lane: inout Lane) {
    if lane.pause == .none { lane.pause = .byRestart }
  }
}
