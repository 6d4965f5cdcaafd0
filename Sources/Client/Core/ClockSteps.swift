import ClientModel

/// A detector of steps of the wall clock. A step is a change that was made by setting the clock.
/// The detector compares the wall clock with a clock that cannot be set.
///
/// A step changes the length of a wait for a wall-clock time: a wait of a second could last a day,
/// or a wait of an hour could end at once.
struct ClockSteps: Sendable {
  /// The smallest step. Smaller differences come from adjustments of the clock's rate or from the
  /// time between two readings.
  static let least = Duration.seconds(1)

  /// The wall clock minus the other clock, at the reading from which the next step is measured: the
  /// last step, or a later reading at which the wall clock was slightly ahead.
  private var offset: Duration?

  /// Returns the step of the wall clock since the last call, negative if the clock was set back.
  /// Returns nil if the clock was not set.
  mutating func step(of clock: any AlarmClock) -> Duration? {
    let before = clock.uptime
    let wall = Duration.milliseconds(clock.now.milliseconds)
    let uptime = clock.uptime
    // The thread was suspended between two readings, so they cannot be compared.
    guard uptime - before < .milliseconds(500) else { return nil }
    let current = wall - uptime
    let step = offset.map { current - $0 } ?? .zero
    // Small steps back are added up, because a wait would become longer with each of them. Small
    // steps forward are ignored, because they hardly shorten a wait.
    if offset == nil || step > .zero || step <= .zero - Self.least { offset = current }
    return step >= Self.least || step <= .zero - Self.least ? step : nil
  }
}

/// The waits that were moved because the wall clock was set, until they are committed.
struct MovedWaits: Equatable, Sendable {
  struct Move: Equatable, Sendable {
    /// The end of the wait in the store.
    let from: Timestamp
    let to: Timestamp
  }

  private(set) var jobs: [JobID: Move] = [:]
  private(set) var lanes: [LaneKey: Move] = [:]

  var isEmpty: Bool { jobs.isEmpty && lanes.isEmpty }

  mutating func move(_ job: JobID, from old: Timestamp, to new: Timestamp) {
    jobs[job] = Move(from: jobs[job]?.from ?? old, to: new)
  }

  mutating func move(_ lane: LaneKey, from old: Timestamp, to new: Timestamp) {
    lanes[lane] = Move(from: lanes[lane]?.from ?? old, to: new)
  }

  /// Removes the moves of lanes, because only the queue runner writes lanes.
  mutating func removeLanes() { lanes = [:] }

  /// Removes committed moves. A wait that was moved again in the meantime remains, with the
  /// committed time as its `from`.
  mutating func remove(_ committed: MovedWaits) {
    for (job, move) in committed.jobs { jobs[job] = Self.left(of: jobs[job], after: move) }
    for (lane, move) in committed.lanes { lanes[lane] = Self.left(of: lanes[lane], after: move) }
  }

  private static func left(of pending: Move?, after committed: Move) -> Move? {
    guard let pending, pending != committed else { return nil }
    return Move(from: committed.to, to: pending.to)
  }
}

extension JobState {
  /// The end of the wait for a back-off, a server or the next poll of a remote job, or nil if there
  /// is no such wait.
  var due: Timestamp? {
    switch self {
    case .waiting(.until(let due)): due
    case .polling(_, let next): next
    case .held, .waiting, .running, .succeeded, .failed, .cancelled, .skipped, .interrupted: nil
    }
  }

  /// Returns this state with another end of the wait.
  func waiting(until due: Timestamp) -> JobState {
    if case .polling(let word, _) = self { return .polling(word: word, next: due) }
    return .waiting(.until(due))
  }
}
