public import ClientModel

/// Selects jobs, and sets the order, the offset and the limit of the result.
public struct JobQuery: Hashable, Sendable {
  /// The order of the jobs.
  public enum Order: UInt8, Hashable, Sendable {
    /// The order in which jobs run. Unfinished jobs come first, by lane, priority and position.
    /// Finished jobs follow, newest first.
    case queue
    /// By descending id.
    case newestFirst
    /// By ascending id.
    case oldestFirst
  }

  /// A selection of jobs by batch.
  public enum Part: Hashable, Sendable {
    /// Every job.
    case all
    /// The jobs that do not belong to a batch.
    case alone
    /// The jobs with these ids, for example the rows of a batch. The order must not be `queue`.
    case span(ClosedRange<JobID>)
  }

  /// The ids to select, or nil for all.
  public var ids: [JobID]?
  /// The selection by batch.
  public var part: Part
  /// The states to select, or nil for all.
  public var states: Set<JobState.Word>?
  /// The lane to select, or nil for all.
  public var lane: LaneKey?
  /// The identities of the workspaces whose lanes are selected, or nil for all.
  public var workspaces: Set<String>?
  /// The ids that are not selected.
  public var excluded: [JobID] = []
  /// The scheduling to select, or nil for both.
  public var scheduling: Job.Scheduling?
  /// The strings that a job must contain. Each string may be in the URL, the name or the lane's
  /// name. ASCII letters are case-insensitive.
  public var texts: [String] = []
  /// The last id of the previous page, or nil for the first page. Pages by id neither skip nor
  /// repeat a job, even if other jobs move.
  public var after: JobID?
  /// The order of the jobs.
  public var order: Order
  /// The number of matching jobs to skip.
  public var offset: Int
  /// The maximum number of jobs to return, or nil for all.
  public var limit: Int?

  /// Creates a query. By default, it selects all jobs in the order of the queue.
  public init(
    ids: [JobID]? = nil, part: Part = .all, states: Set<JobState.Word>? = nil,
    lane: LaneKey? = nil, workspaces: Set<String>? = nil,
    scheduling: Job.Scheduling? = nil, after: JobID? = nil, order: Order = .queue,
    offset: Int = 0, limit: Int? = nil
  ) {
    self.ids = ids
    self.part = part
    self.states = states
    self.lane = lane
    self.workspaces = workspaces
    self.scheduling = scheduling
    self.after = after
    self.order = order
    self.offset = offset
    self.limit = limit
  }

  /// Returns whether a job contains all of the strings. For stores that read jobs one by one.
  public func findsTexts(in job: Job) -> Bool {
    texts.allSatisfy { text in
      let wanted = text.asciiLowercased
      return [job.displayURL, job.name ?? "", job.lane.name].contains {
        $0.asciiLowercased.contains(bytes: wanted)
      }
    }
  }
}

/// The order of the queue. Unfinished jobs come first, by lane, priority and position. Finished
/// jobs follow, newest first.
public struct QueueOrder: Sendable {
  private let rank: [LaneKey: Int]

  /// Creates the order from the keys of the lanes, in order of their creation.
  public init(_ lanes: [LaneKey]) {
    rank = Dictionary(
      lanes.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns whether one job comes before another.
  public func places(_ left: Job, before right: Job) -> Bool {
    switch (left.state.word.isFinished, right.state.word.isFinished) {
    case (false, true): true
    case (true, false): false
    case (true, true): (left.since, left.id) > (right.since, right.id)
    case (false, false):
      (rank[left.lane] ?? 0, -left.priority, left.position, left.id)
        < (rank[right.lane] ?? 0, -right.priority, right.position, right.id)
    }
  }

  /// Returns whether two states of a job have the same place in the queue.
  public func places(_ job: Job, like before: Job) -> Bool {
    !places(job, before: before) && !places(before, before: job)
  }
}
