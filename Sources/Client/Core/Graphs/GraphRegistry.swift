import ClientModel

/// The graphs and batches that this process advances. The registry is a value: it returns the steps
/// to carry out as actions.
struct GraphRegistry {
  /// A step that the client carries out. Steps are carried out in order.
  enum Action {
    /// The rows of a batch may start.
    case release(ClosedRange<JobID>)
    /// The rows of a batch must not start.
    case hold(ClosedRange<JobID>)
    /// Cancel the rows of a stopped batch, then call `endCancelling`.
    case cancelRows(GraphRun)
    /// Read the batches again whose last rows may have ended. Call `looked` with the result, then
    /// `endLook`.
    case look(Set<GraphID>)
    /// Process the pending results of a graph.
    case advance(DrivenGraph)
  }

  /// The role of this process for a graph that no process advances.
  enum Takeover {
    /// The process runs the queue and takes the graph over.
    case takesOver
    /// The process leaves the graph to the queue runner.
    case leaves
  }

  private(set) var driven: [GraphID: DrivenGraph] = [:]
  private var steps: [JobID: GraphPosition] = [:]
  /// The graphs whose steps this process sends as immediate jobs.
  private var own: Set<GraphID> = []
  private var batches = BatchRegistry()
  /// The number of pending reads of the store for ended batches.
  private var batchLooks = 0

  /// Whether no graph is advanced, no batch is being read again and no local step runs.
  var isResting: Bool {
    batchLooks == 0 && active == nil
  }

  /// A graph whose driver or local step is running, or nil if there is no such graph.
  var active: DrivenGraph? {
    driven.values.first { $0.task != nil }
  }

  /// Returns the graph that a job belongs to, or nil if this process knows none.
  func graph(of job: JobID) -> GraphID? {
    (steps[job] ?? batches.place(of: job))?.graph
  }

  /// Returns the scheduling of a graph's new jobs.
  func scheduling(of graph: GraphID) -> Job.Scheduling {
    own.contains(graph) ? .immediate : .queued
  }

  // MARK: Graphs being advanced

  mutating func addOwn(_ graph: GraphID) { own.insert(graph) }

  /// Returns whether this process may start to advance a graph.
  func mayAdopt(_ run: GraphRun) -> Bool {
    !run.isEnded && run.rows == nil && driven[run.id] == nil
  }

  mutating func add(_ graph: DrivenGraph) {
    driven[graph.run.id] = graph
    notePlaces(in: graph.run)
  }

  /// Returns the unsent immediate jobs that a dead process left in a graph. The queue runner sends
  /// them through their lanes.
  ///
  /// - Parameter jobs: The jobs of the graph's running and failed steps.
  func unsentJobs(
    of driven: DrivenGraph, among jobs: [Job], as duty: Takeover, sending attempts: AttemptTable
  ) -> [JobID] {
    guard driven.run.scheduling == .immediate, scheduling(of: driven.run.id) == .queued,
      duty == .takesOver
    else { return [] }
    return jobs.filter { $0.isUnsent && !attempts.isImmediate($0.id) }.map(\.id)
  }

  /// Records which jobs belong to graphs, before changes of these jobs are published. Jobs that
  /// this process added are recorded too, because this process may read their commit before the
  /// call that made the commit returns.
  ///
  /// - Parameter wanted: The kinds of log events that any subscriber wants. If there are none, only
  ///   the graphs that this process advances are recorded.
  mutating func notePlaces(in runs: [GraphRun], wanted: UInt32) {
    for run in runs where !run.isEnded && (wanted != 0 || driven[run.id] != nil) {
      notePlaces(in: run)
    }
  }

  /// Records which jobs belong to the steps of a graph.
  mutating func notePlaces(in run: GraphRun) {
    for (step, standing) in run.steps.enumerated() {
      if let id = standing.job { steps[id] = GraphPosition(graph: run.id, step: step) }
    }
  }

  /// Records the jobs that a commit of a graph added.
  ///
  /// - Returns: These jobs as stored.
  mutating func began(_ round: GraphWorker.Round, at now: Timestamp) -> [(new: NewJob, job: Job)] {
    zip(round.jobs, round.receipt.added).map { entry, id in
      steps[id] = GraphPosition(graph: round.receipt.run.id, step: entry.step)
      return (entry.job, Job(entry.job, id: id, at: now))
    }
  }

  /// Records that the task that advanced a graph has ended, and removes a graph that has ended.
  mutating func rest(_ graph: DrivenGraph) {
    graph.driver = nil
    if graph.run.isEnded, graph.local.isEmpty { remove(graph.run) }
  }

  private mutating func remove(_ run: GraphRun) {
    driven[run.id] = nil
    own.remove(run.id)
    for job in run.steps.compactMap(\.job) { steps[job] = nil }
  }

