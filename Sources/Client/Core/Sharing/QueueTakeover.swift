public import ClientModel

/// The decisions of a new queue runner about the work of the previous one. A store applies them in
/// one transaction.
public struct QueueTakeover: Sendable {
  /// A function that changes a lane in place.
  public typealias LaneChange = @Sendable (inout Lane) -> Void

  /// The decision on a job whose process died while the job ran. Nil leaves the job unchanged.
  public var job: @Sendable (OrphanedJob) -> JobChange?
  /// The decision on a lane. Nil leaves the lane unchanged.
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

/// The end of the previous queue runner.
public enum RunnerEnd: Hashable, Sendable {
  /// The previous queue runner ended normally, or there was none.
  case orderly
  /// The previous queue runner died and left jobs or lanes behind.
  case death
}

/// A job that is marked as running by a dead process.
public struct OrphanedJob: Sendable {
  /// The job, in state `running`.
  public var job: Job
  /// The redirect that the job follows, or nil if its own request was being sent.
  public var hop: RedirectHop?
  /// The last attempt, or nil if it cannot be read or is not needed.
  public var last: Attempt?

  /// Creates an orphaned job.
  public init(job: Job, hop: RedirectHop? = nil, last: Attempt? = nil) {
    self.job = job
    self.hop = hop
    self.last = last
  }
}

/// The result of a takeover.
public struct TakeoverResult: Sendable {
  /// The jobs of dead processes, in their current states.
  public var recovered: [Job]
  /// All lanes, in their current states.
  public var lanes: [Lane]
  /// The lanes that the takeover changed.
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
