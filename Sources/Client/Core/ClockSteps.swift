import ClientModel

/// Notices that the wall clock was set back, by comparing it with a clock that nobody sets.
///
/// A wait that was set by the wall clock would grow by such a step: a second would last a day.
struct ClockSteps: Sendable {
  /// Smaller steps are adjustments of the clock's rate, or two readings that lie apart.
  static let least = Duration.seconds(1)

  /// The wall clock less the other one, as they stood to each other when it was last ahead.
  private var offset: Duration?

  /// How far the wall clock was set back since the last call; nil where it was not.
  mutating func back(at clock: any AlarmClock) -> Duration? {
    let before = clock.uptime
    let wall = Duration.milliseconds(clock.now.milliseconds)
    let uptime = clock.uptime
    // The thread stood still between two readings: they cannot be compared.
    guard uptime - before < .milliseconds(500) else { return nil }
    let current = wall - uptime
    guard let known = offset, current < known else {
      offset = current
      return nil
    }
    guard known - current >= Self.least else { return nil }
    offset = current
    return known - current
  }
}

/// Moves waits in the store after the wall clock was set back.
struct WaitMover {
  let storage: any Storage

  /// Moves jobs, unless they wait for another time by then.
  ///
  /// - Parameter jobs: The time that each job waited for.
  nonisolated(nonsending) func move(
    _ jobs: [JobID: Timestamp], back step: Duration, at now: Timestamp
  ) async throws(Failure) -> [Job] {
    guard !jobs.isEmpty else { return [] }
    return try await storage.change(Array(jobs.keys)) { job in
      guard let due = job.state.due, jobs[job.id] == due else { return nil }
      return JobChange(state: job.state.waiting(until: due.advanced(by: .zero - step)), at: now)
    }
  }

  /// Writes another end of a lane's hold, unless the hold is another one by then.
  nonisolated(nonsending) func move(
    _ key: LaneKey, from old: Timestamp, to new: Timestamp
  ) async throws(Failure) -> Lane {
    try await storage.changeLane(key) { lane in
      if lane.heldUntil == old { lane.heldUntil = new }
    }
  }
}

extension JobState {
  /// The time that a back-off, a server or the next poll of a remote job waits for.
  var due: Timestamp? {
    switch self {
    case .waiting(.until(let due)): due
    case .polling(_, let next): next
    case .held, .waiting, .running, .succeeded, .failed, .cancelled, .skipped, .interrupted: nil
    }
  }

  /// The same wait for another time.
  func waiting(until due: Timestamp) -> JobState {
    if case .polling(let word, _) = self { return .polling(word: word, next: due) }
    return .waiting(.until(due))
  }
}
