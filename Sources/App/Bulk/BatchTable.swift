import ClientCore
import ClientModel

/// The lines that describe a batch to a person.
///
/// They contain the id, name and state, the number of rows in each state, the causes of failures,
/// the durations, and up to ten failed rows.
enum BatchTable {
  private static let most = 10

  static func read(_ run: GraphRun, from client: Client) async throws(Failure) -> [String] {
    var lines = ["\(run.id)  \(Console.safe(run.plan.name))  \(run.stateText)"]
    guard let rows = run.rows, let span = run.span else { return lines }
    let report = try await client.report(of: run.id)
    for word in JobState.Word.allCases where rows.counts[word] > 0 {
      let hold = word == .waiting && run.instruction == .hold ? " (the batch is held)" : ""
      lines.append("  \(word.rawValue): \(rows.counts[word].grouped)\(hold)")
      if word == .failed { lines += report?.causeLines.map { "    " + $0 } ?? [] }
    }
    lines += report?.timeLines.map { "  " + $0 } ?? []
    let failed = try await client.jobs(
      matching: JobQuery(
        part: .span(span), states: [.failed], order: .oldestFirst, limit: most + 1))
    for job in failed.prefix(most) {
      let why = run.failure(of: job).map { "\($0.what) \($0.why)" } ?? ""
      lines.append(
        "  row \(job.id.rawValue - span.lowerBound.rawValue + 1)  job \(job.id)  "
          + Console.safe(why))
    }
    if failed.count > most { lines.append("  … and more failed rows") }
    lines.append("  `weir show \(run.id) --rows` prints every row.")
    return lines
  }
}

/// One batch in `--format json`, the documented stable format.
struct BatchRecord: JSONRecord {
  private let run: GraphRun
  private let report: GraphReport?

  init(_ run: GraphRun, _ report: GraphReport?) { (self.run, self.report) = (run, report) }

  static let table = JSONTable<BatchRecord>(
    "batch", "A batch with its row counts.",
    [
      .always("id", .text, "The id of the batch, such as `g12`.") { $0.run.id.description },
      .always("name", .text, "The name of the file.") { $0.run.plan.name },
      .always("source", .text, "The file, as given on the command line.") {
        $0.run.plan.rows?.source ?? ""
      },
      .always("state", .word(GraphRecord.states), "The state of the batch.") { $0.run.stateWord },
      .always("summary", .text, "The state in words.") { $0.run.summary.text },
      .always("created", .time, "The time of submission.") { $0.run.created.milliseconds },
      .always("since", .time, "The time at which the batch entered its current state.") {
        $0.run.since.milliseconds
      },
      .always("rows", .integer, "The number of rows.") { $0.run.plan.count },
      .sometimes("firstJob", .integer, "The id of the first job; the other ids follow it.") {
        $0.run.rows?.first.rawValue
      },
      .always("counts", .map(.integer), "The number of rows in each state of a job.") { record in
        let counts = JobState.Word.allCases.map {
          ($0.rawValue, record.run.rows?.counts[$0] ?? 0)
        }
        return Dictionary(uniqueKeysWithValues: counts.filter { $0.1 > 0 })
      },
      .sometimes("results", GraphReportRecord.shape, "The results of the finished jobs.") {
        $0.report.map(GraphReportRecord.init)
      },
    ])
}
