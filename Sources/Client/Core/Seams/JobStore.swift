public import ClientModel

/// The part of a store that reads jobs with their requests and responses.
public protocol JobReader: Sendable {
  /// Returns the matching jobs in the query's order, within its offset and limit.
  func jobs(matching query: JobQuery) async throws(Failure) -> [Job]
  /// Counts the matching jobs. The query's offset and limit are ignored.
  func count(matching query: JobQuery) async throws(Failure) -> Int
  /// Reads a window of the queue with its lanes and graphs, all at one moment.
  func queue(matching query: QueueQuery) async throws(Failure) -> QueueState

  /// Returns the requests of a job, or nil for an unknown job. If the store's key is missing, the
  /// draft is nil.
  func requests(of job: JobID) async throws(Failure) -> JobRequests?

  /// Returns the attempts of a job, oldest first.
  func attempts(of job: JobID) async throws(Failure) -> [Attempt]
}

extension JobReader {
  /// Returns the request that a job was added with, regardless of redirects.
  public func request(of job: JobID) async throws(Failure) -> PreparedRequest? {
    try await requests(of: job)?.request
  }
}

/// The part of a store that changes jobs. The result of a call is on disk when the call returns.
///
/// The core makes the decisions, and a store applies them, each call in one transaction. A store
/// may call a decision again if it must repeat its transaction.
public protocol JobStore: JobReader {
  /// Adds jobs in order. Their ids ascend.
  func add(_ jobs: JobAddition) async throws(Failure) -> AddedJobs

  /// Applies the decisions of a queue runner, without suspending the caller. An empty batch writes
  /// nothing, and its receipt contains the store's revision.
  ///
  /// - Parameter completion: Called exactly once, on any thread.
  func commit(
    _ batch: StoreBatch,
    then completion: @escaping @Sendable (Result<StoreReceipt, Failure>) -> Void)

  /// Reads jobs, calls `decide` for the change of each, and writes the changes.
  ///
  /// - Parameter decide: Returns nil for a job that remains unchanged.
  func change(
    _ selection: JobSelection, _ decide: @escaping @Sendable (Job) -> JobChange?
  ) async throws(Failure) -> ChangedSelection

  /// Deletes finished jobs with their attempts and bodies, and ended graphs. A batch is deleted
  /// with the last of its jobs. A job that a running graph needs remains.
  ///
  /// - Returns: The number of deleted or restored jobs.
  @discardableResult
  func remove(_ removal: Removal) async throws(Failure) -> Int
}

/// The jobs that one transaction adds.
public struct JobAddition: Sendable {
  /// A function that passes each job to its argument, in order. The jobs need not all be in memory
  /// at once.
  public var each: @Sendable ((NewJob) throws -> Void) throws -> Void
  /// The time at which the first attempts of the jobs start, or nil if the jobs wait. A job that
  /// may not start always waits.
  public var start: Timestamp?

  /// Creates an addition from a function. Its errors end the addition.
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
  /// The ids of the jobs, ascending, in the order of the addition.
  public var ids: [JobID]
  /// The jobs that started.
  public var started: [JobID: StartedJob]
  /// The number of changes to cookies of the store when the jobs were added, or a negative number
  /// if unknown.
  public var cookieRevision: Int64

  /// Creates a result. By default, no job started.
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
  /// Every job that matches a query. The query's order, offset and limit are ignored. The store
  /// need not have all these jobs in memory at once.
  case query(JobQuery)
}

/// The jobs that a transaction changed.
public struct ChangedSelection: Sendable {
  /// The changed jobs of a selection by ids. Empty for a query, which may change more jobs than
  /// should be in memory.
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

/// A deletion of jobs and graphs, or the undoing of one.
public enum Removal: Sendable {
  /// Deletes the jobs and graphs that the user selected. The order, offset and limit of the job
  /// query are ignored. Unfinished jobs, graphs that have not ended, and batches remain. The
  /// deletion can be undone if it has an identifier.
  case selected(jobs: JobQuery?, graphs: GraphQuery?, as: DeletionID?)
  /// Deletes the finished jobs and graphs that ended before a time. Then deletes the oldest of the
  /// other finished jobs until the total size of the remaining bodies is within a limit. Only the
  /// queue runner does this without a user command.
  case retention(olderThan: Timestamp, retaining: ByteCount)
  /// Undoes a deletion of this process. A store may make a deletion permanent when the process
  /// ends, or after a day.
  case undoing(DeletionID)

  /// Creates the deletion of a user's selection. By default, it deletes nothing.
  public init(jobs: JobQuery? = nil, graphs: GraphQuery? = nil, as deletion: DeletionID? = nil) {
    self = .selected(jobs: jobs, graphs: graphs, as: deletion)
  }
}

extension JobStore {
  /// Adds jobs in one transaction, in order. Their ids ascend.
  public func add(_ jobs: [NewJob]) async throws(Failure) -> [JobID] {
    jobs.isEmpty ? [] : try await add(JobAddition(jobs)).ids
  }

  /// Undoes a deletion of this process.
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

  /// Changes the jobs with these ids in one transaction.
  ///
  /// - Returns: The changed jobs.
  public func change(
    _ jobs: [JobID], _ decide: @escaping @Sendable (Job) -> JobChange?
  ) async throws(Failure) -> [Job] {
    try await change(.ids(jobs), decide).jobs
  }
}
