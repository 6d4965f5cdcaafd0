public import ClientModel

/// Reports the changes made by other processes.
///
/// Every change increases the *revision* of the store by one.
public protocol ChangeFeed: Sendable {
  /// Returns the changes after a revision, oldest first. A call returns at most 10,000 jobs.
  func changes(since revision: Int64) async throws(Failure) -> StoreChanges

  /// The notifications of commits by other processes. An element may represent several commits.
  var wakeUps: AsyncStream<Void> { get }

  /// Sends an event to the other processes that use the store.
  func raise(_ event: RaisedEvent) async throws(Failure)

  /// Returns the events that other processes have raised since the last call. The first call
  /// returns the events since the store was opened.
  func raised() async -> [RaisedEvent]
}

extension ChangeFeed {
  /// Does nothing, because a store that is not shared has no other process.
  public func raise(_ event: RaisedEvent) async throws(Failure) {}
  public func raised() async -> [RaisedEvent] { [] }
}

/// Determines the queue runner, the owner of each attempt, and whether a process is alive.
///
/// Each store uses its own method, for example leases. A process of unknown state counts as alive.
/// The store chooses the names of processes.
public protocol Ownership: Sendable {
  // MARK: The queue runner

  /// Claims the role of queue runner. A successful claim lasts until the store is closed or the
  /// process ends.
  func claim(_ wait: ClaimWait) async throws(Failure) -> RunnerClaim

  /// Records this process as the queue runner after its claim succeeded. In the same transaction,
  /// the takeover decides on the jobs that the previous queue runner left running.
  func takeQueue(_ takeover: QueueTakeover) async throws(Failure) -> TakeoverResult

  /// Changes lanes and, in the same transaction, records that the queue runner ended normally.
  func leaveQueue(
    _ decide: @escaping @Sendable (LaneTally) -> QueueTakeover.LaneChange?
  ) async throws(Failure)

  // MARK: Attempts

  /// Decides on running jobs whose owner is dead, in one transaction. If there are none, nothing is
  /// written.
  ///
  /// - Returns: The changed jobs.
  func recoverOrphans(
    _ decide: @escaping @Sendable (OrphanedJob) -> JobChange?
  ) async throws(Failure) -> [Job]

  /// Returns the names of other processes that have running jobs. Dead processes are included.
  func otherOwners() async throws(Failure) -> Set<String>

  /// Returns the owners of attempts that belong to other live processes. Attempt 0 of an immediate
  /// job belongs to the process that added the job.
  func livingOwners(of attempts: [AttemptID]) async throws(Failure) -> [AttemptID: AttemptOwner]

  /// Waits until a process has ended or the task is cancelled. The wait uses no processor time.
  func waitForEnd(of owner: String) async
}

extension Ownership {
  /// Claims the role of queue runner without waiting for the current queue runner.
  public func claim() async throws(Failure) -> RunnerClaim { try await claim(.now) }

  /// Claims the role of queue runner.
  ///
  /// - Returns: The claim, or the failure of the store.
  func claimed(_ wait: ClaimWait) async -> Result<RunnerClaim, Failure> {
    do throws(Failure) { return .success(try await claim(wait)) } catch {
      return .failure(error)
    }
  }
}

/// The time at which a claim is decided.
public enum ClaimWait: Hashable, Sendable {
  /// The claim is decided at once.
  case now
  /// The claim waits until the current queue runner has exited or died, or until the task is
  /// cancelled. The wait uses no processor time.
  case whenFree
}

/// A live process that owns an attempt.
public struct AttemptOwner: Hashable, Sendable {
  /// The name of the process in the store.
  public var name: String
  /// Whether the process may run queued jobs.
  public var isRunner: Bool

  /// Creates an owner.
  public init(name: String, isRunner: Bool) {
    self.name = name
    self.isRunner = isRunner
  }
}

/// The result of claiming the role of queue runner.
public enum RunnerClaim: Hashable, Sendable {
  /// This process is the queue runner.
  case mine
  /// This process is one of any number of queue runners. The store decides which jobs each of them
  /// starts: see `StoreBatch.takes`.
  case shared
  /// Another process is the queue runner. The text describes it for users, for example `process
  /// 4711`.
  case held(by: String)

  /// Whether this process is the queue runner or one of several.
  var isRunner: Bool { if case .held = self { false } else { true } }
}

/// The changes made by other processes.
public struct StoreChanges: Sendable {
  /// The current states of the changed jobs.
  public var jobs: [Job]
  /// The current states of the changed lanes.
  public var lanes: [Lane]
  /// The changed graphs. Graphs that this process changed are included.
  public var graphs: [GraphRun]
  /// The revision to pass to the next call.
  public var revision: Int64
  /// Whether the next call returns more changes.
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
