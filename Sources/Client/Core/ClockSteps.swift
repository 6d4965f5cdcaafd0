import ClientModel

/// Notices that the wall clock was set, by comparing it with a clock that nobody sets.
///
/// A wait that was set by the wall clock would change by such a step: a second would last a day, or an hour no
/// time at all.
struct ClockSteps: Sendable {
  /// Smaller steps are adjustments of the clock's rate, or two readings that lie apart.
  static let least = Duration.seconds(1)

  /// The wall clock less the other one, as they stood to each other at the last step, or at a later reading that
  /// was ahead of it.
  private var offset: Duration?

  /// How far the wall clock was set since the last call, negative for back; nil where it was not.
  mutating func step(of clock: any AlarmClock) -> Duration? {
    let before = clock.uptime
    let wall = Duration.milliseconds(clock.now.milliseconds)
    let uptime = clock.uptime
    // The thread stood still between two readings: they cannot be compared.
    guard uptime - before < .milliseconds(500) else { return nil }
    let current = wall - uptime
    let step = offset.map { current - $0 } ?? .zero
    // Small steps back add up; small steps forward shorten no wait that matters.
    if offset == nil || step > .zero || step <= .zero - Self.least { offset = current }
    return step >= Self.least || step <= .zero - Self.least ? step : nil
  }
}

/// Waits that were moved because the wall clock was set, until they are committed.
struct MovedWaits: Equatable, Sendable {
  struct Move: Equatable, Sendable {
    /// As the store has it.
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

  /// Only the queue runner writes lanes.
  mutating func removeLanes() { lanes = [:] }

  /// Removes what was committed; what was moved again meanwhile stays, from where the store has it now.
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
