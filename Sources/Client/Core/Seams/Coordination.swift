public import ClientModel

/// The part of a store that reports the changes by other processes.
///
/// Every change has the next *revision* of the store.
public protocol ChangeFeed: Sendable {
  /// Returns everything that changed after a revision, oldest first, at most 10,000 jobs per call.
  func changes(since revision: Int64) async throws(Failure) -> StoreChanges

  /// A stream that yields an element after another process has committed. One element may cover
  /// many commits.
  var wakeUps: AsyncStream<Void> { get }

  /// Sends an event to the other processes that share this store.
  func raise(_ event: RaisedEvent) async throws(Failure)

  /// Returns the events that other processes raised since the last call, or since the store was
  /// opened.
  func raised() async -> [RaisedEvent]
}

extension ChangeFeed {
  /// Does nothing, because a store that is not shared has no other process.
  public func raise(_ event: RaisedEvent) async throws(Failure) {}
  public func raised() async -> [RaisedEvent] { [] }
}

/// The part of a store that determines which process runs the queue, which process owns an attempt,
/// and whether a process is alive.
///
/// Each store has its own method, for example leases. A process whose state is unknown counts as
/// alive. The store defines the names of processes.
public protocol Ownership: Sendable {
  // MARK: The queue runner

  /// Claims to be the queue runner. A successful claim lasts until the store is closed or the
  /// process ends.
  func claim(_ wait: ClaimWait) async throws(Failure) -> RunnerClaim

  /// Records this process, whose claim succeeded, as the queue runner, and decides on the jobs that
  /// the previous runner left running, in one transaction.
  func takeQueue(_ takeover: QueueTakeover) async throws(Failure) -> TakeoverResult

  /// Changes lanes and records that the queue runner ended normally, in one transaction.
  func leaveQueue(
    _ decide: @escaping @Sendable (LaneTally) -> QueueTakeover.LaneChange?
  ) async throws(Failure)

  // MARK: Attempts

  /// Decides on the running jobs whose owner is dead, in one transaction. Writes nothing if there
  /// is none.
  ///
  /// - Returns: The changed jobs.
  func recoverOrphans(
    _ decide: @escaping @Sendable (OrphanedJob) -> JobChange?
  ) async throws(Failure) -> [Job]

  /// Returns the names of other processes that have running jobs, including dead processes.
  func otherOwners() async throws(Failure) -> Set<String>

  /// Returns the attempts that belong to another live process, each with that process. Attempt 0 of
  /// an immediate job belongs to the process that added it.
  func livingOwners(of attempts: [AttemptID]) async throws(Failure) -> [AttemptID: AttemptOwner]

  /// Waits until the process with this name has ended or the task is cancelled. The wait uses no
  /// processor time.
  func waitForEnd(of owner: String) async
}

extension Ownership {
  /// Claims to be the queue runner, without waiting for the current one.
  public func claim() async throws(Failure) -> RunnerClaim { try await claim(.now) }

  /// Claims to be the queue runner and returns the result.
  func claimed(_ wait: ClaimWait) async -> Result<RunnerClaim, Failure> {
    do throws(Failure) { return .success(try await claim(wait)) } catch {
      return .failure(error)
    }
  }
}

/// The time at which a claim is decided.
public enum ClaimWait: Hashable, Sendable {
  /// At once.
  case now
  /// When the current queue runner has ended, even if it died, or when the task is cancelled. The
  /// wait uses no processor time.
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

/// The result of claiming to be the queue runner.
public enum RunnerClaim: Hashable, Sendable {
  /// This process is the queue runner.
  case mine
  /// Another process is the queue runner. The text is a description for users, for example `process
  /// 4711`.
  case held(by: String)
}

/// The changes by other processes.
public struct StoreChanges: Sendable {
  /// The changed jobs, each in its current state.
  public var jobs: [Job]
  /// The changed lanes, each in its current state.
  public var lanes: [Lane]
  /// The changed graphs, including the graphs that this process changed.
  public var graphs: [GraphRun]
  /// The revision from which the next call continues.
  public var revision: Int64
  /// Whether further changes follow in the next call.
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
