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

  var slots = SlotTable()
  var lanes = LaneTable()
  var immediate: ImmediateJobs
  var timers = IndexedHeap<TimedItem>()
  var dependencies = JobDependencies()
  /// The channel of each running job.
  var runningJobs: [JobID: (channel: Int32, scheduling: Job.Scheduling)] = [:]
  /// How many jobs may run at once, whatever lanes allow.
  let runningInAll: Int
  /// The id ranges of jobs that must not start, whatever their lanes allow: batches on hold.
  var heldBatches: [ClosedRange<JobID>] = []
  var pendingActions: [Action] = []
  var isClosed = false

  package init(immediateInAll: Int = 64, immediatePerHost: Int = 6, runningInAll: Int = .max) {
    immediate = ImmediateJobs(maximum: immediateInAll, perHost: immediatePerHost)
    self.runningInAll = max(1, runningInAll)
  }

  package var waitingCount: Int { slots.count }
  package var runningCount: Int { runningJobs.count }
  package func isWaiting(_ job: JobID) -> Bool { slots.slot(of: job) != nil }

  /// Starts nothing more: the program ends, or the store takes no writes.
  package mutating func close() { isClosed = true }

  /// Takes back `close`.
  package mutating func open() {
    isClosed = false
    lanes.markAll()
  }

  /// Adds a waiting job, or takes over what changed about it. A running job is left alone.
  package mutating func put(_ job: QueuedJob) {
    guard runningJobs[job.id] == nil else { return }
    remove(job.id, dependency: .retained)
    let channel =
      job.scheduling == .immediate ? immediate.number(of: job.host) : lanes.number(of: job.lane)
    let slot = slots.add(
      QueueSlot(
        id: job.id, position: job.position, priority: Int32(clamping: job.priority),
        channel: channel, scheduling: job.scheduling, place: .blocked))
    switch job.wait {
    case .slot:
      dependencies.remove(job.id)
      makeStartable(slot)
    case .until(let due):
      dependencies.remove(job.id)
      slots[slot].place = .timer
      timers.insert(TimedItem(slot: slot, due: due), in: &slots.records)
    case .heldUntil(let due):
      dependencies.remove(job.id)
      slots[slot].place = .heldTimer
      timers.insert(TimedItem(slot: slot, due: due), in: &slots.records)
    case .job(let parent): dependencies.set(parent, of: job.id)
    }
  }

  /// Adds waiting jobs, or takes over what changed about them.
  ///
  /// - Returns: The jobs that any of them wait for; `noteEnd` takes those that have ended.
  mutating func put(_ jobs: [QueuedJob]) -> Set<JobID> {
    var parents: Set<JobID> = []
    // Only where the table at least doubles, since each reservation copies it.
    if jobs.count > slots.count { slots.reserve(jobs.count) }
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
    lanes.markStarved()
    switch run.scheduling {
    case .queued:
      lanes[run.channel].running -= 1
      lanes.mark(run.channel)
    case .immediate:
      immediate.end(of: run.channel)
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
    for child in dependencies.removeAll(of: job) {
      guard let slot = slots.slot(of: child), slots[slot].place == .blocked else { continue }
      pendingActions.append(.unblocked(child))
      makeStartable(slot)
    }
  }

  /// Reports to the jobs that waited for this one, and those that wait for them, that it will not
  /// succeed: they are skipped and leave the queue.
  package mutating func failed(_ job: JobID) {
    var lost = [job]
    while let parent = lost.popLast() {
      for child in dependencies.removeAll(of: parent) {
        guard isWaiting(child) else { continue }
        remove(child)
        pendingActions.append(.skip(child, because: job))
        lost.append(child)
      }
    }
  }

  /// Takes over what a lane is now; a raised limit or a lifted pause counts at the next `fill`.
  package mutating func set(_ lane: Lane) {
    let number = lanes.number(of: lane.key)
    lanes[number].take(lane)
    lanes.mark(number)
  }

  /// A lane that its server holds until a time; nil when it is held that long already.
  func held(_ key: LaneKey, until time: Timestamp) -> Lane? {
    var lane = lane(key) ?? Lane(key: key)
    guard (lane.heldUntil ?? Timestamp(milliseconds: .min)) < time else { return nil }
    lane.heldUntil = time
    return lane
  }

  package func lane(_ key: LaneKey) -> Lane? { lanes[key] }
}
