import ClientModel

/// The numbered lanes of a queue, and the order in which they start jobs.
struct LaneTable: Sendable {
  private var records: [QueueLane] = []
  private var numbers: [LaneKey: Int32] = [:]
  /// The lanes in which a job may be able to start now.
  private var marked: [Int32] = []
  /// The lanes that have a waiting job and a free slot, but whose next start is delayed by the rate
  /// or by `Retry-After`.
  private var delayed: Set<Int32> = []
  /// The lanes that wait because the total number of running jobs is limited. They are in the order
  /// of their turns.
  private var waitingForCapacity: [Int32] = []
  /// The lanes that wait for capacity but have started a job in this round. At the end of the
  /// round, they are added to `waitingForCapacity`.
  private var startedThisRound: [Int32] = []

  var indices: Range<Int32> { 0..<Int32(records.count) }

  subscript(number: Int32) -> QueueLane {
    _read { yield records[Int(number)] }
    _modify { yield &records[Int(number)] }
  }

  /// The lane of this key, or nil if it was not added.
  subscript(key: LaneKey) -> Lane? { numbers[key].map { records[Int($0)].lane } }

  /// Returns the number of a lane. An unknown lane gets a new number.
  mutating func number(of key: LaneKey) -> Int32 {
    if let number = numbers[key] { return number }
    let number = Int32(records.count)
    records.append(QueueLane(lane: Lane(key: key, pause: self[.future]?.pause ?? .none)))
    numbers[key] = number
    return number
  }

  /// Whether a job waits in a lane that is not paused.
  var hasStartableJob: Bool { records.contains { !$0.lane.isPaused && !$0.waiting.isEmpty } }

  /// The earliest time at which one of the delayed lanes may start a job. Nil if no lane is
  /// delayed.
  var nextOpening: Timestamp? {
    var next: Timestamp?
    for number in delayed {
      let time = self[number].opens
      next = next.map { min($0, time) } ?? time
    }
    return next
  }

  // MARK: Turns

  /// Gives a lane a turn in the next round.
  mutating func mark(_ number: Int32) {
    guard !self[number].isMarked else { return }
    self[number].isMarked = true
    marked.append(number)
  }

  mutating func markAll() {
    for number in indices { mark(number) }
  }

  /// Gives a turn to the lanes whose next start is delayed by the rate or by `Retry-After`.
  mutating func markDelayed() {
    for number in delayed { mark(number) }
  }

  /// Gives a turn to the lanes that wait until a running job ends.
  mutating func markWaitingForCapacity() {
    guard !waitingForCapacity.isEmpty else { return }
    let waiting = waitingForCapacity
    waitingForCapacity = []
    for number in waiting { mark(number) }
  }

  /// Starts a round. Returns the lanes that have a turn, in order.
  mutating func takeMarked() -> [Int32] {
    defer { marked = [] }
    return marked
  }

  /// Ends the turn of a lane after it has started all jobs that may start.
  mutating func endTurn(of number: Int32) {
    if self[number].hasRoom { delayed.insert(number) } else { delayed.remove(number) }
  }

  /// The number of jobs that a lane started before the total limit was reached.
  enum StartedJobs { case none, some }

  /// Ends the turn of a lane because the total limit on running jobs was reached. The lane then
  /// waits until a running job ends.
  mutating func interruptTurn(of number: Int32, after share: StartedJobs) {
    switch share {
    case .none: waitingForCapacity.append(number)
    case .some: startedThisRound.append(number)
    }
    delayed.remove(number)
  }

  /// Ends a round. In the next round, lanes that did not start a job come first.
  mutating func endRound() {
    waitingForCapacity += startedThisRound
    startedThisRound = []
  }
}

/// A lane and its waiting jobs.
struct QueueLane: Sendable {
  var lane: Lane
  var waiting = IndexedHeap<OrderedItem>()
  var running = 0
  /// The state of the lane in a shared queue.
  var shared = Shared()
  /// The earliest next start that the rate allows, in milliseconds since 1970.
  private var nextStart: Double = 0
  var isMarked = false

  init(lane: Lane) { self.lane = lane }

  /// Whether the lane has a waiting job and a free slot and is not paused. Only the rate or
  /// `Retry-After` can then delay the start.
  var hasRoom: Bool {
    !lane.isPaused && running + shared.asked < lane.limit && waiting.items.count > shared.asked
  }

  /// The earliest start that the rate and `Retry-After` allow.
  var opens: Timestamp {
    var time = Timestamp(milliseconds: Int64(nextStart))
    if let held = lane.heldUntil { time = max(time, held) }
    if let closed = shared.closedUntil { time = max(time, closed) }
    return time
  }

  /// Updates the lane. A new rate applies after the next start.
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

  /// Moves the next start by a step of the wall clock. The step is negative if the clock was set
  /// back.
  mutating func moveStart(by step: Duration) {
    nextStart = nextStart == 0 ? 0 : max(0, nextStart + Double(step.inMilliseconds))
  }
}
