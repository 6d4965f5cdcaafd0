public import ClientModel

/// Selects the parts of a queue that a screen shows.
public struct QueueQuery: Hashable, Sendable {
  /// The window of jobs.
  public var jobs: JobQuery
  /// The sections of the list, in order. Empty if the list has no sections.
  ///
  /// The offset and limit of `jobs` apply to all listed sections as one list. The states of `jobs`
  /// are ignored.
  public var sections: [Section] = []
  /// The batch rows to read in addition to the window, or nil for none.
  public var rows: ClosedRange<JobID>?

  /// The maximum number of unfinished graphs.
  public static let openGraphs = 50
  /// The maximum number of ended graphs.
  public static let endedGraphs = 5

  /// A part of the list that contains the jobs in some states.
  public struct Section: Hashable, Sendable {
    /// The states of the section's jobs.
    public var states: Set<JobState.Word>
    /// Whether the list contains the section's jobs. If not, only their number is read.
    public var isListed: Bool

    /// Creates a section. By default, its jobs are listed.
    public init(_ states: Set<JobState.Word>, isListed: Bool = true) {
      self.states = states
      self.isListed = isListed
    }
  }

  /// Creates a query that has no sections. By default, it selects no batch rows.
  public init(jobs: JobQuery, rows: ClosedRange<JobID>? = nil) {
    self.jobs = jobs
    self.rows = rows
  }
}

/// A window of the queue, its lanes and its graphs in one snapshot.
public struct QueueState: Hashable, Sendable {
  /// The jobs of the window, in the order of the query. For the part `alone`, the steps of `graphs`
  /// are not included.
  public var jobs: [Job]
  /// The number of selected jobs, regardless of the window. If the query has sections, only listed
  /// sections count.
  public var total: Int
  /// The number of jobs in each section of the query, including the sections whose jobs are not
  /// listed.
  public var sections: [Int] = []
  /// For each waiting job, the number of waiting jobs before it in the same lane. Rows of batches
  /// count, unless the batch is on hold.
  public var ahead: [JobID: Int] = [:]
  /// All running jobs, oldest first. Empty if no job in the window waits for them.
  public var running: [Job] = []
  /// All lanes and the numbers of their jobs, as in `LaneStore.lanes()`.
  public var lanes: [LaneTally]
  /// The newest unfinished graphs and the newest ended graphs. They are sorted newest first.
  public var graphs: [GraphRun]
  /// The jobs of the graphs' steps, and the first row of each batch.
  public var steps: [Job]
  /// The selected batch rows, oldest first.
  public var rows: [Job]

  /// Reads the parts of a query from one snapshot of a store.
  ///
  /// - Parameter ahead: Returns the number of waiting jobs before each of these jobs in its lane.
  public init<Problem: Error>(
    _ query: QueueQuery, jobs: (JobQuery) throws(Problem) -> [Job],
    count: (JobQuery) throws(Problem) -> Int, lanes: () throws(Problem) -> [LaneTally],
    graphs: (GraphQuery) throws(Problem) -> [GraphRun],
    ahead: ([Job]) throws(Problem) -> [JobID: Int]
  ) throws(Problem) {
    self.lanes = try lanes()
    let open = try graphs(GraphQuery(progress: .open, limit: QueueQuery.openGraphs))
    let ended = try graphs(GraphQuery(progress: .ended, limit: QueueQuery.endedGraphs))
    self.graphs = (open + ended).sorted { $0.id > $1.id }
    let ids = self.graphs.flatMap(\.shownJobs)
    let shown = ids.isEmpty ? [] : try jobs(JobQuery(ids: ids, order: .oldestFirst))
    steps = shown
    // The tree of a graph contains the jobs of its steps, so the window does not.
    let inTrees = Set(
      query.jobs.part == .alone ? self.graphs.flatMap { $0.steps.compactMap(\.job) } : [])
    func inTree(_ part: JobQuery) -> Int {
      shown.count {
        inTrees.contains($0.id) && (part.states?.contains($0.state.word) ?? true)
          && (part.workspaces?.contains($0.lane.workspace) ?? true)
      }
    }
    if query.sections.isEmpty {
      var window = query.jobs
      window.excluded = inTrees.sorted()
      self.jobs = try jobs(window)
      let all = JobQuery(part: query.jobs.part, workspaces: query.jobs.workspaces)
      total = try count(all) - inTree(all)
    } else {
      (self.jobs, total) = ([], 0)
      var skip = max(0, query.jobs.offset)
      let limit = query.jobs.limit ?? .max
      // A search for a state that no job has would read all unfinished jobs.
      let used = Set(self.lanes.flatMap { $0.counts.filter { $0.value > 0 }.keys })
      for section in query.sections {
        var part = JobQuery(
          part: query.jobs.part, states: section.states.intersection(used),
          workspaces: query.jobs.workspaces)
        let size = try count(part) - inTree(part)
        sections.append(size)
        guard section.isListed else { continue }
        total += size
        if skip < size, self.jobs.count < limit {
          (part.offset, part.limit) = (skip, limit - self.jobs.count)
          part.excluded = inTrees.sorted()
          self.jobs += try jobs(part)
        }
        skip = max(0, skip - size)
      }
    }
    let waiting = self.jobs.filter { $0.state.word == .waiting }
    if !waiting.isEmpty {
      self.ahead = try ahead(waiting)
      running = try jobs(JobQuery(states: [.running], order: .oldestFirst))
    }
    rows =
      try query.rows.map { span throws(Problem) in
        try jobs(JobQuery(part: .span(span), order: .oldestFirst))
      } ?? []
  }
}

extension GraphRun {
  /// The jobs that a screen needs to show the graph. These are the jobs of its steps, or the first
  /// row of a batch. The lane of the first row is the lane of the batch.
  public var shownJobs: [JobID] {
    steps.compactMap(\.job) + [rows?.first].compactMap(\.self)
  }
}
