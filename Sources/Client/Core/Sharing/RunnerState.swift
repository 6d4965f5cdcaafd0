import ClientModel

/// The role of this process, and the process that runs the queue.
struct RunnerState: Sendable {
  /// The next step after an attempt of this process to take the runner lock.
  enum Finding: Equatable {
    /// Become the queue runner.
    case takeOver
    /// Another process became the queue runner. Report it and continue to follow.
    case changed(RunnerClaim)
    /// The same process still runs the queue.
    case unchanged
  }

  var role = ClientRole.visitor
  /// The process that runs queued jobs, or nil while unknown.
  var claim: RunnerClaim?
  var restartRule = RestartRule.pauseLanes
  /// Whether the claim succeeded but not all work has been read. A failed read is repeated until it
  /// succeeds.
  var isTakingOver = false
  /// The wait of a follower for the end of the queue runner.
  var wait: Task<Result<RunnerClaim, Failure>, Never>?
  /// Whether another process has committed since this one last checked which process is the queue
  /// runner.
  var isDoubtful = false

  /// Whether this process runs the queue.
  var isRunner: Bool { claim == .mine }

  /// Whether another process runs the queue. In this case, only the store contains the remaining
  /// jobs.
  var isFollower: Bool { if case .held = claim { true } else { false } }

  /// Returns whether this process may run jobs with this scheduling.
  func mayRun(_ scheduling: Job.Scheduling) -> Bool {
    switch scheduling {
    case .immediate: role != .visitor
    case .queued: isRunner
    }
  }

  /// Records the result of claiming the runner lock while following another process.
  mutating func found(_ claim: RunnerClaim) -> Finding {
    if claim == .mine { return .takeOver }
    guard claim != self.claim else { return .unchanged }
    self.claim = claim
    return .changed(claim)
  }

  /// Records a commit of another process. That process may have become the queue runner. A follower
  /// that lost the race for the lock would otherwise wait for the winner but still show the process
  /// that ended.
  mutating func doubt() {
    guard isFollower else { return }
    isDoubtful = true
    wait?.cancel()
  }
}