  // MARK: Changes

  /// Records which batches may start rows, before their jobs enter the queue.
  mutating func note(_ runs: [GraphRun]) -> [Action] {
    runs.compactMap { run in
      guard let span = run.span else { return nil }
      batches.note(run)
      return run.instruction == .run || run.isEnded ? .release(span) : .hold(span)
    }
  }

  /// Records the graphs that were found in the search for graphs without a process.
  mutating func found(_ runs: [GraphRun], as duty: Takeover) -> [Action] {
    note(runs) + stopped(runs, as: duty)
  }

  /// Records the changes that this or another process made to graphs.
  mutating func changed(_ runs: [GraphRun], as duty: Takeover) -> [Action] {
    var actions = found(runs, as: duty)
    for run in runs where run.rows == nil {
      if let graph = driven[run.id] {
        graph.isOutdated = true
        actions.append(.advance(graph))
      } else if run.isEnded {
        remove(run)
      }
    }
    return actions
  }

  /// Returns whether this process must take over one of these graphs.
  func isAdopter(of runs: [GraphRun], as duty: Takeover) -> Bool {
    duty == .takesOver && runs.contains(where: mayAdopt)
  }

  /// Records changed jobs.
  mutating func changed(_ jobs: [Job]) -> [Action] {
    var actions: [Action] = []
    let ended = batches.record(jobs)
    if !ended.isEmpty {
      batchLooks += 1
      actions.append(.look(ended))
    }
    guard !steps.isEmpty else { return actions }
    for job in jobs {
      guard let place = steps[job.id], let graph = driven[place.graph],
        graph.record(of: job, at: place.step)
      else { continue }
      actions.append(.advance(graph))
    }
    return actions
  }

  // MARK: Batches

  /// Records batches that were read again, and removes batches that are no longer stored.
  mutating func looked(at graphs: Set<GraphID>, found runs: [GraphRun]) -> [Action] {
    let actions = note(runs)
    for graph in graphs.subtracting(runs.map(\.id)) { batches.remove(graph) }
    return actions
  }

  /// Ends a read of batches, whether or not the store could be read.
  mutating func endLook() { batchLooks -= 1 }

  /// Continues to cancel batches whose stop was requested from another process or an earlier queue
  /// runner.
  private mutating func stopped(_ runs: [GraphRun], as duty: Takeover) -> [Action] {
    guard duty == .takesOver else { return [] }
    return runs.filter { run in
      run.rows != nil && run.instruction == .stop && !run.isEnded && beginCancelling(run.id)
    }.map { .cancelRows($0) }
  }

  /// Records that the rows of a batch are being cancelled.
  ///
  /// - Returns: False if they are already being cancelled.
  @discardableResult
  mutating func beginCancelling(_ graph: GraphID) -> Bool {
    batches.cancelling.insert(graph).inserted
  }

  mutating func endCancelling(_ graph: GraphID) { batches.cancelling.remove(graph) }

  /// Records that a batch was deleted.
  mutating func deleted(_ graph: GraphID) { batches.remove(graph) }
}

extension Job {
  /// Whether the job is immediate and no attempt was made.
  fileprivate var isUnsent: Bool {
    scheduling == .immediate && state == .waiting(.slot) && attempts == 0
  }
}

/// The active batches that this process knows, each with its rows and whether the rows may start.
struct BatchRegistry {
  struct Entry {
    var run: GraphRun
    /// The approximate number of rows that have not ended. Only the store knows whether all have
    /// ended.
    var left: Int
  }

  private var entries: [GraphID: Entry] = [:]
  /// The batches whose rows are being cancelled by this process.
  var cancelling: Set<GraphID> = []

  mutating func note(_ run: GraphRun) {
    guard let counts = run.rows?.counts, !run.isEnded else {
      entries[run.id] = nil
      return
    }
    entries[run.id] = Entry(run: run, left: counts.moving + counts[.held])
  }

  mutating func remove(_ graph: GraphID) { entries[graph] = nil }

  /// Returns the position of a job in an active batch.
  func place(of job: JobID) -> GraphPosition? {
    for entry in entries.values {
      guard let span = entry.run.span, span.contains(job) else { continue }
      return GraphPosition(
        graph: entry.run.id, step: Int(job.rawValue - span.lowerBound.rawValue))
    }
    return nil
  }

  /// Records changed jobs. Returns the batches that may have ended.
  mutating func record(_ jobs: [Job]) -> Set<GraphID> {
    guard !entries.isEmpty else { return [] }
    var ended: Set<GraphID> = []
    for job in jobs where job.state.isSettled {
      guard let graph = place(of: job.id)?.graph else { continue }
      entries[graph]?.left -= 1
      if let entry = entries[graph], entry.left <= 0 { ended.insert(graph) }
    }
    return ended
  }
}
