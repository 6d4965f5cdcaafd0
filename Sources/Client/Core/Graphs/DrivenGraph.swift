import ClientModel

/// A graph that this process advances.
///
/// It is used only on the client's actor. One task at a time advances it. Other callers only add to
/// its pending results.
final class DrivenGraph {
  /// A result of a step that the graph has not processed yet.
  enum StepResult {
    /// The job of the step has ended.
    case ended(Int, Job)
    /// A local step has its result.
    case gave(Int, [UInt8])
    case failed(Int, Failure)
    /// The program of a local step was cancelled.
    case cancelled(Int)
    /// The job of the step is retried.
    case again(Int)
  }

  /// The graph in its committed state.
  var run: GraphRun
  var graph: RequestGraph
  /// The earliest known start of a step, or nil if no start is known. After a takeover, it is
  /// derived from the stored steps and may be later than the true start.
  var began: Timestamp?
  let material: GraphMaterial
  var pendingResults: [StepResult] = []
  /// The steps that may start and have not been committed.
  var ready: [Int] = []
  var failures: [Int: Failure] = [:]
  /// The uncommitted results of local steps.
  var results: [Int: [UInt8]] = [:]
  /// The local steps that run in this process.
  var local: [Int: Task<Void, Never>] = [:]
  var driver: Task<Void, Never>?
  /// Whether the states of the jobs have been read since the graph was opened or replaced. No step
  /// starts before that, because `ready` may be outdated, and a step would start twice.
  var isLoaded = false
  /// Whether another process or a user command changed the graph.
  var isOutdated = false

  init(_ run: GraphRun, _ graph: RequestGraph, _ material: GraphMaterial) {
    self.run = run
    self.graph = graph
    self.material = material
    began = run.steps.compactMap(\.since).min()
  }

  /// Whether there is work to do for the graph.
  var hasWork: Bool {
    !isLoaded || !pendingResults.isEmpty || isOutdated
      || (run.instruction == .run && !ready.isEmpty)
  }

  /// Adds the steps that may start after the end of another step.
  func take(_ actions: [RequestGraph.Action]) {
    for case .run(let step) in actions { ready.append(step) }
  }

  /// Adds uncommitted results of local steps to the pending results again, so that these steps do
  /// not run twice.
  func rememberLocal() {
    for (step, standing) in run.steps.enumerated()
    where standing.state == .running && standing.job == nil {
      if let result = results[step] {
        pendingResults.append(.gave(step, result))
      } else if let failure = failures[step] {
        pendingResults.append(.failed(step, failure))
      }
    }
    failures = [:]
  }

  /// Applies a committed version of the graph.
  func committed(_ run: GraphRun) {
    (results, failures) = ([:], [:])
    self.run = run
    if began == nil { began = run.steps.compactMap(\.since).min() }
  }

  /// The task that works on the graph: its driver, or one of its local steps.
  var task: Task<Void, Never>? { driver ?? local.values.first }

  /// Stops the running local steps.
  func stopLocal() {
    for task in local.values { task.cancel() }
  }

  /// Returns the states of the steps. A step that may start remains waiting until its job is
  /// committed.
  func standing(at now: Timestamp) -> [StepProgress] {
    var steps = run.standing(graph, at: now)
    for step in ready where steps[step].state == .running {
      steps[step].state = .waiting
      steps[step].since = run.steps[step].since
    }
    for (step, failure) in failures { steps[step].failure = failure }
    return steps
  }
}
