public import ClientModel

/// The part of a store that reads jobs with their requests and responses.
public protocol JobReader: Sendable {
  /// Returns the matching jobs in the query's order, within its offset and limit.
  func jobs(matching query: JobQuery) async throws(Failure) -> [Job]
  /// Counts the matching jobs. The query's offset and limit are ignored.
  func count(matching query: JobQuery) async throws(Failure) -> Int

  /// Returns the request that a job was added with, regardless of redirects.
  func request(of job: JobID) async throws(Failure) -> PreparedRequest?

  /// Returns the redirect from which a job continues, or nil if it sends its own request next.
  func hop(of job: JobID) async throws(Failure) -> RedirectHop?

  /// Returns the attempts of a job, oldest first.
  func attempts(of job: JobID) async throws(Failure) -> [Attempt]
}

/// The part of a store that changes jobs. The result of a call is on disk when the call returns.
///
/// The core makes the decisions, and a store applies them, each call in one transaction.
public protocol JobStore: JobReader {
  /// Adds jobs in one transaction, in order. Their ids ascend.
  func add(_ jobs: [NewJob]) async throws(Failure) -> [JobID]

  /// Adds jobs that are not all in memory at once, in one transaction, in order. Their ids ascend.
  /// The default implementation first collects all jobs in memory.
  ///
  /// - Parameter source: A function that passes each job to its argument.
  func add(
    from source: @escaping @Sendable ((NewJob) throws -> Void) throws -> Void
  ) async throws(Failure) -> [JobID]

  /// Adds a waiting job and starts its first attempt. A store may use two transactions for this.
  func addStarted(_ job: NewJob, at now: Timestamp) async throws(Failure) -> AddedJob

  /// Applies the decisions of a queue runner in one transaction. An empty batch writes nothing, and
  /// its receipt contains the store's revision.
  func commit(_ batch: StoreBatch) async throws(Failure) -> StoreReceipt

  /// Commits a batch without suspending the caller. `completion` is called once, on any thread.
  func begin(
    _ batch: StoreBatch,
    then completion: @escaping @Sendable (Result<StoreReceipt, Failure>) -> Void)

  /// Reads jobs, calls `decide` for the change of each, and writes the changes, all in one
  /// transaction.
  ///
  /// - Parameter decide: Returns nil for a job that remains unchanged.
  /// - Returns: The changed jobs.
  func change(
    _ jobs: [JobID], _ decide: @escaping @Sendable (Job) -> JobChange?
  ) async throws(Failure) -> [Job]

  /// Changes every job that matches a query, in one transaction. The query's order, offset and
  /// limit are ignored. The store need not have all these jobs in memory at once.
  ///
  /// - Returns: The ids of the changed jobs.
  func change(
    matching query: JobQuery, _ decide: @escaping @Sendable (Job) -> JobChange?
  ) async throws(Failure) -> [JobID]

  /// Deletes finished jobs with their attempts and body files, and ended graphs, in one
  /// transaction. A batch is deleted with the last of its jobs. A job that a running graph needs
  /// remains.
  ///
  /// - Returns: The number of deleted jobs.
  func remove(_ removal: Removal) async throws(Failure) -> Int

  /// Undoes a deletion of this process, in one transaction. A store may delete for good what a
  /// process deleted when the process ends, or after a day.
  ///
  /// - Returns: The number of jobs that are there again.
  func restore(_ deletion: DeletionID) async throws(Failure) -> Int

  /// Deletes the finished jobs that ended before a time, and the oldest of the other finished jobs
  /// until the total size of the remaining bodies is within a limit.
  ///
  /// Only the queue runner does this without a command of the user.
  ///
  /// - Returns: The number of deleted jobs.
  @discardableResult
  func prune(olderThan: Timestamp, retaining: ByteCount) async throws(Failure) -> Int
}

/// A deletion of jobs and graphs.
public struct Removal: Sendable {
  /// The jobs to delete, or nil for none. The query's order, offset and limit are ignored, and
  /// unfinished jobs remain.
  public var jobs: JobQuery?
  /// The graphs to delete, or nil for none. Graphs that have not ended and batches remain.
  public var graphs: GraphQuery?
  /// The identifier with which `restore` undoes the deletion, or nil if it cannot be undone.
  public var deletion: DeletionID?

  /// Creates a deletion. By default, it deletes nothing.
  public init(jobs: JobQuery? = nil, graphs: GraphQuery? = nil, as deletion: DeletionID? = nil) {
    self.jobs = jobs
    self.graphs = graphs
    self.deletion = deletion
  }
}

extension JobStore {
  /// Collects the jobs and adds them together.
  public func add(
    from source: @escaping @Sendable ((NewJob) throws -> Void) throws -> Void
  ) async throws(Failure) -> [JobID] {
    var jobs: [NewJob] = []
    do { try source { jobs.append($0) } } catch let failure as Failure { throw failure } catch {
      throw Failure(
        .storage, what: "The jobs were not added.", why: "They cannot be read: \(error)",
        whatToDo: "Give the jobs again.")
    }
    return try await add(jobs)
  }

  /// Adds the job in one transaction and starts it in a second one.
  public func addStarted(_ job: NewJob, at now: Timestamp) async throws(Failure) -> AddedJob {
    let ids = try await add([job])
    guard let id = ids.first else { preconditionFailure("A store gave no id for a job.") }
    let receipt = try await commit(StoreBatch(starts: [JobStart(job: id, at: now)]))
    var cookieRevision: Int64 = -1
    if case .unchanged(let revision) = receipt.cookies { cookieRevision = revision }
    return AddedJob(id: id, started: receipt.started[id], cookieRevision: cookieRevision)
  }

  /// Commits in a task, for stores whose calls are asynchronous.
  public func begin(
    _ batch: StoreBatch,
    then completion: @escaping @Sendable (Result<StoreReceipt, Failure>) -> Void
  ) {
    Task {
      do throws(Failure) {
        completion(.success(try await commit(batch)))
      } catch {
        completion(.failure(error))
      }
    }
  }
}
