package import ClientModel

/// Decides on the jobs of dead processes and on the lanes of an ended queue runner.
///
/// A request that must not be repeated is sent again only if the user requests it.
package enum Recovery {
  /// Returns the change of a job whose process died.
  ///
  /// A repeatable request waits for its lane again. A request that is not repeatable may have taken
  /// effect, so the user must decide.
  ///
  /// After a redirect, only the last request must be repeatable. The earlier requests got their
  /// responses and are not sent again.
  ///
  /// - Returns: The change, or nil if the job is not running.
  package static func change(_ orphan: OrphanedJob, at now: Timestamp) -> JobChange? {
    let job = orphan.job
    guard case .running = job.state else { return nil }
    if job.cancelRequested {
      let sent = max(.atLeastOne, knowledge(orphan.last).sent)
      return JobChange(state: .cancelled(sent: sent), at: now, cancelRequested: false)
    }
    // The interrupted attempt was a poll. It is repeated at once.
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

  /// Returns the change of a lane when a queue runner takes over. Nil leaves the lane unchanged.
  static func change(
    of tally: LaneTally, after end: RunnerEnd, _ rule: RestartRule, at now: Timestamp
  ) -> QueueTakeover.LaneChange? {
    switch (rule, tally.lane.pause) {
    case (.pauseLanes, .none) where end == .death && tally.isUnsettled: pauseAfterRestart(at: now)
    case (.resumeLanes, .byRestart): { if $0.pause == .byRestart { $0.pause = .none } }
    default: nil
    }
  }

  /// Returns the change of a lane when its queue runner exits normally. Nil leaves the lane
  /// unchanged.
  static func changeOnLeaving(
    _ tally: LaneTally, at now: Timestamp
  ) -> QueueTakeover.LaneChange? {
    tally.hasWork && !tally.lane.isPaused ? pauseAfterRestart(at: now) : nil
  }

  /// Returns the change that pauses a lane that had unfinished work when its queue runner ended. An
  /// existing pause remains.
  private static func pauseAfterRestart(at now: Timestamp) -> QueueTakeover.LaneChange {
    { if $0.pause == .none { $0.pause(.byRestart, at: now) } }
  }
}

extension LaneTally {
  /// Whether the lane has jobs to send. Jobs in the state `polling` do not count, because polling
  /// has no side effects and continues without asking the user.
  var hasWork: Bool { has([.waiting, .running]) }

  /// Whether work of the lane was interrupted. The lane then has jobs to send, or jobs that wait
  /// for the user's decision.
  var isUnsettled: Bool { has([.waiting, .running, .interrupted]) }

  private func has(_ words: [JobState.Word]) -> Bool { words.contains { (counts[$0] ?? 0) > 0 } }
}
