import ClientCore
import ClientModel
import Terminal

/// A graph as lines of text. The summary is followed by a row for each step, in the plan's order.
struct GraphTable {
  var run: GraphRun
  var jobs: [Job]
  /// The results of local steps. The key is the index of the step.
  var values: [Int: String] = [:]

  /// Reads a graph and the results of its local steps.
  ///
  /// All other steps have jobs, whose states are shown instead. A string that is only passed on to
  /// other steps may be a token, so it is not included.
  static func read(
    _ run: GraphRun, _ jobs: [Job], from client: Client
  ) async throws(Failure) -> GraphTable {
    var table = GraphTable(run: run, jobs: jobs)
    let last = run.plan.endSteps
    for (step, standing) in run.steps.enumerated()
    where standing.state == .done && standing.job == nil {
      if case .inline(let bytes) = try await client.result(
        of: GraphPosition(graph: run.id, step: step)),
        last.contains(step) || !bytes.contains(UInt8(ascii: "\""))
      {
        table.values[step] = Self.brief(bytes)
      }
    }
    return table
  }

  /// Returns JSON as one short line. There is at most one space between tokens.
  private static func brief(_ bytes: [UInt8]) -> String {
    let start = String(decoding: bytes.prefix(400), as: UTF8.self)
    let words = start.unicodeScalars.split { $0.properties.isWhitespace }.map(String.init)
      .joined(separator: " ")
    let text = SafeText(words + (bytes.count > 400 ? "…" : ""))
    return text.fitted(to: 60).string
  }

  func lines() -> [String] {
    let byID = Dictionary(jobs.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let rows = zip(run.plan.steps, run.steps).enumerated().map { number, pair in
      row(pair.0, pair.1, pair.1.job.flatMap { byID[$0] }, values[number])
    }
    let titles = ["STEP", "STATE", "JOB", "STATUS", ""]
    let heading = "\(run.id)  \(Console.safe(run.plan.name))  \(run.stateText)"
    guard !rows.isEmpty else { return [heading] }
    return [heading] + TextColumns(titles, rows).lines().map { "  " + $0 }
  }

  private func row(
    _ step: GraphStep, _ standing: StepProgress, _ job: Job?, _ value: String?
  ) -> [String] {
    var detail = ""
    switch standing.state {
    case .skipped(let because) where run.plan.steps.indices.contains(because):
      detail = run.reason(because)
    case .failed:
      detail =
        standing.failure.map { "\($0.what) \($0.why)" } ?? job?.state.detail
        ?? job.map { $0.state.word.rawValue } ?? ""
    case .running: detail = job.map { "\($0.state.word.rawValue) \($0.state.detail ?? "")" } ?? ""
    case .done: detail = value ?? ""
    default: break
    }
    return [
      Console.safe(step.name), standing.state.word, standing.job?.description ?? "",
      job?.status.map(String.init) ?? "", Console.safe(detail),
    ]
  }
}

/// Graphs as text for lists. Each graph has one line.
struct GraphList {
  var graphs: [GraphRun]

  func lines() -> [String] {
    graphs.map { "\($0.id)  \(Console.safe($0.plan.name))  \($0.stateText)" }
  }
}

extension GraphRun {
  /// The state as text, such as `5 of 6, 1 failed, stopped`. A held graph is marked.
  var stateText: String { summary.text + (instruction == .hold && !isEnded ? ", held" : "") }
}
