public import ClientModel

/// The part of a store that reports what other processes changed.
///
/// Every change has the next *revision* of the store.
public protocol ChangeFeed: Sendable {
  /// Everything that changed after a revision, oldest first, at most 10,000 jobs a call.
  func changes(since revision: Int64) async throws(Failure) -> StoreChanges

  /// Yields when another process committed; one element may stand for many commits.
  var doorbell: AsyncStream<Void> { get }

  /// Sends an event to the other processes that share this store.
  func raise(_ event: RaisedEvent) async throws(Failure)

  /// The events that others raised since the last call, or since the store was opened.
  func raised() async -> [RaisedEvent]
}

extension ChangeFeed {
  /// Does nothing: a store that is not shared has no other process.
  public func raise(_ event: RaisedEvent) async throws(Failure) {}
  public func raised() async -> [RaisedEvent] { [] }
}

/// The lock that makes one process the queue runner.
public protocol RunnerLock: Sendable {
  /// Tries to take the lock; the kernel holds it until `releaseRunnerLock` or the end of the process.
  func claimRunnerLock() async throws(Failure) -> RunnerClaim
  /// Releases the lock; does nothing when this process does not hold it.
  func releaseRunnerLock() async

  /// Returns when the lock may be free, also because its holder died, or when the task is cancelled.
  /// Sleeps in the kernel meanwhile.
  func waitForRunnerLock() async

  /// Records this process, whose claim succeeded, as the queue runner, and decides on the jobs that the
  /// runner before it left running, in one transaction.
  func takeQueue(_ takeover: QueueTakeover) async throws(Failure) -> TakenQueue

  /// Changes lanes and records that the queue runner ended in good order, in one transaction.
  func leaveQueue(
    _ decide: @escaping @Sendable (LaneTally) -> QueueTakeover.LaneChange?
  ) async throws(Failure)

  /// Whether the process of this name may run queued jobs.
  func isRunner(_ owner: String) -> Bool
}

extension RunnerLock {
  /// The result of trying to take the lock.
  func runnerClaim() async -> Result<RunnerClaim, Failure> {
    do throws(Failure) { return .success(try await claimRunnerLock()) } catch {
      return .failure(error)
    }
  }
}

/// Which process owns an attempt, and whether that process lives.
///
/// A store answers that by file locks. When it cannot read the lock of a process, the process counts as alive.
public protocol AttemptOwners: Sendable {
  /// Running jobs whose owner is dead.
  func orphans() async throws(Failure) -> [Job]

  /// Decides on running jobs whose owner is dead, in one transaction.
  ///
  /// - Returns: The changed ones.
  func recoverOrphans(
    _ decide: @escaping @Sendable (OrphanedJob) -> JobChange?
  ) async throws(Failure) -> [Job]

  /// The names of other processes that have running jobs, dead ones among them.
  func otherOwners() async throws(Failure) -> Set<String>

  /// The attempts of this list that belong to another living process, each with the name of that
  /// process. Attempt 0 of an immediate job belongs to the process that added it.
  func livingOwners(of attempts: [AttemptID]) async throws(Failure) -> [AttemptID: String]

  /// Returns when this process has ended, or when the task is cancelled. Sleeps meanwhile.
  func waitForEnd(of owner: String) async
}

/// The result of claiming the runner lock.
public enum RunnerClaim: Hashable, Sendable {
  /// This process is the queue runner.
  case mine
  /// Held by this process.
  case held(processID: Int32)
}

/// The changes of other processes.
public struct StoreChanges: Sendable {
  /// The jobs that changed, each in its present state.
  public var jobs: [Job]
  /// The lanes that changed, each in its present state.
  public var lanes: [Lane]
  /// The graphs that changed, also by this process.
  public var graphs: [GraphRun]
  /// The revision from which the next call continues.
  public var revision: Int64
  /// True when further changes follow this call.
  public var isPartial: Bool

  /// Creates a list of changes up to a revision.
  public init(
    jobs: [Job], lanes: [Lane], graphs: [GraphRun] = [], revision: Int64, isPartial: Bool
  ) {
    self.jobs = jobs
    self.lanes = lanes
    self.graphs = graphs
    self.revision = revision
    self.isPartial = isPartial
  }
}
