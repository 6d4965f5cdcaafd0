import ClientModel

/// The jobs that this process sends: those that have a slot, and immediate ones that no other process may send.
struct AttemptTable {
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

  mutating func add(_ run: Run) { runs[run.job.id] = run }

  mutating func remove(_ job: JobID) -> Run? { runs.removeValue(forKey: job) }

  // MARK: Immediate jobs

  mutating func addImmediate(_ job: JobID) { immediate.insert(job) }

  func isImmediate(_ job: JobID) -> Bool { immediate.contains(job) }

  /// Forgets what was kept for a job until its end.
  mutating func finished(_ job: JobID) {
    immediate.remove(job)
    secrets[job] = nil
  }

  // MARK: Before the queue

  mutating func beginAskingCache(for jobs: Set<JobID>) { askingCache.formUnion(jobs) }
  mutating func endAskingCache(for jobs: Set<JobID>) { askingCache.subtract(jobs) }
  func isAskingCache(for job: JobID) -> Bool { askingCache.contains(job) }

  /// Keeps resolved secrets for the first attempt of an immediate job, so that each program runs once.
  mutating func keep(_ found: [SecretReference: Secret], for job: JobID) {
    if isImmediate(job) { secrets[job] = found }
  }

  mutating func takeSecrets(for job: JobID) -> [SecretReference: Secret] {
    secrets.removeValue(forKey: job) ?? [:]
  }

  mutating func dropSecrets(for job: JobID) { secrets[job] = nil }

  // MARK: Jobs without a key

  /// Notes whether a job waits for the store's key.
  mutating func noteKey(of job: Job) {
    if case .held(let hold) = job.state, hold.isMissingKey {
      keyless.insert(job.id)
    } else if !keyless.isEmpty {
      keyless.remove(job.id)
    }
  }
}
