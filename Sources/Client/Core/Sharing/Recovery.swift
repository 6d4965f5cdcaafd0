package import ClientModel

/// The decisions on jobs whose process died while they ran, and on the lanes of a queue runner that
/// ended.
///
/// A request that must not be repeated is sent again only by the user's decision.
package enum Recovery {
  /// Returns the change of an orphaned job. A job whose request may be repeated waits for its lane.
  /// For any other request, it is unknown whether it took effect, so the job waits for the user's
  /// decision. After a redirect, it is sufficient that the last hop may be repeated: the requests
  /// before it got their responses and are never sent again.
  ///
  /// - Returns: The change, or nil if the job is not running.
  package static func change(_ orphan: OrphanedJob, at now: Timestamp) -> JobChange? {
    let job = orphan.job
    guard case .running = job.state else { return nil }
    if job.cancelRequested {
      return JobChange(state: .cancelled(sent: 0), at: now, cancelRequested: false)
    }
    // The interrupted attempt was a poll of a remote job, so the next poll is sent immediately.
    if let remote = job.remote {
      return JobChange(state: .polling(word: remote.word, next: now), at: now)
    }
    if job.isRepeatable || orphan.hop?.request.isRepeatable ?? false {
      return JobChange(state: .waiting(.slot), at: now)
    }
    return JobChange(state: .interrupted(knowledge(orphan.last)), at: now)
  }

  private static func knowledge(_ last: Attempt?) -> JobState.Knowledge {
    let why = "Weir ended while this request was in progress."
    guard let result = last?.result else {
      return JobState.Knowledge(sent: 0, responseBegan: false, why: why)
    }
    return JobState.Knowledge(
      sent: result.transfer.requestHeaders + result.transfer.requestBody,
      responseBegan: result.head != nil, why: why)
  }

  /// Returns the change that a queue runner makes to a lane when it takes over, or nil for no
  /// change.
  static func change(
    of tally: LaneTally, after end: RunnerEnd, _ rule: RestartRule
  ) -> QueueTakeover.LaneChange? {
    switch (rule, tally.lane.pause) {
    case (.pauseLanes, .none) where end == .death && tally.isUnsettled: pauseAfterRestart
    case (.resumeLanes, .byRestart): { if $0.pause == .byRestart { $0.pause = .none } }
    default: nil
    }
  }

  /// Returns the change that a queue runner makes to a lane when it exits normally, or nil for no
  /// change.
  static func changeOnLeaving(_ tally: LaneTally) -> QueueTakeover.LaneChange? {
    tally.hasWork && !tally.lane.isPaused ? pauseAfterRestart : nil
  }

  /// Pauses a lane that still had work when its queue runner ended. An existing pause remains.
  @Sendable package static func pauseAfterRestart(_ lane: inout Lane) {
    if lane.pause == .none { lane.pause = .byRestart }
  }
}

extension LaneTally {
  /// Whether a job in the lane is still to be sent. Jobs in the state `polling` do not count: they
  /// are polled again without asking the user, because polling has no side effects.
  var hasWork: Bool { has([.waiting, .running]) }

  /// Whether the lane's work was interrupted: a job is still to be sent or waits for the user's
  /// decision.
  var isUnsettled: Bool { has([.waiting, .running, .interrupted]) }

  private func has(_ words: [JobState.Word]) -> Bool { words.contains { (counts[$0] ?? 0) > 0 } }
}
