import ClientCore
import ClientModel

/// One graph in `--format json`, the documented stable format.
struct GraphRecord: JSONRecord {
  struct Step: JSONRecord {
    fileprivate let name: String
    fileprivate let progress: StepProgress
    fileprivate let job: Job?
    /// The name of the failed or cancelled step that caused this step to be skipped.
    fileprivate let because: String?
    /// The result of the step. It is nil if there is none, if it is not text, or if it is over 64
    /// KiB. `weir show JOB --body` prints a larger result.
    fileprivate let result: VerbatimJSON?

    static let table = JSONTable<Step>(
      "step", "A step of a graph.",
      [
        .always("name", .text, "The name of the step.") { $0.name },
        .always(
          "state",
          .word(["waiting", "running", "done", "failed", "cancelled", "skipped", "notRun"]),
          "The state of the step."
        ) { $0.progress.state.word },
        .sometimes("job", .integer, "The id of its job; absent before it starts.") {
          $0.progress.job?.rawValue
        },
        .sometimes("status", .integer, "The status of its response.") { $0.job?.status },
        .sometimes("started", .time, "The time at which it last started.") {
          $0.progress.started?.milliseconds
        },
        .sometimes("ended", .time, "The time at which it ended.") {
          $0.progress.state.isEnded ? $0.progress.since?.milliseconds : nil
        },
        .sometimes(
          "because", .text,
          "The failed or cancelled step that caused this step to be skipped."
        ) { $0.because },
        .sometimes("error", FailureRecord.shape, "The reason why it failed.") {
          $0.progress.failure.map(FailureRecord.init)
        },
        .sometimes(
          "result", .anything, "Its result, up to 64 KiB: JSON unchanged, other text as a string."
        ) { $0.result },
      ])
  }

  private let run: GraphRun
  private let steps: [Step]

  /// The states of graphs and batches.
  static let states = ["running", "held", "done", "failed", "cancelled", "stopped"]

  static let table = JSONTable<GraphRecord>(
    "graph", "A graph with its steps.",
    [
      .always("id", .text, "The id of the graph, such as `g3`.") { $0.run.id.description },
      .always("name", .text, "The file of the graph.") { $0.run.plan.name },
      .always("state", .word(states), "The state of the graph.") { $0.run.stateWord },
      .always("summary", .text, "The state in words.") { $0.run.summary.text },
      .sometimes("call", .text, "The caller's identifier, from `--call`.") { $0.run.plan.call },
      .always("created", .time, "The time of submission.") { $0.run.created.milliseconds },
      .always("since", .time, "The time at which the graph entered its current state.") {
        $0.run.since.milliseconds
      },
      .always("steps", .list(Step.shape), "The steps, in the order of the file.") { $0.steps },
    ])

  init(_ run: GraphRun, _ jobs: [Job] = [], results: [Int: VerbatimJSON] = [:]) {
    let byID = Dictionary(jobs.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    self.run = run
    steps = run.steps.enumerated().map { number, standing in
      var because: String?
      if case .skipped(let step) = standing.state, run.plan.steps.indices.contains(step) {
        because = run.plan.steps[step].name
      }
      return Step(
        name: run.plan.steps[number].name, progress: standing,
        job: standing.job.flatMap { byID[$0] }, because: because, result: results[number])
    }
  }

  /// Reads a graph and the results of its steps.
  static func read(
    _ run: GraphRun, _ jobs: [Job], from client: Client
  ) async throws(Failure) -> GraphRecord {
    var results: [Int: VerbatimJSON] = [:]
    for (step, standing) in run.steps.enumerated() where standing.state == .done {
      results[step] = VerbatimJSON(
        try await client.result(of: GraphPosition(graph: run.id, step: step)))
    }
    return GraphRecord(run, jobs, results: results)
  }
}

extension GraphRun {
  var stateWord: String {
    if !isEnded { return instruction == .hold ? "held" : "running" }
    if isStopped { return "stopped" }
    if let counts = rows?.counts {
      return counts[.succeeded] == counts.total ? "done" : "failed"
    }
    if steps.allSatisfy({ $0.state == .done }) { return "done" }
    return steps.contains { $0.state == .failed } ? "failed" : "cancelled"
  }
}
