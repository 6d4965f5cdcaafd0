import ClientModel

/// The role of this process and the current queue runner.
struct RunnerState: Sendable {
  /// The consequence of an attempt to take the runner lock.
  enum Finding: Equatable {
    /// Become the queue runner, alone or with others.
    case takeOver(RunnerClaim)
    /// Another process became the queue runner. Report the change and keep following.
    case changed(RunnerClaim)
    /// The same process still runs the queue.
    case unchanged
  }

  var role = ClientRole.visitor
  /// The queue runner, or nil if it is not known yet.
  var claim: RunnerClaim?
  var restartRule = RestartRule.pauseLanes
  /// Whether this process became the queue runner but has not read all work yet. A failed read is
  /// repeated.
  var isTakingOver = false
  /// The task that waits for the end of the queue runner.
  var wait: Task<Result<RunnerClaim, Failure>, Never>?
  /// Whether another process may have become the queue runner since the last check.
  var isDoubtful = false

  /// Whether this process is the queue runner or one of several.
  var isRunner: Bool { claim?.isRunner ?? false }

  /// Whether another process is the queue runner. Only the store then knows the remaining jobs.
  var isFollower: Bool { if case .held = claim { true } else { false } }

  /// Returns whether this process may run jobs that have this scheduling.
  func mayRun(_ scheduling: Job.Scheduling) -> Bool {
    switch scheduling {
    case .immediate: role != .visitor
    case .queued: isRunner
    }
  }

  /// Records the result of an attempt to take the runner lock.
  mutating func found(_ claim: RunnerClaim) -> Finding {
    if claim.isRunner { return .takeOver(claim) }
    guard claim != self.claim else { return .unchanged }
    self.claim = claim
    return .changed(claim)
  }

  /// Records a commit of another process, which may be the new queue runner.
  ///
  /// Without this check, a follower that lost the race for the lock would still show the ended
  /// queue runner.
  mutating func doubt() {
    guard isFollower else { return }
    isDoubtful = true
    wait?.cancel()
  }
}
