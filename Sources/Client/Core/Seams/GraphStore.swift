public import ClientModel

/// The part of a store for graphs. What a call returned is on disk.
public protocol GraphStore: Sendable {
  /// Commits a graph with all its steps waiting. One that goes at once belongs to this process.
  func add(_ graph: NewGraph, at now: Timestamp) async throws(Failure) -> GraphRun

  /// Commits a batch and the jobs of its rows, all in one transaction; their ids follow one another.
  func add(_ batch: NewBatch, at now: Timestamp) async throws(Failure) -> GraphRun

  /// The columns of rows, each as a JSON object. Jobs that belong to no batch are left out.
  func values(of rows: [JobID]) async throws(Failure) -> [JobID: [UInt8]]

  /// Reads a graph, lets `decide` choose the change, and writes it together with the jobs of the
  /// steps that start, all in one transaction.
  ///
  /// - Returns: Nil when there is no such graph or `decide` changes nothing.
  func change(
    graph: GraphID, _ decide: @escaping @Sendable (GraphRun) -> GraphChange?
  ) async throws(Failure) -> GraphReceipt?

  /// Reads graphs, the newest first.
  func graphs(matching query: GraphQuery) async throws(Failure) -> [GraphRun]
  /// The material from which the steps of a graph are prepared; nil when there is no such graph.
  func material(of graph: GraphID) async throws(Failure) -> GraphMaterial?
  /// The result of a local step, as JSON; nil for any other step.
  func result(of step: StepPlace) async throws(Failure) -> [UInt8]?
  /// The places of those of the jobs that belong to graphs.
  func places(of jobs: [JobID]) async throws(Failure) -> [JobID: StepPlace]
  /// Deletes graphs that have ended. Their jobs stay; a batch is deleted with the last of its jobs.
  ///
  /// - Returns: How many were deleted.
  func removeGraphs(matching query: GraphQuery) async throws(Failure) -> Int
}

/// Which graphs; newest first.
public struct GraphQuery: Hashable, Sendable {
  /// Which graphs by their progress.
  public enum Standing: Hashable, Sendable {
    /// Every graph.
    case any
    /// Graphs that have not ended.
    case open
    /// Graphs that have ended.
    case ended
    /// Open, and advanced by no living process other than the queue runner.
    case adoptable
  }

  /// Only these graphs; nil for all.
  public var ids: [GraphID]?
  /// Only graphs with this progress.
  public var standing: Standing
  /// How many graphs to return at most; nil for all.
  public var limit: Int?

  /// Creates a query; by default it matches every graph.
  public init(ids: [GraphID]? = nil, standing: Standing = .any, limit: Int? = nil) {
    self.ids = ids
    self.standing = standing
    self.limit = limit
  }
}

/// A decision about a graph.
public struct GraphChange: Sendable {
  /// The new states of its steps; the store fills in the ids of added jobs. Empty for a batch,
  /// whose rows the store counts.
  public var steps: [StepStanding]
  /// Whether the graph runs, is held or is cancelled from now on.
  public var order: GraphRun.Order
  /// When the change was decided.
  public var at: Timestamp
  /// The jobs that are added, each with the step that it does.
  public var jobs: [(step: Int, job: NewJob)]
  /// The results of local steps, as JSON.
  public var results: [Int: [UInt8]]

  /// Creates a change; by default it adds no jobs and stores no results.
  public init(
    steps: [StepStanding], order: GraphRun.Order, at: Timestamp,
    jobs: [(step: Int, job: NewJob)] = [], results: [Int: [UInt8]] = [:]
  ) {
    self.steps = steps
    self.order = order
    self.at = at
    self.jobs = jobs
    self.results = results
  }
}

/// A graph after a change, and the jobs that were added, in order.
public struct GraphReceipt: Sendable {
  /// The graph after the change.
  public var run: GraphRun
  /// The ids of the added jobs, in the order of `GraphChange.jobs`.
  public var added: [JobID]

  /// Creates the result of a change.
  public init(run: GraphRun, added: [JobID]) {
    self.run = run
    self.added = added
  }
}

extension GraphRun {
  /// Creates the first state of a graph: no step has started.
  public init(_ new: NewGraph, id: GraphID, at now: Timestamp) {
    self.init(
      id: id, plan: new.plan, workspace: new.workspace,
      environment: new.material.environment.name, scheduling: new.scheduling, created: now)
  }

  /// Creates the first state of a batch, whose rows are consecutive jobs from `first`.
  public init(_ new: NewBatch, id: GraphID, first: JobID, counts: RowCounts, at now: Timestamp) {
    self.init(
      id: id, plan: new.plan, workspace: new.workspace, environment: new.environment,
      created: now, order: new.order, rows: RowStanding(first: first, counts: counts))
  }

  /// Applies what was decided; the jobs are those the store added.
  public mutating func apply(_ change: GraphChange, adding ids: [JobID]) {
    steps = change.steps
    order = change.order
    since = change.at
    for ((step, _), id) in zip(change.jobs, ids) where steps.indices.contains(step) {
      steps[step].job = id
    }
  }
}
