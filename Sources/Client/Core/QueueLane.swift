import ClientModel

/// A lane with its waiting jobs.
struct QueueLane: Sendable {
  var lane: Lane
  var waiting = IndexedHeap<OrderedItem>()
  var running = 0
  /// The earliest time of the next start that the rate allows, in milliseconds since 1970.
  private var nextStart: Double = 0
  /// Whether the lane has a turn in the next round.
  var isMarked = false

  init(lane: Lane) { self.lane = lane }

  /// Whether only a time can delay the next job.
  var hasRoom: Bool { !lane.isPaused && running < lane.limit && !waiting.isEmpty }

  /// The earliest time at which rate and Retry-After allow a start.
  var opens: Timestamp {
    let byRate = Timestamp(milliseconds: Int64(nextStart))
    return lane.heldUntil.map { max($0, byRate) } ?? byRate
  }

  /// Updates the lane. A new rate counts from the next start on.
  mutating func take(_ lane: Lane) {
    if lane.rate != self.lane.rate { nextStart = 0 }
    self.lane = lane
  }

  /// Removes the first job and counts it as running.
  ///
  /// - Returns: The job's slot.
  mutating func start(at now: Timestamp, in slots: inout SlotTable) -> Int32 {
    running += 1
    if let rate = lane.rate, rate > 0 {
      nextStart = max(nextStart, Double(now.milliseconds)) + 1000 / rate
    }
    return waiting.removeFirst(in: &slots.records).slot
  }

  /// Moves the next start by the amount by which the wall clock was set, negative for back.
  mutating func moveStart(by step: Duration) {
    nextStart = nextStart == 0 ? 0 : max(0, nextStart + Double(step.inMilliseconds))
  }
}
