public import ClientModel

/// The decisions of a new queue runner about unfinished work. The store applies them in one
/// transaction.
public struct QueueTakeover: Sendable {
  /// Changes a lane in place.
  public typealias LaneChange = @Sendable (inout Lane) -> Void

  /// Decides on a job whose process died. Nil leaves the job unchanged.
  public var job: @Sendable (OrphanedJob) -> JobChange?
  /// Decides on a lane. Nil leaves the lane unchanged.
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

/// The reason why the previous queue runner ended.
public enum RunnerEnd: Hashable, Sendable {
  /// The previous queue runner ended normally, or there was none.
  case orderly
  /// The previous queue runner died and left unfinished jobs or lanes.
  case death
}

/// A running job whose process died.
public struct OrphanedJob: Sendable {
  /// The job in state `running`.
  public var job: Job
  /// The redirect that the job was following, or nil for none.
  public var hop: RedirectHop?
  /// The last attempt. Nil if it cannot be read or is not needed.
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
  /// The current states of the jobs whose processes died.
  public var recovered: [Job]
  /// The current states of all lanes.
  public var lanes: [Lane]
  /// The lanes that the takeover changed.
  public var changed: [Lane]
  /// The store's revision after the takeover.
  public var revision: Int64

  /// Creates the result of a takeover.
  public init(recovered: [Job], lanes: [Lane], changed: [Lane], revision: Int64) {
    self.recovered = recovered
    self.lanes = lanes
    self.changed = changed
    self.revision = revision
  }
}
