import ClientModel

/// A lane with the jobs that wait in it.
struct QueueLane: Sendable {
  var lane: Lane
  var waiting = IndexedHeap<OrderedItem>()
  var running = 0
  /// In milliseconds since 1970; the rate allows the next start from here on.
  private var nextStart: Double = 0
  /// Whether the lane has a turn in the next round.
  var isMarked = false

  init(lane: Lane) { self.lane = lane }

  /// True when only a time can delay the next job.
  var hasRoom: Bool { !lane.isPaused && running < lane.limit && !waiting.isEmpty }

  /// The first moment at which rate and Retry-After allow a start.
  var opens: Timestamp {
    let byRate = Timestamp(milliseconds: Int64(nextStart))
    return lane.heldUntil.map { max($0, byRate) } ?? byRate
  }

  /// Takes over what the lane is now; a new rate counts from the next start on.
  mutating func take(_ lane: Lane) {
    if lane.rate != self.lane.rate { nextStart = 0 }
    self.lane = lane
  }

  /// Takes out the first job and counts it as running.
  ///
  /// - Returns: Its slot.
  mutating func start(at now: Timestamp, in slots: inout SlotTable) -> Int32 {
    running += 1
    if let rate = lane.rate, rate > 0 {
      nextStart = max(nextStart, Double(now.milliseconds)) + 1000 / rate
    }
    return waiting.removeFirst(in: &slots.records).slot
  }

  /// Moves the next start by as much as the wall clock was set, negative for back.
  mutating func moveStart(by step: Duration) {
    nextStart = nextStart == 0 ? 0 : max(0, nextStart + Double(step.inMilliseconds))
  }
}
