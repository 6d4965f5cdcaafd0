public import ClientModel

/// The part of a store for graphs. The result of a call is on disk when the call returns.
public protocol GraphStore: Sendable {
  /// Commits a graph with all its steps waiting. An immediate graph belongs to this process.
  func add(_ graph: NewGraph, at now: Timestamp) async throws(Failure) -> GraphRun

  /// Commits a batch and the jobs of its rows in one transaction. The ids of the jobs are
  /// consecutive.
  func add(_ batch: NewBatch, at now: Timestamp) async throws(Failure) -> GraphRun

  /// Returns the columns of rows, each as a JSON object. Jobs that belong to no batch are left out.
  func values(of rows: [JobID]) async throws(Failure) -> [JobID: [UInt8]]

  /// Reads a graph, calls `decide` for the change, and writes the change together with the jobs of
  /// the steps that start, in one transaction.
  ///
  /// - Returns: The changed graph, or nil if there is no such graph or `decide` returns nil.
  func change(
    graph: GraphID, _ decide: @escaping @Sendable (GraphRun) -> GraphChange?
  ) async throws(Failure) -> GraphReceipt?

  /// Reads graphs, the newest first.
  func graphs(matching query: GraphQuery) async throws(Failure) -> [GraphRun]
  /// Returns the material to prepare the steps of a graph from, or nil for an unknown graph.
  func material(of graph: GraphID) async throws(Failure) -> GraphMaterial?
  /// Returns the result of a local step as JSON, or nil for any other step.
  func result(of step: StepPlace) async throws(Failure) -> [UInt8]?
  /// Returns the graph and step of those jobs that belong to graphs.
  func places(of jobs: [JobID]) async throws(Failure) -> [JobID: StepPlace]
}

/// A selection of graphs, newest first.
public struct GraphQuery: Hashable, Sendable {
  /// A selection of graphs by their progress.
  public enum Standing: Hashable, Sendable {
    /// Every graph.
    case any
    /// Graphs that have not ended.
    case open
    /// Graphs that have ended.
    case ended
    /// Graphs that have not ended and that no live process other than the queue runner advances.
    case adoptable
  }

  /// The ids to select, or nil for all.
  public var ids: [GraphID]?
  /// The progress to select.
  public var standing: Standing
  /// The maximum number of graphs to return, or nil for all.
  public var limit: Int?

  /// Creates a query. By default, it matches every graph.
  public init(ids: [GraphID]? = nil, standing: Standing = .any, limit: Int? = nil) {
    self.ids = ids
    self.standing = standing
    self.limit = limit
  }
}

/// A decision about a graph.
public struct GraphChange: Sendable {
  /// The new states of the steps. The store fills in the ids of added jobs. Empty for a batch,
  /// whose rows the store counts.
  public var steps: [StepStanding]
  /// The order that applies to the graph from now on: run, hold or stop.
  public var order: GraphRun.Order
  /// The time of the decision.
  public var at: Timestamp
  /// The jobs to add, each with its step.
  public var jobs: [(step: Int, job: NewJob)]
  /// The results of local steps, as JSON.
  public var results: [Int: [UInt8]]

  /// Creates a change. By default, it adds no jobs and stores no results.
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
  /// Creates a graph in its first state, in which no step has started.
  public init(_ new: NewGraph, id: GraphID, at now: Timestamp) {
    self.init(
      id: id, plan: new.plan, workspace: new.workspace,
      environment: new.material.environment.name, scheduling: new.scheduling, created: now)
  }

  /// Creates a batch in its first state. Its rows are consecutive jobs from `first`.
  public init(_ new: NewBatch, id: GraphID, first: JobID, counts: RowCounts, at now: Timestamp) {
    self.init(
      id: id, plan: new.plan, workspace: new.workspace, environment: new.environment,
      created: now, order: new.order, rows: RowStanding(first: first, counts: counts))
  }

  /// Applies a decision. `ids` are the ids of the added jobs, in order.
  public mutating func apply(_ change: GraphChange, adding ids: [JobID]) {
    steps = change.steps
    order = change.order
    since = change.at
    for ((step, _), id) in zip(change.jobs, ids) where steps.indices.contains(step) {
      steps[step].job = id
    }
  }
}
