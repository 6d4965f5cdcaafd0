import ClientModel

/// Detects when the wall clock is set, by comparing it with the monotonic clock.
///
/// A step of the wall clock would change the length of waits. For example, a wait of a second could
/// last a day, or a wait of an hour could end at once.
struct ClockSteps: Sendable {
  /// The smallest difference that counts as a step. Smaller ones come from adjustments of the
  /// clock's rate or from the time between two readings.
  static let least = Duration.seconds(1)

  /// The difference between the wall clock and the monotonic clock, from which the next step is
  /// measured.
  ///
  /// It was taken at the last step, or at a later reading when the wall clock was slightly ahead.
  private var offset: Duration?

  /// Returns the amount by which the wall clock was set since the last call. The amount is negative
  /// if it was set back. Returns nil if it was not set.
  mutating func step(of clock: any AlarmClock) -> Duration? {
    let before = clock.uptime
    let wall = Duration.milliseconds(clock.now.milliseconds)
    let uptime = clock.uptime
    // The thread was suspended between the two readings, so they cannot be compared.
    guard uptime - before < .milliseconds(500) else { return nil }
    let current = wall - uptime
    let step = offset.map { current - $0 } ?? .zero
    // Small steps back are added up, because each of them would make a wait longer. Small steps
    // forward are ignored, because they hardly shorten a wait.
    if offset == nil || step > .zero || step <= .zero - Self.least { offset = current }
    return step >= Self.least || step <= .zero - Self.least ? step : nil
  }
}

/// The waits whose ends moved when the wall clock was set. They are kept until they are committed.
struct MovedWaits: Equatable, Sendable {
  struct Move: Equatable, Sendable {
    /// The stored end of the wait.
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

  /// Removes the lanes, because only the queue runner writes lanes.
  mutating func removeLanes() { lanes = [:] }

  /// Removes committed moves. If a wait was moved again in the meantime, it remains and gets the
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
  /// The end of a wait for a retry, a server or the next poll, or nil if the job does not wait.
  var due: Timestamp? {
    switch self {
    case .waiting(.until(let due)): due
    case .polling(_, let next): next
    case .held, .waiting, .running, .succeeded, .failed, .cancelled, .skipped, .interrupted: nil
    }
  }

  /// Returns this state with a different end of its wait.
  func waiting(until due: Timestamp) -> JobState {
    if case .polling(let word, _) = self { return .polling(word: word, next: due) }
    return .waiting(.until(due))
  }
}
