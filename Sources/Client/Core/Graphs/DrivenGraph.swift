import ClientModel

/// A graph that this process advances.
///
/// It is used on the client's actor alone. One task at a time advances it; other callers only add to its
/// pending results.
final class DrivenGraph {
  /// An event of a step that the graph has not processed yet.
  enum StepResult {
    /// Its job has ended.
    case ended(Int, Job)
    /// A local step has its result.
    case gave(Int, [UInt8])
    case failed(Int, Failure)
    /// The program of a local step was cancelled.
    case cancelled(Int)
    /// Its job is tried again.
    case again(Int)
  }

  /// As committed.
  var run: GraphRun
  var graph: RequestGraph
  /// When its first step started, as far as its steps still show it at a takeover.
  var began: Timestamp?
  let material: GraphMaterial
  var pendingResults: [StepResult] = []
  /// Steps that may start and have not been committed.
  var ready: [Int] = []
  var failures: [Int: Failure] = [:]
  /// What local steps gave and is not committed.
  var results: [Int: [UInt8]] = [:]
  /// The local steps that run in this process.
  var local: [Int: Task<Void, Never>] = [:]
  var driver: Task<Void, Never>?
  /// Whether the states of its jobs were read since it was opened or replaced. No step starts before that:
  /// what is ready may be outdated, and a step would start twice.
  var isLoaded = false
  /// Another process or a user command changed it.
  var isOutdated = false

  init(_ run: GraphRun, _ graph: RequestGraph, _ material: GraphMaterial) {
    self.run = run
    self.graph = graph
    self.material = material
    began = run.steps.compactMap(\.since).min()
  }

  /// True when something is to be done for it.
  var hasWork: Bool {
    !isLoaded || !pendingResults.isEmpty || isOutdated || (run.order == .run && !ready.isEmpty)
  }

  /// Takes what follows from a step's end: steps that may start.
  func take(_ actions: [RequestGraph.Action]) {
    for case .run(let step) in actions { ready.append(step) }
  }

  /// Adds the results of local steps again that could not be committed, so that these steps do not run
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

  /// Notes what was committed.
  func committed(_ run: GraphRun) {
    (results, failures) = ([:], [:])
    self.run = run
    if began == nil { began = run.steps.compactMap(\.since).min() }
  }

  /// What is being done for it: its driver, or one of its local steps.
  var task: Task<Void, Never>? { driver ?? local.values.first }

  /// Ends the local steps that run.
  func stopLocal() {
    for task in local.values { task.cancel() }
  }

  /// The states of its steps. A step that may start stays waiting until its job is committed.
  func standing(at now: Timestamp) -> [StepStanding] {
    var steps = run.standing(graph, at: now)
    for step in ready where steps[step].state == .running {
      steps[step].state = .waiting
      steps[step].since = run.steps[step].since
    }
    for (step, failure) in failures { steps[step].failure = failure }
    return steps
  }
}
