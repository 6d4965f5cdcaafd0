public import ClientModel

/// Stores graphs. When a call returns, its result is on disk.
public protocol GraphStore: Sendable {
  /// Commits a graph or a batch in one transaction.
  func add(_ graph: GraphAddition, at now: Timestamp) async throws(Failure) -> GraphRun

  /// Changes a graph in one transaction. `decide` receives the graph and returns its change. The
  /// jobs of started steps are written as well.
  ///
  /// - Returns: The changed graph. Nil if the graph does not exist or `decide` returns nil.
  func change(
    graph: GraphID, _ decide: @escaping @Sendable (GraphRun) -> GraphChange?
  ) async throws(Failure) -> GraphReceipt?

  /// Reads graphs, newest first.
  func graphs(matching query: GraphQuery) async throws(Failure) -> [GraphRun]
  /// Reads data of graphs and their jobs in one snapshot.
  func read(_ reading: GraphReading) async throws(Failure) -> GraphContents
}

/// A graph or a batch to add.
public enum GraphAddition: Sendable {
  /// A graph whose steps all wait. If it is immediate, it belongs to this process.
  case graph(NewGraph)
  /// A batch and the jobs of its rows. The ids of the jobs are consecutive.
  case batch(NewBatch)
}

/// Selects data of graphs and their jobs. By default, nothing is selected.
public struct GraphReading: Hashable, Sendable {
  /// The graph whose material is read, or nil for none.
  public var materialOf: GraphID?
  /// The local step whose result is read, or nil for none.
  public var resultOf: GraphPosition?
  /// The jobs whose graphs and steps are read.
  public var placesOf: [JobID]
  /// The batch rows whose columns are read.
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
  /// The material for preparing the steps of a graph.
  public var material: GraphMaterial?
  /// The result of a local step as JSON.
  public var result: [UInt8]?
  /// The graphs and steps of the jobs. Jobs that do not belong to a graph are omitted.
  public var places: [JobID: GraphPosition]
  /// The columns of batch rows, each as a JSON object. Jobs that do not belong to a batch are
  /// omitted.
  public var values: [JobID: [UInt8]]

  /// Creates the contents. By default, they are empty.
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
  /// Commits a graph whose steps all wait.
  public func add(_ graph: NewGraph, at now: Timestamp) async throws(Failure) -> GraphRun {
    try await add(.graph(graph), at: now)
  }

  /// Commits a batch and the jobs of its rows.
  public func add(_ batch: NewBatch, at now: Timestamp) async throws(Failure) -> GraphRun {
    try await add(.batch(batch), at: now)
  }

  /// Returns the material for preparing the steps of a graph. Returns nil if the graph is unknown.
  public func material(of graph: GraphID) async throws(Failure) -> GraphMaterial? {
    try await read(GraphReading(materialOf: graph)).material
  }

  /// Returns the result of a local step as JSON. Returns nil if the step is not local or has no
  /// result.
  public func result(of step: GraphPosition) async throws(Failure) -> [UInt8]? {
    try await read(GraphReading(resultOf: step)).result
  }

  /// Returns the graphs and steps of jobs. Jobs that do not belong to a graph are omitted.
  public func places(of jobs: [JobID]) async throws(Failure) -> [JobID: GraphPosition] {
    try await read(GraphReading(placesOf: jobs)).places
  }

  /// Returns the columns of batch rows, each as a JSON object.
  public func values(of rows: [JobID]) async throws(Failure) -> [JobID: [UInt8]] {
    try await read(GraphReading(valuesOf: rows)).values
  }
}

/// Selects graphs. The result is sorted newest first.
public struct GraphQuery: Hashable, Sendable {
  /// A selection of graphs by their progress.
  public enum Progress: Hashable, Sendable {
    /// All graphs.
    case any
    /// Graphs that have not ended.
    case open
    /// Graphs that have ended.
    case ended
    /// Graphs that have not ended, except those that a live process other than the queue runner
    /// advances.
    case adoptable
  }

  /// The ids to select, or nil for all.
  public var ids: [GraphID]?
  /// The progress to select.
  public var progress: Progress
  /// The maximum number of graphs to return, or nil for all.
  public var limit: Int?

  /// Creates a query. By default, it selects all graphs.
  public init(ids: [GraphID]? = nil, progress: Progress = .any, limit: Int? = nil) {
    self.ids = ids
    self.progress = progress
    self.limit = limit
  }
}

/// A change of a graph.
public struct GraphChange: Sendable {
  /// The new states of the steps. The store fills in the ids of added jobs.
  ///
  /// The list is empty for a batch, because the store counts its rows.
  public var steps: [StepProgress]
  /// The user's new instruction for the graph: run, hold or stop.
  public var instruction: GraphRun.Instruction
  /// The time of the decision.
  public var at: Timestamp
  /// The jobs to add, and the steps that they belong to.
  public var jobs: [(step: Int, job: NewJob)]
  /// The JSON results of local steps, by step number.
  public var results: [Int: [UInt8]]

  /// Creates a change. By default, it neither adds jobs nor stores results.
  public init(
    steps: [StepProgress], instruction: GraphRun.Instruction, at: Timestamp,
    jobs: [(step: Int, job: NewJob)] = [], results: [Int: [UInt8]] = [:]
  ) {
    self.steps = steps
    self.instruction = instruction
    self.at = at
    self.jobs = jobs
    self.results = results
  }
}

/// A changed graph and the ids of its added jobs.
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
  /// Creates a graph in its first state. No step has started.
  public init(_ new: NewGraph, id: GraphID, at now: Timestamp) {
    self.init(
      id: id, plan: new.plan, workspace: new.workspace,
      environment: new.material.environment.name, scheduling: new.scheduling, created: now)
  }

  /// Creates a batch in its first state. Its rows are consecutive jobs that begin at `first`.
  public init(_ new: NewBatch, id: GraphID, first: JobID, counts: RowCounts, at now: Timestamp) {
    self.init(
      id: id, plan: new.plan, workspace: new.workspace, environment: new.environment,
      created: now, instruction: new.instruction, rows: RowProgress(first: first, counts: counts))
  }

  /// Applies a change. `ids` contains the ids of the added jobs, in order.
  public mutating func apply(_ change: GraphChange, adding ids: [JobID]) {
    steps = change.steps
    instruction = change.instruction
    since = change.at
    for ((step, _), id) in zip(change.jobs, ids) where steps.indices.contains(step) {
      steps[step].job = id
    }
  }
}
