import ClientModel

/// The graphs and batches that this process advances. The registry is a value. Its functions return
/// the actions to carry out.
struct GraphRegistry {
  /// An action that the client carries out. Actions are carried out in order.
  enum Action {
    /// Allow the rows of a batch to start.
    case release(ClosedRange<JobID>)
    /// Prevent the rows of a batch from starting.
    case hold(ClosedRange<JobID>)
    /// Cancel the rows of a stopped batch, then call `endCancelling`.
    case cancelRows(GraphRun)
    /// Read these batches again, because their last rows may have ended. Pass the result to
    /// `looked`, then call `endLook`.
    case look(Set<GraphID>)
    /// Process the pending results of a graph.
    case advance(DrivenGraph)
  }

  /// The role of this process for graphs that no process advances.
  enum Takeover {
    /// This process is the queue runner and takes the graph over.
    case takesOver
    /// This process leaves the graph to the queue runner.
    case leaves
  }

  private(set) var driven: [GraphID: DrivenGraph] = [:]
  private var steps: [JobID: GraphPosition] = [:]
  /// The graphs that this process added as immediate. It sends their steps itself.
  private var own: Set<GraphID> = []
  private var batches = BatchRegistry()
  /// The number of reads in progress that check whether batches have ended.
  private var batchLooks = 0

  /// Whether there is no work in progress for graphs and batches.
  var isResting: Bool {
    batchLooks == 0 && active == nil
  }

  /// A graph whose driver or local step is running, or nil for none.
  var active: DrivenGraph? {
    driven.values.first { $0.task != nil }
  }

  /// Returns the graph of a job, or nil if this process does not know it.
  func graph(of job: JobID) -> GraphID? {
    (steps[job] ?? batches.place(of: job))?.graph
  }

  func scheduling(of graph: GraphID) -> Job.Scheduling {
    own.contains(graph) ? .immediate : .queued
  }

  // MARK: Graphs being advanced

  mutating func addOwn(_ graph: GraphID) { own.insert(graph) }

  /// Returns whether this process may advance a graph.
  func mayAdopt(_ run: GraphRun) -> Bool {
    !run.isEnded && run.rows == nil && driven[run.id] == nil
  }

  mutating func add(_ graph: DrivenGraph) {
    driven[graph.run.id] = graph
    notePlaces(in: graph.run)
  }

  /// Returns the unsent immediate jobs of a graph whose process died. The queue runner sends them
  /// through their lanes.
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

  /// Records the graph of each job before changes of these jobs are published.
  ///
  /// Jobs that this process added are recorded too, because this process may read their commit
  /// before the commit call returns.
  ///
  /// - Parameter wanted: The kinds of log events that any subscriber wants. If it is empty, only
  ///   the graphs that this process advances are recorded.
  mutating func notePlaces(in runs: [GraphRun], wanted: UInt32) {
    for run in runs where !run.isEnded && (wanted != 0 || driven[run.id] != nil) {
      notePlaces(in: run)
    }
  }

  mutating func notePlaces(in run: GraphRun) {
    for (step, standing) in run.steps.enumerated() {
      if let id = standing.job { steps[id] = GraphPosition(graph: run.id, step: step) }
    }
  }

  /// Records the jobs that a graph's commit added.
  ///
  /// - Returns: These jobs as stored.
  mutating func began(_ round: GraphWorker.Round, at now: Timestamp) -> [(new: NewJob, job: Job)] {
    zip(round.jobs, round.receipt.added).map { entry, id in
      steps[id] = GraphPosition(graph: round.receipt.run.id, step: entry.step)
      return (entry.job, Job(entry.job, id: id, at: now))
    }
  }

  /// Records that a graph's driver has ended. If the graph has ended too, it is removed.
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

  /// Records batches. The returned actions allow or prevent the start of their rows, and must be
  /// carried out before the jobs enter the queue.
  mutating func note(_ runs: [GraphRun]) -> [Action] {
    runs.compactMap { run in
      guard let span = run.span else { return nil }
      batches.note(run)
      return run.instruction == .run || run.isEnded ? .release(span) : .hold(span)
    }
  }

  /// Records graphs, and cancels the rows of stopped batches.
  mutating func found(_ runs: [GraphRun], as duty: Takeover) -> [Action] {
    note(runs) + stopped(runs, as: duty)
  }

  /// Records graphs that this or another process changed.
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

  /// Returns whether this process must take over any of these graphs.
  func isAdopter(of runs: [GraphRun], as duty: Takeover) -> Bool {
    duty == .takesOver && runs.contains(where: mayAdopt)
  }

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

  /// Records batches after they were read again. Batches that are no longer stored are removed.
  mutating func looked(at graphs: Set<GraphID>, found runs: [GraphRun]) -> [Action] {
    let actions = note(runs)
    for graph in graphs.subtracting(runs.map(\.id)) { batches.remove(graph) }
    return actions
  }

  /// Ends a read of batches. Must also be called if the read failed.
  mutating func endLook() { batchLooks -= 1 }

  /// Returns the actions that cancel the rows of stopped batches. The stop may come from another
  /// process or an earlier queue runner.
  private mutating func stopped(_ runs: [GraphRun], as duty: Takeover) -> [Action] {
    guard duty == .takesOver else { return [] }
    return runs.filter { run in
      run.rows != nil && run.instruction == .stop && !run.isEnded && beginCancelling(run.id)
    }.map { .cancelRows($0) }
  }

  /// Records that cancelling the rows of a batch begins.
  ///
  /// - Returns: False if the rows are already being cancelled.
  @discardableResult
  mutating func beginCancelling(_ graph: GraphID) -> Bool {
    batches.cancelling.insert(graph).inserted
  }

  mutating func endCancelling(_ graph: GraphID) { batches.cancelling.remove(graph) }

  mutating func deleted(_ graph: GraphID) { batches.remove(graph) }
}

extension Job {
  /// Whether the job is immediate and has no attempts.
  fileprivate var isUnsent: Bool {
    scheduling == .immediate && state == .waiting(.slot) && attempts == 0
  }
}

/// The known active batches, with their rows and whether the rows may start.
struct BatchRegistry {
  struct Entry {
    var run: GraphRun
    /// The approximate number of unfinished rows. Only the store knows whether all rows have ended.
    var left: Int
  }

  private var entries: [GraphID: Entry] = [:]
  /// The batches whose rows this process is cancelling.
  var cancelling: Set<GraphID> = []

  mutating func note(_ run: GraphRun) {
    guard let counts = run.rows?.counts, !run.isEnded else {
      entries[run.id] = nil
      return
    }
    entries[run.id] = Entry(run: run, left: counts.moving + counts[.held])
  }

  mutating func remove(_ graph: GraphID) { entries[graph] = nil }

  /// Returns the batch and the row of a job, or nil if the job does not belong to an active batch.
  func place(of job: JobID) -> GraphPosition? {
    for entry in entries.values {
      guard let span = entry.run.span, span.contains(job) else { continue }
      return GraphPosition(
        graph: entry.run.id, step: Int(job.rawValue - span.lowerBound.rawValue))
    }
    return nil
  }

  /// Records changed jobs.
  ///
  /// - Returns: The batches that may have ended.
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
