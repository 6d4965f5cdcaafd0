public import ClientModel

/// Which jobs, in which order, and which window of them.
public struct JobQuery: Hashable, Sendable {
  /// The order of the jobs.
  public enum Order: UInt8, Hashable, Sendable {
    /// As they will run: unfinished first by lane, priority, position; then finished, newest first.
    case queue
    /// By descending id.
    case newestFirst
    /// By ascending id.
    case oldestFirst
  }

  /// Which jobs by what they belong to.
  public enum Part: Hashable, Sendable {
    /// Every job.
    case all
    /// Without those that are rows of batches.
    case alone
    /// Those with these numbers, such as the rows of a batch; not in the order of the queue.
    case span(ClosedRange<JobID>)
  }

  /// Only these jobs; nil for all.
  public var ids: [JobID]?
  /// Only jobs, or only rows of batches.
  public var part: Part
  /// Nil means every state.
  public var states: Set<JobState.Word>?
  /// Only jobs of this lane; nil for all lanes.
  public var lane: LaneKey?
  /// Only jobs with this scheduling; nil for both.
  public var scheduling: Job.Scheduling?
  /// Only jobs that contain each of these texts in the URL, the name or the lane's name. The case of ASCII letters
  /// does not count.
  public var texts: [String] = []
  /// Only jobs with greater ids: pages by this neither skip nor repeat a job while others move.
  public var after: JobID?
  /// The order of the jobs.
  public var order: Order
  /// How many matching jobs to skip.
  public var offset: Int
  /// How many jobs to return at most; nil for all.
  public var limit: Int?

  /// Creates a query; by default it matches every job, in the order of the queue.
  public init(
    ids: [JobID]? = nil, part: Part = .all, states: Set<JobState.Word>? = nil,
    lane: LaneKey? = nil, scheduling: Job.Scheduling? = nil, after: JobID? = nil,
    order: Order = .queue,
    offset: Int = 0, limit: Int? = nil
  ) {
    self.ids = ids
    self.part = part
    self.states = states
    self.lane = lane
    self.scheduling = scheduling
    self.after = after
    self.order = order
    self.offset = offset
    self.limit = limit
  }

  /// Whether a job contains each of the texts, for a store that reads jobs one by one.
  public func findsTexts(in job: Job) -> Bool {
    texts.allSatisfy { text in
      let wanted = text.asciiLowercased
      return [job.displayURL, job.name ?? "", job.lane.name].contains {
        $0.asciiLowercased.contains(bytes: wanted)
      }
    }
  }
}
