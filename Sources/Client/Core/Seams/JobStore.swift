public import ClientModel

/// Reads jobs, their requests and their responses.
public protocol JobReader: Sendable {
  /// Returns the matching jobs. The query's order, offset and limit apply.
  func jobs(matching query: JobQuery) async throws(Failure) -> [Job]
  /// Returns the number of matching jobs. The query's offset and limit are ignored.
  func count(matching query: JobQuery) async throws(Failure) -> Int
  /// Reads a window of the queue, its lanes and its graphs in one snapshot.
  func queue(matching query: QueueQuery) async throws(Failure) -> QueueState

  /// Returns the requests of a job, or nil if the job is unknown. If the store has no key, the
  /// draft is nil.
  func requests(of job: JobID) async throws(Failure) -> JobRequests?

  /// Returns the attempts of a job, oldest first.
  func attempts(of job: JobID) async throws(Failure) -> [Attempt]
}

extension JobReader {
  /// Returns the original request of a job. Redirects do not change it.
  public func request(of job: JobID) async throws(Failure) -> PreparedRequest? {
    try await requests(of: job)?.request
  }
}

/// Changes jobs. When a call returns, its result is on disk.
///
/// The core makes the decisions, and the store applies them. Each call is one transaction. A store
/// may call a decision again if the transaction must be repeated.
public protocol JobStore: JobReader {
  /// Adds jobs in order. Their ids are ascending.
  func add(_ jobs: JobAddition) async throws(Failure) -> AddedJobs

  /// Commits a batch without suspending the caller. If the batch is empty, nothing is written, and
  /// the receipt contains the store's revision.
  ///
  /// - Parameter completion: Called exactly once, on any thread.
  func commit(
    _ batch: StoreBatch,
    then completion: @escaping @Sendable (Result<StoreReceipt, Failure>) -> Void)

  /// Changes jobs. `decide` receives each job and returns its change.
  ///
  /// - Parameter decide: Returns nil if the job stays unchanged.
  func change(
    _ selection: JobSelection, _ decide: @escaping @Sendable (Job) -> JobChange?
  ) async throws(Failure) -> ChangedSelection

  /// Deletes finished jobs and ended graphs. Attempts and bodies of the jobs are also deleted. A
  /// batch is deleted together with its last job. Jobs that a running graph needs remain.
  ///
  /// - Returns: The number of deleted or restored jobs.
  @discardableResult
  func remove(_ removal: Removal) async throws(Failure) -> Int
}

/// The jobs that one transaction adds.
public struct JobAddition: Sendable {
  /// Passes each job to its argument, in order. The jobs need not all be in memory at once.
  public var each: @Sendable ((NewJob) throws -> Void) throws -> Void
  /// The start time of the first attempts, or nil if the jobs wait. A job that may not start waits
  /// in any case.
  public var start: Timestamp?

  /// Creates an addition from a function. An error of the function cancels the addition.
  public init(
    start: Timestamp? = nil, each: @escaping @Sendable ((NewJob) throws -> Void) throws -> Void
  ) {
    self.start = start
    self.each = each
  }

  /// Creates an addition of jobs in memory.
  public init(_ jobs: [NewJob], start: Timestamp? = nil) {
    self.init(start: start) { add in for job in jobs { try add(job) } }
  }
}

/// The result of adding jobs.
public struct AddedJobs: Sendable {
  /// The ascending ids of the jobs, in the order of the addition.
  public var ids: [JobID]
  /// The jobs that started.
  public var started: [JobID: StartedJob]
  /// The number of cookie changes in the store when the jobs were added. It is negative if the
  /// number is unknown.
  public var cookieRevision: Int64

  /// Creates a result. By default, no job has started.
  public init(ids: [JobID], started: [JobID: StartedJob] = [:], cookieRevision: Int64 = -1) {
    self.ids = ids
    self.started = started
    self.cookieRevision = cookieRevision
  }
}

/// The jobs that one transaction changes.
public enum JobSelection: Sendable {
  /// The jobs with these ids, in this order. Unknown ids are ignored.
  case ids([JobID])
  /// All jobs that match a query. The query's order, offset and limit are ignored. The jobs need
  /// not all be in memory at once.
  case query(JobQuery)
}

/// The jobs that a transaction changed.
public struct ChangedSelection: Sendable {
  /// The changed jobs of a selection by ids. Empty for a selection by query, because there may be
  /// too many jobs for the memory.
  public let jobs: [Job]
  private let changed: [JobID]

  /// The ids of the changed jobs.
  public var ids: [JobID] { jobs.isEmpty ? changed : jobs.map(\.id) }

  /// Creates the result for a selection by ids.
  public init(_ jobs: [Job]) {
    self.jobs = jobs
    changed = []
  }

  /// Creates the result for a query.
  public init(ids: [JobID]) {
    jobs = []
    changed = ids
  }
}

/// Deletes jobs and graphs, or undoes a deletion.
public enum Removal: Sendable {
  /// Deletes jobs and graphs that the user selected. Unfinished jobs, unfinished graphs and batches
  /// remain.
  ///
  /// The order, offset and limit of the job query are ignored. The deletion can be undone if it has
  /// an identifier.
  case selected(jobs: JobQuery?, graphs: GraphQuery?, as: DeletionID?)
  /// Deletes the finished jobs and graphs that ended before a time. Then deletes the oldest
  /// finished jobs until the total size of the bodies is within a limit.
  ///
  /// The queue runner does this automatically.
  case retention(olderThan: Timestamp, retaining: ByteCount)
  /// Undoes a deletion that this process made. The store may make a deletion permanent when the
  /// process ends, or after a day.
  case undoing(DeletionID)

  /// Creates the deletion of a selection. By default, nothing is selected.
  public init(jobs: JobQuery? = nil, graphs: GraphQuery? = nil, as deletion: DeletionID? = nil) {
    self = .selected(jobs: jobs, graphs: graphs, as: deletion)
  }
}

extension JobStore {
  /// Adds jobs in order, in one transaction. Their ids are ascending.
  public func add(_ jobs: [NewJob]) async throws(Failure) -> [JobID] {
    jobs.isEmpty ? [] : try await add(JobAddition(jobs)).ids
  }

  /// Undoes a deletion that this process made.
  ///
  /// - Returns: The number of restored jobs.
  public func restore(_ deletion: DeletionID) async throws(Failure) -> Int {
    try await remove(.undoing(deletion))
  }

  /// Commits a batch and waits for its receipt.
  public func commit(_ batch: StoreBatch) async throws(Failure) -> StoreReceipt {
    let result: Result<StoreReceipt, Failure> = await withCheckedContinuation { continuation in
      commit(batch) { continuation.resume(returning: $0) }
    }
    return try result.get()
  }

  /// Changes jobs in one transaction.
  ///
  /// - Returns: The changed jobs.
  public func change(
    _ jobs: [JobID], _ decide: @escaping @Sendable (Job) -> JobChange?
  ) async throws(Failure) -> [Job] {
    try await change(.ids(jobs), decide).jobs
  }
}
