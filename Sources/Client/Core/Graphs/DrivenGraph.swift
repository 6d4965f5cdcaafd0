import ClientModel

/// A graph that this process advances.
///
/// The graph belongs to the client's actor. Only one task at a time advances it. Other callers may
/// only add pending results.
final class DrivenGraph {
  /// A result that the graph has not processed yet.
  enum StepResult {
    /// The job of the step has ended.
    case ended(Int, Job)
    /// A local step has a result.
    case gave(Int, [UInt8])
    case failed(Int, Failure)
    /// The program of a local step was cancelled.
    case cancelled(Int)
    /// The job of the step is being retried.
    case again(Int)
  }

  /// The committed state of the graph.
  var run: GraphRun
  var graph: RequestGraph
  /// The earliest known start of a step, or nil if none is known. After a takeover, this time may
  /// be later than the true start, because it is computed from the stored steps.
  var began: Timestamp?
  let material: GraphMaterial
  var pendingResults: [StepResult] = []
  /// The steps that may start but are not committed yet.
  var ready: [Int] = []
  var failures: [Int: Failure] = [:]
  /// The uncommitted results of local steps.
  var results: [Int: [UInt8]] = [:]
  /// The local steps that run in this process.
  var local: [Int: Task<Void, Never>] = [:]
  var driver: Task<Void, Never>?
  /// Whether the jobs were read since the graph was opened or replaced. No step starts before that.
  /// Otherwise an outdated `ready` could start a step twice.
  var isLoaded = false
  /// Whether another process or a user command has changed the graph.
  var isOutdated = false

  init(_ run: GraphRun, _ graph: RequestGraph, _ material: GraphMaterial) {
    self.run = run
    self.graph = graph
    self.material = material
    began = run.steps.compactMap(\.since).min()
  }

  /// Whether the graph can be advanced.
  var hasWork: Bool {
    !isLoaded || !pendingResults.isEmpty || isOutdated
      || (run.instruction == .run && !ready.isEmpty)
  }

  /// Adds the steps that may start now.
  func take(_ actions: [RequestGraph.Action]) {
    for case .run(let step) in actions { ready.append(step) }
  }

  /// Makes the uncommitted results of local steps pending again, so that these steps do not run
  /// twice.
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

  func committed(_ run: GraphRun) {
    (results, failures) = ([:], [:])
    self.run = run
    if began == nil { began = run.steps.compactMap(\.since).min() }
  }

  /// The running driver, or a running local step.
  var task: Task<Void, Never>? { driver ?? local.values.first }

  func stopLocal() {
    for task in local.values { task.cancel() }
  }

  /// Returns the states of the steps. A step that may start is shown as waiting until its job is
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
