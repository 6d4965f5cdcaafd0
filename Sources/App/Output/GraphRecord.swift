import ClientCore
import ClientModel

/// One graph in `--format json`, the documented stable format.
struct GraphRecord: Encodable {
  struct Step: Encodable {
    var name: String
    /// The state: `waiting`, `running`, `done`, `failed`, `cancelled`, `skipped` or `notRun`.
    var state: String
    /// The id of the step's job. Absent for a local step, and before the step starts.
    var job: Int64?
    /// The status of the step's response.
    var status: Int?
    /// The name of the failed or cancelled step that caused this step to be skipped.
    var because: String?
    var error: FailureRecord?
    /// The step's result: JSON unchanged, or other text as a string. Absent if there is none, if it
    /// is not text, or if it is over 64 KiB (then `weir show JOB --body` prints it).
    var result: VerbatimJSON?
  }

  /// The graph's id, such as `g3`.
  var id: String
  var name: String
  /// The state: `running`, `held`, `done`, `failed`, `cancelled` or `stopped`.
  var state: String
  var summary: String
  /// The caller's identifier (`--call`).
  var call: String?
  /// The time of creation in milliseconds since 1970.
  var created: Int64
  var since: Int64
  /// The steps in the plan's order.
  var steps: [Step]

  init(_ run: GraphRun, _ jobs: [Job] = [], results: [Int: VerbatimJSON] = [:]) {
    let byID = Dictionary(jobs.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    id = run.id.description
    name = run.plan.name
    state = run.stateWord
    summary = run.summary.text
    call = run.plan.call
    created = run.created.milliseconds
    since = run.since.milliseconds
    steps = run.steps.enumerated().map { number, standing in
      let job = standing.job.flatMap { byID[$0] }
      var because: String?
      if case .skipped(let step) = standing.state, run.plan.steps.indices.contains(step) {
        because = run.plan.steps[step].name
      }
      return Step(
        name: run.plan.steps[number].name, state: standing.state.word,
        job: standing.job?.rawValue, status: job?.status, because: because,
        error: standing.failure.map(FailureRecord.init), result: results[number])
    }
  }

  /// Reads a graph with the results of its steps.
  static func read(
    _ run: GraphRun, _ jobs: [Job], from client: Client
  ) async throws(Failure) -> GraphRecord {
    var results: [Int: VerbatimJSON] = [:]
    for (step, standing) in run.steps.enumerated() where standing.state == .done {
      results[step] = VerbatimJSON(
        try await client.result(of: StepPlace(graph: run.id, step: step)))
    }
    return GraphRecord(run, jobs, results: results)
  }
}

extension GraphRun {
  /// The state as a single word in JSON.
  var stateWord: String {
    if !isEnded { return order == .hold ? "held" : "running" }
    if isStopped { return "stopped" }
    if let counts = rows?.counts {
      return counts[.succeeded] == counts.total ? "done" : "failed"
    }
    if steps.allSatisfy({ $0.state == .done }) { return "done" }
    return steps.contains { $0.state == .failed } ? "failed" : "cancelled"
  }
}
