import ClientModel

/// The jobs that this process sends: jobs that have a slot, and its own immediate jobs.
struct AttemptTable {
  /// The reaction of this process to a changed job.
  enum ChangedJob: Equatable {
    /// Do nothing. Either the job is read again later, or the change is irrelevant here.
    case nothing
    /// Stop the job, which runs in this process.
    case stop
    /// Cancel the job, because a stop was requested between two attempts.
    case cancel
    /// Add the job to the queue.
    case enqueue
    /// Remove the job from the queue. It no longer waits.
    case remove
  }

  /// The running jobs of this process. A job is added when its start is committed, and removed when
  /// its end is committed.
  private var runs: [JobID: Run] = [:]
  /// The immediate jobs that this process added and therefore sends itself.
  private(set) var immediate: Set<JobID> = []
  /// The new jobs whose cache lookup is in progress. They enter the queue after the lookup.
  private var askingCache: Set<JobID> = []
  /// The secrets that were resolved for cache lookups. An immediate job reuses them for its first
  /// attempt.
  private var secrets: [JobID: [SecretReference: Secret]] = [:]
  /// The renewals of credentials and the runs that wait for them.
  var renewals = Renewals()
  /// The held jobs whose encrypted parts need the store's key.
  private(set) var keyless: Set<JobID> = []

  // MARK: Running jobs

  var isEmpty: Bool { runs.isEmpty }
  var jobs: [JobID] { Array(runs.keys) }

  /// Whether all runs have ended and wait only for their commit.
  var isOnlyCommitting: Bool { runs.values.allSatisfy(\.isCommitting) }

  /// The run of a job in this process, or nil for none.
  subscript(job: JobID) -> Run? {
    get { runs[job] }
    set { runs[job] = newValue }
  }

  /// Returns the run of an attempt. Returns nil if the job has ended or made another attempt.
  func run(of attempt: AttemptID) -> Run? {
    runs[attempt.job].flatMap { $0.attempt == attempt ? $0 : nil }
  }

  /// Returns the arriving body of an attempt. Returns nil if the attempt is not being sent.
  func arriving(of attempt: AttemptID) -> NewBody? {
    guard let run = runs[attempt.job], run.attempt == attempt, case .onWire(let body) = run.phase
    else { return nil }
    return body
  }

  mutating func put(_ run: Run, _ phase: Run.Phase) {
    var run = run
    run.phase = phase
    runs[run.job.id] = run
  }

  /// Returns whether another process is sending the job.
  func runsElsewhere(_ job: Job) -> Bool {
    if case .running = job.state { runs[job.id] == nil } else { false }
  }

  /// Returns whether only this process may send the job.
  func owns(_ job: JobID) -> Bool { isImmediate(job) || runs[job] != nil }

  mutating func remove(_ job: JobID) -> Run? { runs.removeValue(forKey: job) }

  // MARK: Changed jobs

  /// Records that a command or another process changed a job.
  ///
  /// - Parameter queue: The jobs that wait in this process.
  /// - Returns: The reaction to the change.
  mutating func changed(_ job: Job, waitingIn queue: JobQueue) -> ChangedJob {
    noteKey(of: job)
    if let stop = runs[job.id].map(\.stop) {
      // The job was changed again after the end of this run was stored. It is read again after the
      // end is applied.
      guard case .running = job.state else {
        runs[job.id]?.isOvertaken = true
        return .nothing
      }
      if let remote = job.remote { runs[job.id]?.job.remote?.userRequest = remote.userRequest }
      return job.cancelRequested && stop == nil ? .stop : .nothing
    }
    if case .running = job.state, queue.isWaiting(job.id), !queue.isShared {
      // The stop was requested while the job was waiting for its next attempt.
      return job.cancelRequested ? .cancel : .nothing
    }
    if QueuedJob(job, scheduling: .queued) != nil { return .enqueue }
    secrets[job.id] = nil
    return .remove
  }

  // MARK: Immediate jobs

  mutating func addImmediate(_ job: JobID) { immediate.insert(job) }

  func isImmediate(_ job: JobID) -> Bool { immediate.contains(job) }

  func scheduling(of job: JobID) -> Job.Scheduling { isImmediate(job) ? .immediate : .queued }

  /// Removes the data that was kept for a running job.
  mutating func finished(_ job: JobID) {
    immediate.remove(job)
    secrets[job] = nil
  }

  // MARK: Before the queue

  mutating func beginAskingCache(for jobs: Set<JobID>) { askingCache.formUnion(jobs) }
  mutating func endAskingCache(for jobs: Set<JobID>) { askingCache.subtract(jobs) }
  func isAskingCache(for job: JobID) -> Bool { askingCache.contains(job) }

  /// Keeps resolved secrets for the first attempt of an immediate job, so that each secret program
  /// runs only once.
  mutating func retain(_ found: [SecretReference: Secret], for job: JobID) {
    if isImmediate(job) { secrets[job] = found }
  }

  mutating func takeSecrets(for job: JobID) -> [SecretReference: Secret] {
    secrets.removeValue(forKey: job) ?? [:]
  }

  // MARK: Jobs without a key

  mutating func noteKeys(of jobs: [Job]) { for job in jobs { noteKey(of: job) } }

  mutating func noteKey(of job: Job) {
    if case .held(let hold) = job.state, hold.isMissingKey {
      keyless.insert(job.id)
    } else if !keyless.isEmpty {
      keyless.remove(job.id)
    }
  }
}
