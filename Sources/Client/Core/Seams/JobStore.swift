public import ClientModel

/// Reads jobs and what they sent and received.
public protocol JobReader: Sendable {
  /// Reads jobs in the order and window of the query.
  func jobs(matching query: JobQuery) async throws(Failure) -> [Job]
  /// Counts the jobs that match, ignoring the window of the query.
  func count(matching query: JobQuery) async throws(Failure) -> Int

  /// The request that a job was added with, whatever redirects it follows.
  func request(of job: JobID) async throws(Failure) -> PreparedRequest?

  /// The redirect from which a job continues; nil when it sends its own request next.
  func hop(of job: JobID) async throws(Failure) -> RedirectHop?

  /// The attempts of a job, oldest first.
  func attempts(of job: JobID) async throws(Failure) -> [Attempt]
}

/// Changes jobs. What a call returned is on disk.
///
/// Decisions are made by the core: a store applies them, each call in one transaction.
public protocol JobStore: JobReader {
  /// Adds jobs in one transaction, in order; their ids ascend.
  func add(_ jobs: [NewJob]) async throws(Failure) -> [JobID]

  /// Adds jobs that need not be in memory at once, in one transaction, in order; their ids ascend. A store without
  /// a way of its own collects them first.
  ///
  /// - Parameter source: Passes each job.
  func add(
    from source: @escaping @Sendable ((NewJob) throws -> Void) throws -> Void
  ) async throws(Failure) -> [JobID]

  /// Adds a waiting job and starts its first attempt. A store may use two transactions for that.
  func addStarted(_ job: NewJob, at now: Timestamp) async throws(Failure) -> AddedJob

  /// Applies what a queue runner decided, in one transaction. An empty batch writes nothing; its receipt
  /// contains the store's revision.
  func commit(_ batch: StoreBatch) async throws(Failure) -> StoreReceipt

  /// Does the same without suspending the caller. `completion` is called once, on any thread.
  func begin(
    _ batch: StoreBatch,
    then completion: @escaping @Sendable (Result<StoreReceipt, Failure>) -> Void)

  /// Reads jobs, lets `decide` choose the change of each, and writes the changes, all in one transaction.
  ///
  /// - Parameter decide: Returns nil for a job that stays as it is.
  /// - Returns: The changed jobs.
  func change(
    _ jobs: [JobID], _ decide: @escaping @Sendable (Job) -> JobChange?
  ) async throws(Failure) -> [Job]

  /// Does the same for every job that matches a query, in one transaction; order and window of the query are
  /// ignored. The store need not have all these jobs in memory at once.
  ///
  /// - Returns: The ids of the changed jobs.
  func change(
    matching query: JobQuery, _ decide: @escaping @Sendable (Job) -> JobChange?
  ) async throws(Failure) -> [JobID]

  /// Deletes finished jobs that match a query, with their attempts and body files.
  ///
  /// - Returns: How many were deleted.
  func remove(matching query: JobQuery) async throws(Failure) -> Int

  /// Deletes finished jobs that ended before a time, and of the others the oldest beyond a size.
  ///
  /// Without an order of the user only the queue runner does this.
  ///
  /// - Returns: How many were deleted.
  @discardableResult
  func prune(olderThan: Timestamp, retaining: ByteCount) async throws(Failure) -> Int
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
