/// The rows of a batch before they are committed. Each row has a job and column values.
public protocol RowSource: Sendable {
  /// The number of rows.
  var count: Int { get }

  /// Calls `body` for each row, in order. The arguments are the job and the columns as a JSON
  /// object with secrets masked. May be called more than once.
  func forEach(_ body: (NewJob, [UInt8]) throws -> Void) throws
}

/// Rows that are in memory.
public struct ListedRows: RowSource {
  /// The job of each row.
  public var jobs: [NewJob]
  /// The column values of each row, as a JSON object with secrets masked.
  public var values: [[UInt8]]

  /// Creates rows. `jobs` and `values` must have the same count.
  public init(jobs: [NewJob], values: [[UInt8]]) {
    precondition(jobs.count == values.count, "The number of jobs is not the number of rows.")
    (self.jobs, self.values) = (jobs, values)
  }

  public var count: Int { jobs.count }

  public func forEach(_ body: (NewJob, [UInt8]) throws -> Void) throws {
    for (job, value) in zip(jobs, values) { try body(job, value) }
  }
}

/// A batch before it is committed. Each row of a file is a job.
public struct NewBatch: Sendable {
  /// The file with the rows.
  public var source: String
  /// The rows, in the order of the file. They need not be in memory, because there may be many
  /// large jobs.
  public var rows: any RowSource
  /// The folder of the batch's workspace. Empty for the scratch workspace.
  public var workspace: String
  /// The environment whose values filled the requests.
  public var environment: String
  /// The initial instruction: run or hold.
  public var instruction: GraphRun.Instruction
  /// The draft from which the requests of all rows were prepared, or nil.
  public var draft: Draft?

  /// Creates a batch from rows in memory. `jobs` and `values` must have the same count.
  public init(
    source: String, jobs: [NewJob], values: [[UInt8]], workspace: String = "",
    environment: String = "",
    instruction: GraphRun.Instruction = .run
  ) {
    self.init(
      source: source, rows: ListedRows(jobs: jobs, values: values), workspace: workspace,
      environment: environment, instruction: instruction)
  }

  /// Creates a batch from rows. If the rows are not `ListedRows`, their jobs must come from
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

  /// The material to store for the batch, or nil if there is no draft.
  public var material: GraphMaterial? {
    draft.map { GraphMaterial(drafts: ["": $0], trust: .untrusted) }
  }

  /// The plan to store for the batch.
  public var plan: GraphPlan {
    GraphPlan(rows: RowPlan(source: source, count: rows.count))
  }
}
