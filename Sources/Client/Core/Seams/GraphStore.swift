public import ClientModel

/// The part of a store for graphs. The result of a call is on disk when the call returns.
public protocol GraphStore: Sendable {
  /// Commits a graph or a batch in one transaction.
  func add(_ graph: GraphAddition, at now: Timestamp) async throws(Failure) -> GraphRun

  /// Reads a graph, calls `decide` for the change, and writes the change together with the jobs of
  /// the steps that start, in one transaction.
  ///
  /// - Returns: The changed graph, or nil if there is no such graph or `decide` returns nil.
  func change(
    graph: GraphID, _ decide: @escaping @Sendable (GraphRun) -> GraphChange?
  ) async throws(Failure) -> GraphReceipt?

  /// Reads graphs, newest first.
  func graphs(matching query: GraphQuery) async throws(Failure) -> [GraphRun]
  /// Reads data of graphs and their jobs, all at one moment.
  func read(_ reading: GraphReading) async throws(Failure) -> GraphContents
}

/// A graph or a batch to add.
public enum GraphAddition: Sendable {
  /// A graph, with all its steps waiting. An immediate graph belongs to this process.
  case graph(NewGraph)
  /// A batch with the jobs of its rows. The ids of the jobs are consecutive.
  case batch(NewBatch)
}

/// A selection of data of graphs and their jobs. By default, it selects nothing.
public struct GraphReading: Hashable, Sendable {
  /// The graph whose material is read, or nil for none.
  public var materialOf: GraphID?
  /// The local step whose result is read, or nil for none.
  public var resultOf: GraphPosition?
  /// The jobs whose graphs and steps are read.
  public var placesOf: [JobID]
  /// The rows of batches whose columns are read.
  public var valuesOf: [JobID]

  /// Creates a selection.
  public init(
    materialOf: GraphID? = nil, resultOf: GraphPosition? = nil, placesOf: [JobID] = [],
    valuesOf: [JobID] = []
  ) {
    self.materialOf = materialOf
    self.resultOf = resultOf
    self.placesOf = placesOf
    self.valuesOf = valuesOf
  }
}

/// Data of graphs and their jobs. Data that was not selected or does not exist is nil or empty.
public struct GraphContents: Sendable {
  /// The material to prepare the steps of a graph from.
  public var material: GraphMaterial?
  /// The result of a local step, as JSON.
  public var result: [UInt8]?
  /// The graph and step of those jobs that belong to graphs.
  public var places: [JobID: GraphPosition]
  /// The columns of rows, each as a JSON object. Jobs that belong to no batch are left out.
  public var values: [JobID: [UInt8]]

  /// Creates contents. By default, they are empty.
  public init(
    material: GraphMaterial? = nil, result: [UInt8]? = nil, places: [JobID: GraphPosition] = [:],
    values: [JobID: [UInt8]] = [:]
  ) {
    self.material = material
    self.result = result
    self.places = places
    self.values = values
  }
}

extension GraphStore {
  /// Commits a graph with all its steps waiting.
  public func add(_ graph: NewGraph, at now: Timestamp) async throws(Failure) -> GraphRun {
    try await add(.graph(graph), at: now)
  }

  /// Commits a batch and the jobs of its rows.
  public func add(_ batch: NewBatch, at now: Timestamp) async throws(Failure) -> GraphRun {
    try await add(.batch(batch), at: now)
  }

  /// Returns the material to prepare the steps of a graph from, or nil for an unknown graph.
  public func material(of graph: GraphID) async throws(Failure) -> GraphMaterial? {
    try await read(GraphReading(materialOf: graph)).material
  }

  /// Returns the result of a local step as JSON, or nil for any other step.
  public func result(of step: GraphPosition) async throws(Failure) -> [UInt8]? {
    try await read(GraphReading(resultOf: step)).result
  }

  /// Returns the graph and step of those jobs that belong to graphs.
  public func places(of jobs: [JobID]) async throws(Failure) -> [JobID: GraphPosition] {
    try await read(GraphReading(placesOf: jobs)).places
  }

  /// Returns the columns of rows, each as a JSON object.
  public func values(of rows: [JobID]) async throws(Failure) -> [JobID: [UInt8]] {
    try await read(GraphReading(valuesOf: rows)).values
  }
}

/// A selection of graphs, newest first.
public struct GraphQuery: Hashable, Sendable {
  /// A selection of graphs by their progress.
  public enum Progress: Hashable, Sendable {
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
  public var progress: Progress
  /// The maximum number of graphs to return, or nil for all.
  public var limit: Int?

  /// Creates a query. By default, it matches every graph.
  public init(ids: [GraphID]? = nil, standing: Progress = .any, limit: Int? = nil) {
    self.ids = ids
    self.progress = standing
    self.limit = limit
  }
}

/// A decision about a graph.
public struct GraphChange: Sendable {
  /// The new states of the steps. The store fills in the ids of added jobs. Empty for a batch,
  /// whose rows the store counts.
  public var steps: [StepProgress]
  /// The user's instruction for the graph from now on: run, hold or stop.
  public var order: GraphRun.Instruction
  /// The time of the decision.
  public var at: Timestamp
  /// The jobs to add, each with its step.
  public var jobs: [(step: Int, job: NewJob)]
  /// The results of local steps, as JSON.
  public var results: [Int: [UInt8]]

  /// Creates a change. By default, it adds no jobs and stores no results.
  public init(
    steps: [StepProgress], order: GraphRun.Instruction, at: Timestamp,
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
      created: now, instruction: new.instruction, rows: RowProgress(first: first, counts: counts))
  }

  /// Applies a decision. `ids` are the ids of the added jobs, in order.
  public mutating func apply(_ change: GraphChange, adding ids: [JobID]) {
    steps = change.steps
    instruction = change.order
    since = change.at
    for ((step, _), id) in zip(change.jobs, ids) where steps.indices.contains(step) {
      steps[step].job = id
    }
  }
}
