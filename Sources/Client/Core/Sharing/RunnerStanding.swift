import ClientModel

/// What this process does with the queue, and which process runs it.
struct RunnerStanding: Sendable {
  /// What to do after this process tried to take the runner lock.
  enum Finding: Equatable {
    /// Become the queue runner.
    case takeOver
    /// Another process became the queue runner: report it, and go on following.
    case changed(RunnerClaim)
    /// The same process still runs the queue.
    case unchanged
  }

  var role = ClientRole.visitor
  /// Who runs queued jobs; nil before that was asked.
  var claim: RunnerClaim?
  var restartRule = RestartRule.pauseLanes
  /// From the claim until all work has been read. If reading fails it is repeated, so the end still comes.
  var isTakingOver = false
  /// The wait of a follower for the end of the queue runner.
  var wait: Task<Result<RunnerClaim, Failure>, Never>?
  /// Whether another process committed since this one last asked which process is the queue runner.
  var isDoubtful = false

  /// Whether this process runs the queue.
  var isRunner: Bool { claim == .mine }

  /// Whether another process runs the queue: only the store has the jobs that are left.
  var isFollower: Bool { if case .held = claim { true } else { false } }

  /// Whether this process runs a job when its turn comes.
  func mayRun(_ scheduling: Job.Scheduling) -> Bool {
    switch scheduling {
    case .immediate: role != .visitor
    case .queued: isRunner
    }
  }

  /// Takes the result of claiming the runner lock while following.
  mutating func found(_ claim: RunnerClaim) -> Finding {
    if claim == .mine { return .takeOver }
    guard claim != self.claim else { return .unchanged }
    self.claim = claim
    return .changed(claim)
  }

  /// Notes a commit of another process, which may have become the queue runner. A follower that lost that
  /// race would wait for the process that won it and still show the one that ended.
  mutating func doubt() {
    guard isFollower else { return }
    isDoubtful = true
    wait?.cancel()
  }
}
