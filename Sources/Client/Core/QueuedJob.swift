public import ClientModel

/// What the queue must know of a job that may start one day.
public struct QueuedJob: Hashable, Sendable {
  public enum Wait: Hashable, Sendable {
    case slot
    /// Until this job has succeeded.
    case job(JobID)
    /// Back-off, or a Retry-After that holds this job alone.
    case until(Timestamp)
    /// The user's `--at`: the job is held, and must be released when the time has come.
    case heldUntil(Timestamp)
  }

  public var id: JobID
  public var lane: LaneKey
  public var priority: Int
  public var position: Double
  public var urgency: Job.Urgency
  /// Counted for the cap on urgent jobs; queued jobs need none.
  public var host: String
  public var wait: Wait

  public init(
    id: JobID, lane: LaneKey, priority: Int = 0, position: Double? = nil,
    urgency: Job.Urgency = .queued, host: String = "", wait: Wait = .slot
  ) {
    self.id = id
    self.lane = lane
    self.priority = priority
    self.position = position ?? Double(id.rawValue)
    self.urgency = urgency
    self.host = host
    self.wait = wait
  }
}
