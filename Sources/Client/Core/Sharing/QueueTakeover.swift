public import ClientModel

/// The decisions of a new queue runner about the work of the previous one. A store applies them in
/// one transaction.
public struct QueueTakeover: Sendable {
  /// Changes a lane in place.
  public typealias LaneChange = @Sendable (inout Lane) -> Void

  /// Decides on a job whose process died while it ran; nil leaves it unchanged.
  public var job: @Sendable (OrphanedJob) -> JobChange?
  /// Decides on a lane; nil leaves it unchanged.
  public var lane: @Sendable (LaneTally, RunnerEnd) -> LaneChange?

  /// Creates a takeover from the two decisions.
  public init(
    job: @escaping @Sendable (OrphanedJob) -> JobChange?,
    lane: @escaping @Sendable (LaneTally, RunnerEnd) -> LaneChange?
  ) {
    self.job = job
    self.lane = lane
  }
}

/// How the queue runner before this one ended.
public enum RunnerEnd: Hashable, Sendable {
  /// It left the queue in good order, or there was none.
  case orderly
  /// It died, and left jobs or lanes behind.
  case death
}

/// A job that is marked as running by a process that is dead.
public struct OrphanedJob: Sendable {
  /// The job, in state `running`.
  public var job: Job
  /// The redirect that it follows; nil when its own request was on the wire.
  public var hop: RedirectHop?
  /// Its last attempt; nil when it cannot be read or is not needed.
  public var last: Attempt?

  /// Creates an orphaned job.
  public init(job: Job, hop: RedirectHop? = nil, last: Attempt? = nil) {
    self.job = job
    self.hop = hop
    self.last = last
  }
}

/// The result of a takeover.
public struct TakenQueue: Sendable {
  /// Jobs of dead processes, as they are now.
  public var recovered: [Job]
  /// Every lane, as it is now.
  public var lanes: [Lane]
  /// Those that the takeover changed.
  public var changed: [Lane]
  /// The revision of the store after the takeover.
  public var revision: Int64

  /// Creates the result of a takeover.
  public init(recovered: [Job], lanes: [Lane], changed: [Lane], revision: Int64) {
    self.recovered = recovered
    self.lanes = lanes
    self.changed = changed
    self.revision = revision
  }
}
