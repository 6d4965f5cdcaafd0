package import ClientModel

/// Decides when each job starts. It uses no clock, store or network, because the time is an
/// argument and the results are actions.
///
///     put ──► waiting ──► (fill: start) ──► running ──► (ended)
///              │  ▲
///              ▼  └── a time, another job's success
///            removed
///
/// A queued job starts when its lane is not paused, not held by a server, below its limit and
/// within its rate. An immediate job ignores its lane and starts at once; only the number of
/// running immediate jobs is limited, in total and per host. A third limit applies to all running
/// jobs. Changes to the queue do not start jobs. `fill` returns the jobs to start, so that a burst
/// of changes results in one batch of starts.
///
/// A waiting job needs about 80 bytes. Each call costs O(log n) for each job concerned.
package struct JobQueue: Sendable {
  package enum Action: Hashable, Sendable {
    /// The job got a slot.
    case start(JobID)
    /// The store starts up to this number of the lane's jobs, because the queue is shared.
    case take(LaneKey, Int)
    /// The job's hold has expired, and the job waits for a slot.
    case ready(JobID)
    /// The job's parent has succeeded.
    case unblocked(JobID)
    /// The job's parent did not succeed, so the job never runs.
    case skip(JobID, because: JobID)
  }

  var slots = SlotTable()
  var lanes = LaneTable()
  var immediate: ImmediateJobs
  var timers = IndexedHeap<TimedItem>()
  var dependencies = JobDependencies()
  /// The channel and the scheduling of each running job.
  var runningJobs: [JobID: (channel: Int32, scheduling: Job.Scheduling)] = [:]
  /// The maximum number of running jobs. Queued and immediate jobs both count.
  let runningInAll: Int
  /// The id ranges of the batches on hold. Their jobs must not start.
  var heldBatches: [ClosedRange<JobID>] = []
  var pendingActions: [Action] = []
  var isClosed = false
  /// The part of the state that several queue runners need. Nil if this is the only one.
  var sharing: QueueSharing?

  package init(immediateInAll: Int = 64, immediatePerHost: Int = 6, runningInAll: Int = .max) {
    immediate = ImmediateJobs(maximum: immediateInAll, perHost: immediatePerHost)
    self.runningInAll = max(1, runningInAll)
  }

  package var waitingCount: Int { slots.count }
  package var runningCount: Int { runningJobs.count }
  package func isWaiting(_ job: JobID) -> Bool { slots.slot(of: job) != nil }

  /// Closes the queue, so that no more jobs start. Used when the program ends or the store rejects
  /// writes.
  package mutating func close() { isClosed = true }

  /// Opens the queue again after `close`.
  package mutating func open() {
    isClosed = false
    lanes.markAll()
  }

  /// Adds or updates a waiting job. A running job is not changed.
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
      if job.scheduling == .queued, isShared { reopen(channel) }
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

  /// Adds or updates waiting jobs.
  ///
  /// - Returns: The jobs that the added jobs wait for. Those that have ended must be passed to
  ///   `noteEnd`.
  mutating func put(_ jobs: [QueuedJob]) -> Set<JobID> {
    var parents: Set<JobID> = []
    // Each reservation copies the table. It is therefore only done if the table at least doubles.
    if jobs.count > slots.count { slots.reserve(jobs.count) }
    for job in jobs {
      put(job)
      if case .job(let parent) = job.wait { parents.insert(parent) }
    }
    return parents
  }

  /// Removes a job that was held, cancelled or taken by another process.
  package mutating func remove(_ job: JobID) { remove(job, dependency: .dropped) }

  /// Frees the slot of a job that has succeeded or failed.
  package mutating func ended(_ job: JobID) {
    guard let run = runningJobs.removeValue(forKey: job) else { return }
    lanes.markWaitingForCapacity()
    switch run.scheduling {
    case .queued:
      lanes[run.channel].running -= 1
      lanes[run.channel].reopen()
      lanes.mark(run.channel)
    case .immediate:
      immediate.end(of: run.channel)
      unpark(run.channel)
    }
  }

  /// Notifies dependent jobs if this job has succeeded or can no longer succeed.
  mutating func noteEnd(of job: Job) {
    switch job.state {
    case .succeeded: succeeded(job.id)
    case .failed, .cancelled, .skipped: failed(job.id)
    case .held, .waiting, .running, .polling, .interrupted: break
    }
  }

  /// Notifies dependent jobs that this job has succeeded. They now wait for slots.
  package mutating func succeeded(_ job: JobID) {
    for child in dependencies.removeAll(of: job) {
      guard let slot = slots.slot(of: child), slots[slot].place == .blocked else { continue }
      pendingActions.append(.unblocked(child))
      makeStartable(slot)
    }
  }

  /// Skips and removes all jobs that depend on this job, directly or indirectly, because this job
  /// will not succeed.
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

  /// Updates a lane. A higher limit or an ended pause takes effect at the next `fill`.
  package mutating func set(_ lane: Lane) {
    let number = lanes.number(of: lane.key)
    lanes[number].take(lane)
    lanes[number].reopen()
    lanes.mark(number)
  }

  /// Returns a lane after its server requested a hold. Returns nil if the lane is already held
  /// until this time or longer.
  func held(_ key: LaneKey, until time: Timestamp) -> Lane? {
    var lane = lane(key) ?? Lane(key: key)
    guard (lane.heldUntil ?? Timestamp(milliseconds: .min)) < time else { return nil }
    lane.heldUntil = time
    return lane
  }

  package func lane(_ key: LaneKey) -> Lane? { lanes[key] }
}

/// The jobs that wait until another job has succeeded.
struct JobDependencies: Sendable {
  private var parents: [JobID: JobID] = [:]
  /// The children of each parent. A child may already have stopped waiting, so `parents` must be
  /// checked.
  private var children: [JobID: [JobID]] = [:]

  /// Makes a job wait for a parent. A previous parent is replaced.
  mutating func set(_ parent: JobID, of job: JobID) {
    guard parents.updateValue(parent, forKey: job) != parent else { return }
    children[parent, default: []].append(job)
  }

  mutating func remove(_ job: JobID) { parents[job] = nil }

  /// Ends the wait of all children of a job, and returns them.
  mutating func removeAll(of parent: JobID) -> [JobID] {
    guard var jobs = children.removeValue(forKey: parent) else { return [] }
    jobs.removeAll { job in
      guard parents[job] == parent else { return true }
      parents[job] = nil
      return false
    }
    return jobs
  }
}
