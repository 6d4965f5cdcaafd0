/// A batch before it is committed: a graph of which each row of a file is a job.
public struct NewBatch: Hashable, Sendable {
  /// One row: what it is called by, and its job.
  public struct Row: Hashable, Sendable {
    /// Its columns as a JSON object, for people and for the result file: what went into secret
    /// places stands there as dots.
    public var values: [UInt8]
    public var job: NewJob

    public init(values: [UInt8], job: NewJob) {
      self.values = values
      self.job = job
    }
  }

  /// The file that the rows come from.
  public var source: String
  public var rows: [Row]
  /// The folder it comes from; empty for the scratch workspace.
  public var workspace: String
  /// The environment whose values filled its requests.
  public var environment: String
  /// Whether it may begin, or is held from the start.
  public var order: GraphRun.Order

  public init(
    source: String, rows: [Row], workspace: String = "", environment: String = "",
    order: GraphRun.Order = .run
  ) {
    self.source = source
    self.rows = rows
    self.workspace = workspace
    self.environment = environment
    self.order = order
  }

  /// What is kept of it in one row of the store.
  public var plan: GraphPlan {
    let isJudged = rows.allSatisfy { row in
      (row.job.request.gateway?.outcome ?? row.job.request.outcome) != nil
    }
    return GraphPlan(
      rows: RowPlan(source: source, count: rows.count, judge: isJudged ? .rule : .status))
  }
}
