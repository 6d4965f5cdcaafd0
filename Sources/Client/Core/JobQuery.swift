public import ClientModel

/// Which jobs, in which order, and which window of them.
public struct JobQuery: Hashable, Sendable {
  public enum Order: UInt8, Hashable, Sendable {
    /// As they will run: unfinished first by lane, priority, position; then finished, newest first.
    case queue
    case newestFirst
    case oldestFirst
  }

  /// Which jobs by what they belong to.
  public enum Part: Hashable, Sendable {
    case all
    /// Without those that are rows of batches.
    case alone
    /// Those with these numbers, such as the rows of a batch; not in the order of the queue.
    case span(ClosedRange<JobID>)
  }

  public var ids: [JobID]?
  public var part: Part
  /// Nil means every state.
  public var states: Set<JobState.Word>?
  public var lane: LaneKey?
  public var urgency: Job.Urgency?
  /// Only jobs with greater ids: pages by this neither skip nor repeat a job while others move.
  public var after: JobID?
  public var order: Order
  public var offset: Int
  public var limit: Int?

  public init(
    ids: [JobID]? = nil, part: Part = .all, states: Set<JobState.Word>? = nil,
    lane: LaneKey? = nil, urgency: Job.Urgency? = nil, after: JobID? = nil, order: Order = .queue,
    offset: Int = 0, limit: Int? = nil
  ) {
    self.ids = ids
    self.part = part
    self.states = states
    self.lane = lane
    self.urgency = urgency
    self.after = after
    self.order = order
    self.offset = offset
    self.limit = limit
  }
}
