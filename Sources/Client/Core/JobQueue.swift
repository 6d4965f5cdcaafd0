package import ClientModel

/// Decides which job starts when. It knows no clock, store or network: time is passed in, and what
/// is to be done comes back as actions.
///
///     put ──► waiting ──► (fill: start) ──► running ──► (ended: slot free again)
///              │  ▲
///              ▼  └── a time, another job's success
///            removed
///
/// A queued job starts when its lane is not paused, not held by a server, below its limit and within its
/// rate. An immediate job ignores its lane and starts at once; only the number of running immediate jobs is
/// limited, in total and per host. A third limit applies to all running jobs. A change to the queue starts
/// no job; `fill` returns the jobs to start, so that a burst of changes gives one batch of starts.
///
/// A waiting job costs about 80 bytes; each call costs O(log n) for each job it concerns.
package struct JobQueue: Sendable {
  package enum Action: Hashable, Sendable {
    /// The job has a slot now.
    case start(JobID)
    /// A time the job was held until has come: it waits for a slot now.
    case ready(JobID)
    /// The job this one waited for has succeeded.
    case unblocked(JobID)
    /// The job this one waited for did not succeed, so it never runs.
    case skip(JobID, because: JobID)
  }

  struct LaneRecord: Sendable {
    var lane: Lane
    var waiting = IndexedHeap<OrderedItem>()
    var running = 0
    /// In milliseconds since 1970; the rate allows the next start from here on.
    var nextStart: Double = 0
    var isMarked = false
  }

  struct HostRecord: Sendable {
    var parked = IndexedHeap<OrderedItem>()
    var running = 0
  }

  var slots: [QueueSlot] = []
  var firstFree: Int32 = -1
  var slotOf: [JobID: Int32] = [:]
  var lanes: [LaneRecord] = []
  var laneNumbers: [LaneKey: Int32] = [:]
  var hosts: [HostRecord] = []
  var hostNumbers: [String: Int32] = [:]
  var immediate = IndexedHeap<OrderedItem>()
  var timers = IndexedHeap<TimedItem>()
  /// Lanes in which something may have become able to start.
  var marked: [Int32] = []
  /// Lanes with work and room that wait for nothing but a time.
  var delayed: Set<Int32> = []
  var blockedBy: [JobID: JobID] = [:]
  var dependents: [JobID: [JobID]] = [:]
  /// The channel of each running job.
  var runningJobs: [JobID: (channel: Int32, scheduling: Job.Scheduling)] = [:]
  var immediateRunning = 0
  /// The id ranges of jobs that must not start, whatever their lanes allow: batches on hold.
  var heldBatches: [ClosedRange<JobID>] = []
  var pendingActions: [Action] = []
  var isClosed = false
  let immediateInAll: Int
  let immediatePerHost: Int
  /// How many jobs may run at once, whatever lanes allow.
  let runningInAll: Int
  /// Lanes in which a job would start if fewer jobs ran, in the order of their turns.
  var starved: [Int32] = []
  /// Such lanes that already got a slot in the current `fill`; it appends them to `starved` at its end.
  var fed: [Int32] = []

  package init(immediateInAll: Int = 64, immediatePerHost: Int = 6, runningInAll: Int = .max) {
    self.immediateInAll = max(1, immediateInAll)
    self.immediatePerHost = max(1, immediatePerHost)
    self.runningInAll = max(1, runningInAll)
  }

  package var waitingCount: Int { slotOf.count }
  package var runningCount: Int { runningJobs.count }
  package func isWaiting(_ job: JobID) -> Bool { slotOf[job] != nil }

  /// Starts nothing more: the program ends, or the store takes no writes.
  package mutating func close() { isClosed = true }

  /// Takes back `close`.
  package mutating func open() {
    isClosed = false
    for number in lanes.indices { mark(Int32(number)) }
  }

  /// Adds a waiting job, or takes over what changed about it. A running job is left alone.
  package mutating func put(_ job: QueuedJob) {
    guard runningJobs[job.id] == nil else { return }
    if slotOf[job.id] != nil { remove(job.id, dependency: .retained) }
    let channel =
      job.scheduling == .immediate ? hostNumber(job.host) : laneNumber(job.lane)
    let slot = takeSlot(
      QueueSlot(
        id: job.id, position: job.position, priority: Int32(clamping: job.priority),
        channel: channel, scheduling: job.scheduling, place: .blocked))
    slotOf[job.id] = slot
    switch job.wait {
    case .slot:
      blockedBy[job.id] = nil
      makeStartable(slot)
    case .until(let due):
      blockedBy[job.id] = nil
      slots[Int(slot)].place = .timer
      timers.insert(TimedItem(slot: slot, due: due), in: &slots)
    case .heldUntil(let due):
      blockedBy[job.id] = nil
      slots[Int(slot)].place = .heldTimer
      timers.insert(TimedItem(slot: slot, due: due), in: &slots)
    case .job(let parent):
      if blockedBy.updateValue(parent, forKey: job.id) != parent {
        dependents[parent, default: []].append(job.id)
      }
    }
  }

  /// Adds waiting jobs, or takes over what changed about them.
  ///
  /// - Returns: The jobs that any of them wait for; `noteEnd` takes those that have ended.
  mutating func put(_ jobs: [QueuedJob]) -> Set<JobID> {
    var parents: Set<JobID> = []
    for job in jobs {
      put(job)
      if case .job(let parent) = job.wait { parents.insert(parent) }
    }
    return parents
  }

  /// Removes a waiting job from the queue: it was held, cancelled, or taken by another process.
  package mutating func remove(_ job: JobID) { remove(job, dependency: .dropped) }

  /// A running job has left the wire, however it ended: its slot is free.
  package mutating func ended(_ job: JobID) {
    guard let run = runningJobs.removeValue(forKey: job) else { return }
    if !starved.isEmpty {
      let waiting = starved
      starved = []
      for number in waiting { mark(number) }
    }
    switch run.scheduling {
    case .queued:
      lanes[Int(run.channel)].running -= 1
      mark(run.channel)
    case .immediate:
      hosts[Int(run.channel)].running -= 1
      immediateRunning -= 1
      unpark(run.channel)
    }
  }

  /// Notes the state of a job that others may wait for.
  mutating func noteEnd(of job: Job) {
    switch job.state {
    case .succeeded: succeeded(job.id)
    case .failed, .cancelled, .skipped: failed(job.id)
    case .held, .waiting, .running, .polling, .interrupted: break
    }
  }

  /// Reports its success to the jobs that waited for this one: they wait for slots now.
  package mutating func succeeded(_ job: JobID) {
    for child in dependents.removeValue(forKey: job) ?? [] where blockedBy[child] == job {
      blockedBy[child] = nil
      guard let slot = slotOf[child], slots[Int(slot)].place == .blocked else { continue }
      pendingActions.append(.unblocked(child))
      makeStartable(slot)
    }
  }

  /// Reports to the jobs that waited for this one, and those that wait for them, that it will not
  /// succeed: they are skipped and leave the queue.
  package mutating func failed(_ job: JobID) {
    var lost = [job]
    while let parent = lost.popLast() {
      for child in dependents.removeValue(forKey: parent) ?? [] where blockedBy[child] == parent {
        guard slotOf[child] != nil else { continue }
        remove(child)
        pendingActions.append(.skip(child, because: job))
        lost.append(child)
      }
    }
  }

  /// Takes over what a lane is now; a raised limit or a lifted pause counts at the next `fill`.
  package mutating func set(_ lane: Lane) {
    let number = laneNumber(lane.key)
    if lane.rate != lanes[Int(number)].lane.rate { lanes[Int(number)].nextStart = 0 }
    lanes[Int(number)].lane = lane
    mark(number)
  }

  /// A lane that its server holds until a time; nil when it is held that long already.
  func held(_ key: LaneKey, until time: Timestamp) -> Lane? {
    var lane = lane(key) ?? Lane(key: key)
    guard (lane.heldUntil ?? Timestamp(milliseconds: .min)) < time else { return nil }
    lane.heldUntil = time
    return lane
  }

  package func lane(_ key: LaneKey) -> Lane? {
    laneNumbers[key].map { lanes[Int($0)].lane }
  }
}
