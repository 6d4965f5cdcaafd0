/// The rows of a batch before they are committed, each with a job and the values of its columns.
public protocol RowSource: Sendable {
  /// The number of rows.
  var count: Int { get }

  /// Calls `body` for each row in order, with the job of the row and its columns as a JSON object
  /// with secrets masked. This function may be called more than once.
  func forEach(_ body: (NewJob, [UInt8]) throws -> Void) throws
}

/// Rows in memory.
public struct ListedRows: RowSource {
  /// The job of each row.
  public var jobs: [NewJob]
  /// The column values of each row, as a JSON object with secrets masked.
  public var values: [[UInt8]]

  /// Creates rows; `jobs` and `values` must have the same count.
  public init(jobs: [NewJob], values: [[UInt8]]) {
    precondition(jobs.count == values.count, "The number of jobs is not the number of rows.")
    (self.jobs, self.values) = (jobs, values)
  }

  public var count: Int { jobs.count }

  public func forEach(_ body: (NewJob, [UInt8]) throws -> Void) throws {
    for (job, value) in zip(jobs, values) { try body(job, value) }
  }
}

/// A batch before it is committed: a graph in which each row of a file is a job.
public struct NewBatch: Sendable {
  /// The file with the rows.
  public var source: String
  /// The rows, in the order of the file. They need not be in memory, because jobs are large and
  /// there may be many of them.
  public var rows: any RowSource
  /// The folder of its workspace, or an empty string for the scratch workspace.
  public var workspace: String
  /// The environment whose values filled the requests.
  public var environment: String
  /// The initial instruction: the batch may start, or is held.
  public var instruction: GraphRun.Instruction
  /// The draft that the requests of all rows were prepared from, or nil for none.
  public var draft: Draft?

  /// Creates a batch of rows in memory; `jobs` and `values` must have the same count.
  public init(
    source: String, jobs: [NewJob], values: [[UInt8]], workspace: String = "",
    environment: String = "",
    instruction: GraphRun.Instruction = .run
  ) {
    self.init(
      source: source, rows: ListedRows(jobs: jobs, values: values), workspace: workspace,
      environment: environment, instruction: instruction)
  }

  /// Creates a batch from its rows. The jobs of rows that are not `ListedRows` must come from
  /// `Client.prepared(_:)`.
  public init(
    source: String, rows: any RowSource, workspace: String = "", environment: String = "",
    instruction: GraphRun.Instruction = .run, draft: Draft? = nil
  ) {
    self.draft = draft
    self.source = source
    self.rows = rows
    self.workspace = workspace
    self.environment = environment
    self.instruction = instruction
  }

  /// The stored material of the batch, or nil without a draft.
  public var material: GraphMaterial? {
    draft.map { GraphMaterial(drafts: ["": $0], trust: .untrusted) }
  }

  /// The plan of the batch, as it is stored.
  public var plan: GraphPlan {
    GraphPlan(rows: RowPlan(source: source, count: rows.count))
  }
}
