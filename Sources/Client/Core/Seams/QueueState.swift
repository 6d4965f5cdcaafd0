public import ClientModel

/// A selection of the parts of a queue that a screen shows.
public struct QueueQuery: Hashable, Sendable {
  /// The window of the jobs.
  public var jobs: JobQuery
  /// The rows of a batch that are read in addition, or nil for none.
  public var rows: ClosedRange<JobID>?

  /// The maximum number of graphs that have not ended.
  public static let openGraphs = 50
  /// The maximum number of ended graphs.
  public static let endedGraphs = 5

  /// Creates a query. By default, it selects no rows of a batch.
  public init(jobs: JobQuery, rows: ClosedRange<JobID>? = nil) {
    self.jobs = jobs
    self.rows = rows
  }
}

/// A window of the queue with its lanes and graphs, all at one moment.
public struct QueueState: Hashable, Sendable {
  /// The jobs of the window, in the order of the query.
  public var jobs: [Job]
  /// The number of jobs in the query's part of the queue, regardless of the window.
  public var total: Int
  /// Every lane with the numbers of its jobs, as `LaneStore.lanes()` returns them.
  public var lanes: [LaneTally]
  /// The newest graphs that have not ended and the newest ended graphs, newest first.
  public var graphs: [GraphRun]
  /// The jobs of the graphs' steps, and the job of the first row of each batch.
  public var steps: [Job]
  /// The selected rows of a batch, oldest first.
  public var rows: [Job]

  /// Reads the parts of a query from one state of a store.
  public init<Problem: Error>(
    _ query: QueueQuery, jobs: (JobQuery) throws(Problem) -> [Job],
    count: (JobQuery) throws(Problem) -> Int, lanes: () throws(Problem) -> [LaneTally],
    graphs: (GraphQuery) throws(Problem) -> [GraphRun]
  ) throws(Problem) {
    self.jobs = try jobs(query.jobs)
    total = try count(JobQuery(part: query.jobs.part))
    self.lanes = try lanes()
    let open = try graphs(GraphQuery(standing: .open, limit: QueueQuery.openGraphs))
    let ended = try graphs(GraphQuery(standing: .ended, limit: QueueQuery.endedGraphs))
    self.graphs = (open + ended).sorted { $0.id > $1.id }
    let ids = self.graphs.flatMap(\.shownJobs)
    steps = ids.isEmpty ? [] : try jobs(JobQuery(ids: ids, order: .oldestFirst))
    rows =
      try query.rows.map { span throws(Problem) in
        try jobs(JobQuery(part: .span(span), order: .oldestFirst))
      } ?? []
  }
}

extension GraphRun {
  /// The jobs that a screen needs to show the graph: the jobs of its steps, or the first job of a
  /// batch. The lane of that first job is the lane of the batch.
  public var shownJobs: [JobID] {
    steps.compactMap(\.job) + [rows?.first].compactMap(\.self)
  }
}
