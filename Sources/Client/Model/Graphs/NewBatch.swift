/// A batch before it is committed: a graph of which each row of a file is a job.
public struct NewBatch: Hashable, Sendable {
  /// The file that the rows come from.
  public var source: String
  /// The job of each row, in the file's order. Jobs are large, and there may be very many: they are
  /// handed on as they are.
  public var jobs: [NewJob]
  /// The columns of each row as a JSON object, with secrets masked.
  public var values: [[UInt8]]
  /// The folder it comes from; empty for the scratch workspace.
  public var workspace: String
  /// The environment whose values filled its requests.
  public var environment: String
  /// Whether it may begin, or is held from the start.
  public var order: GraphRun.Order

  /// Creates a batch; `jobs` and `values` must have the same count.
  public init(
    source: String, jobs: [NewJob], values: [[UInt8]], workspace: String = "",
    environment: String = "",
    order: GraphRun.Order = .run
  ) {
    self.source = source
    self.jobs = jobs
    self.values = values
    self.workspace = workspace
    self.environment = environment
    self.order = order
  }

  /// The plan of the batch, as it is stored.
  public var plan: GraphPlan {
    GraphPlan(rows: RowPlan(source: source, count: jobs.count))
  }
}
