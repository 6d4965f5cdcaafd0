import ClientModel

/// What this process does with the queue, and which process runs it.
struct RunnerStanding: Sendable {
  /// How far a reading of the store is, which an event may ask for while it goes on.
  enum Reading: Sendable { case resting, reading, readingAgain }

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
  /// The reading of whether the queue runner has work left, for `waitUntilDrained`.
  var lookout = Reading.resting

  /// Whether this process runs the queue.
  var isRunner: Bool { claim == .mine }

  /// Whether another process runs the queue: only the store has the jobs that are left.
  var isFollower: Bool { if case .held = claim { true } else { false } }

  /// Notes a commit of another process, which may have become the queue runner. A follower that lost that
  /// race would wait for the process that won it and still show the one that ended.
  mutating func doubt() {
    guard isFollower else { return }
    isDoubtful = true
    wait?.cancel()
  }
}
