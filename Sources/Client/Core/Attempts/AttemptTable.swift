import ClientModel

/// The jobs that this process sends: those with a slot, and immediate jobs that only this process
/// may send.
struct AttemptTable {
  /// The action of this process for a changed job.
  enum ChangedJob: Equatable {
    /// Do nothing. The job is read again later, or its change has no effect here.
    case nothing
    /// Stop the job. It runs in this process.
    case stop
    /// Cancel the job, because a stop was requested between two attempts.
    case cancel
    /// Add the job to the queue.
    case enqueue
    /// Remove the job from the queue, because it no longer waits.
    case remove
  }

  /// The running jobs of this process, from the commit of their start to the commit of their end.
  private var runs: [JobID: Run] = [:]
  /// The immediate jobs that this process added and therefore sends itself.
  private(set) var immediate: Set<JobID> = []
  /// The new jobs for which the cache is being read. They enter the queue afterwards.
  private var askingCache: Set<JobID> = []
  /// The secrets that were resolved for reading the cache. The first attempt of an immediate job
  /// reuses them.
  private var secrets: [JobID: [SecretReference: Secret]] = [:]
  /// The renewals of authentication, with the runs that wait for them.
  var renewals = Renewals()
  /// The held jobs whose sealed parts wait for the store's key.
  private(set) var keyless: Set<JobID> = []

  // MARK: Running jobs

  var isEmpty: Bool { runs.isEmpty }
  var jobs: [JobID] { Array(runs.keys) }

  /// Whether all runs have ended and only wait for their commit.
  var isOnlyCommitting: Bool { runs.values.allSatisfy(\.isCommitting) }

  /// The run of a job, or nil if the job does not run in this process.
  subscript(job: JobID) -> Run? {
    get { runs[job] }
    set { runs[job] = newValue }
  }

  /// Returns the run of an attempt, or nil if the job is in another attempt or has ended.
  func run(of attempt: AttemptID) -> Run? {
    runs[attempt.job].flatMap { $0.attempt == attempt ? $0 : nil }
  }

  /// Returns the body of an attempt that is being sent, or nil if the attempt is not being sent.
  func arriving(of attempt: AttemptID) -> NewBody? {
    guard let run = runs[attempt.job], run.attempt == attempt, case .onWire(let body) = run.phase
    else { return nil }
    return body
  }

  /// Stores a run in its next phase.
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

  /// Records the change that a command or another process made to a job, and returns the action for
  /// it.
  ///
  /// - Parameter queue: The jobs that wait in this process.
  mutating func changed(_ job: Job, waitingIn queue: JobQueue) -> ChangedJob {
    noteKey(of: job)
    if let stop = runs[job.id].map(\.stop) {
      // The stored end of this run was followed by another change. The job is read again after the
      // end is applied.
      guard case .running = job.state else {
        runs[job.id]?.isOvertaken = true
        return .nothing
      }
      if let remote = job.remote { runs[job.id]?.job.remote?.userRequest = remote.userRequest }
      return job.cancelRequested && stop == nil ? .stop : .nothing
    }
    if case .running = job.state, queue.isWaiting(job.id) {
      // The attempt ended with a back-off when the stop of the job was requested.
      return job.cancelRequested ? .cancel : .nothing
    }
    if QueuedJob(job, scheduling: .queued) != nil { return .enqueue }
    secrets[job.id] = nil
    return .remove
  }

  // MARK: Immediate jobs

  mutating func addImmediate(_ job: JobID) { immediate.insert(job) }

  func isImmediate(_ job: JobID) -> Bool { immediate.contains(job) }

  /// Returns the scheduling of a job in this process: `immediate` if the job ignores its lane.
  func scheduling(of job: JobID) -> Job.Scheduling { isImmediate(job) ? .immediate : .queued }

  /// Removes the data that was retained for a job until its end.
  mutating func finished(_ job: JobID) {
    immediate.remove(job)
    secrets[job] = nil
  }

  // MARK: Before the queue

  mutating func beginAskingCache(for jobs: Set<JobID>) { askingCache.formUnion(jobs) }
  mutating func endAskingCache(for jobs: Set<JobID>) { askingCache.subtract(jobs) }
  func isAskingCache(for job: JobID) -> Bool { askingCache.contains(job) }

  /// Retains resolved secrets for the first attempt of an immediate job, so that each program runs
  /// once.
  mutating func retain(_ found: [SecretReference: Secret], for job: JobID) {
    if isImmediate(job) { secrets[job] = found }
  }

  mutating func takeSecrets(for job: JobID) -> [SecretReference: Secret] {
    secrets.removeValue(forKey: job) ?? [:]
  }

  // MARK: Jobs without a key

  /// Records which jobs wait for the store's key.
  mutating func noteKeys(of jobs: [Job]) { for job in jobs { noteKey(of: job) } }

  /// Records whether a job waits for the store's key.
  mutating func noteKey(of job: Job) {
    if case .held(let hold) = job.state, hold.isMissingKey {
      keyless.insert(job.id)
    } else if !keyless.isEmpty {
      keyless.remove(job.id)
    }
  }
}
