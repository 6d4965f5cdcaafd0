import ClientModel

/// The jobs that this process sends: those that have a slot, and immediate ones that no other process may send.
struct AttemptTable {
  /// What a changed job means to this process.
  enum ChangedJob: Equatable {
    /// Do nothing: the job is read again later, or its change has no effect here.
    case nothing
    /// Stop it: it runs in this process.
    case stop
    /// Cancel it: it was asked to stop between two attempts.
    case cancel
    /// Add it to the queue.
    case enqueue
    /// It waits for nothing any more.
    case remove
  }

  /// Running jobs of this process, from the commit of their start to the commit of their end.
  private var runs: [JobID: Run] = [:]
  /// Immediate jobs that this process added and therefore sends itself.
  private(set) var immediate: Set<JobID> = []
  /// Jobs just added, for which the cache is being asked: only afterwards do they enter the queue.
  private var askingCache: Set<JobID> = []
  /// Secrets that were resolved for the cache, for the first attempt of an immediate job.
  private var secrets: [JobID: [SecretReference: Secret]] = [:]
  /// Runs that wait for credentials.
  var renewals = Renewals()
  /// Held jobs whose sealed parts wait for the store's key.
  private(set) var keyless: Set<JobID> = []

  // MARK: Running jobs

  var isEmpty: Bool { runs.isEmpty }
  var jobs: [JobID] { Array(runs.keys) }

  /// Whether all that runs has ended and only waits for its commit.
  var isOnlyCommitting: Bool { runs.values.allSatisfy { $0.phase == .committing } }

  /// The run of a job; nil when it does not run in this process.
  subscript(job: JobID) -> Run? { runs[job] }

  /// The run of an attempt; nil when the job is at another attempt or has ended.
  func run(of attempt: AttemptID) -> Run? {
    runs[attempt.job].flatMap { $0.attempt == attempt ? $0 : nil }
  }

  /// Whether another process has the job on the wire.
  func runsElsewhere(_ job: Job) -> Bool {
    if case .running = job.state { runs[job.id] == nil } else { false }
  }

  /// Whether this process sends the job, and no other may.
  func owns(_ job: JobID) -> Bool { isImmediate(job) || runs[job] != nil }

  mutating func add(_ run: Run) { runs[run.job.id] = run }

  mutating func remove(_ job: JobID) -> Run? { runs.removeValue(forKey: job) }

  // MARK: Changed jobs

  /// Takes what a command, or another process, made of a job.
  ///
  /// - Parameter queue: The jobs that wait in this process.
  mutating func changed(_ job: Job, waitingIn queue: JobQueue) -> ChangedJob {
    noteKey(of: job)
    if let run = runs[job.id] {
      // The end of this run is stored, and the job changed after it: it is read again once the end is applied.
      guard case .running = job.state else {
        run.isOvertaken = true
        return .nothing
      }
      if let remote = job.remote { run.job.remote?.wish = remote.wish }
      return job.cancelRequested && run.stop == nil ? .stop : .nothing
    }
    if case .running = job.state, queue.isWaiting(job.id) {
      // It left the wire for a back-off while it was asked to stop.
      return job.cancelRequested ? .cancel : .nothing
    }
    if QueuedJob(job, scheduling: .queued) != nil { return .enqueue }
    secrets[job.id] = nil
    return .remove
  }

  // MARK: Immediate jobs

  mutating func addImmediate(_ job: JobID) { immediate.insert(job) }

  func isImmediate(_ job: JobID) -> Bool { immediate.contains(job) }

  /// Whether a job of this process ignores its lane.
  func scheduling(of job: JobID) -> Job.Scheduling { isImmediate(job) ? .immediate : .queued }

  /// Drops what was retained for a job until its end.
  mutating func finished(_ job: JobID) {
    immediate.remove(job)
    secrets[job] = nil
  }

  // MARK: Before the queue

  mutating func beginAskingCache(for jobs: Set<JobID>) { askingCache.formUnion(jobs) }
  mutating func endAskingCache(for jobs: Set<JobID>) { askingCache.subtract(jobs) }
  func isAskingCache(for job: JobID) -> Bool { askingCache.contains(job) }

  /// Retains resolved secrets for the first attempt of an immediate job, so that each program runs once.
  mutating func retain(_ found: [SecretReference: Secret], for job: JobID) {
    if isImmediate(job) { secrets[job] = found }
  }

  mutating func takeSecrets(for job: JobID) -> [SecretReference: Secret] {
    secrets.removeValue(forKey: job) ?? [:]
  }

  // MARK: Jobs without a key

  /// Notes which jobs wait for the store's key.
  mutating func noteKeys(of jobs: [Job]) { for job in jobs { noteKey(of: job) } }

  /// Notes whether a job waits for the store's key.
  mutating func noteKey(of job: Job) {
    if case .held(let hold) = job.state, hold.isMissingKey {
      keyless.insert(job.id)
    } else if !keyless.isEmpty {
      keyless.remove(job.id)
    }
  }
}
