import ClientCore
import ClientModel

/// The lines that describe a batch to a person: its id, name and state, the number of rows in each
/// state, and up to ten failed rows.
enum BatchTable {
  private static let most = 10

  static func read(_ run: GraphRun, from client: Client) async throws(Failure) -> [String] {
    var lines = ["\(run.id)  \(Console.safe(run.plan.name))  \(run.stateText)"]
    guard let rows = run.rows, let span = run.span else { return lines }
    for word in JobState.Word.allCases where rows.counts[word] > 0 {
      let hold = word == .waiting && run.order == .hold ? " (the batch is held)" : ""
      lines.append("  \(word.rawValue): \(rows.counts[word].grouped)\(hold)")
    }
    let failed = try await client.jobs(
      matching: JobQuery(
        part: .span(span), states: [.failed], order: .oldestFirst, limit: most + 1))
    for job in failed.prefix(most) {
      let why = run.failure(of: job).map { "\($0.what) \($0.why)" } ?? ""
      lines.append(
        "  row \(job.id.rawValue - span.lowerBound.rawValue + 1)  job \(job.id)  "
          + Console.safe(why))
    }
    if failed.count > most { lines.append("  … and more that failed") }
    lines.append("  `weir show \(run.id) --rows` prints every row.")
    return lines
  }
}

/// One batch in `--format json`, the documented stable format.
struct BatchRecord: Encodable {
  /// The batch's id, such as `g12`.
  var id: String
  /// The file's name.
  var name: String
  /// The file's path as the user gave it.
  var source: String
  /// The state: `running`, `held`, `done`, `failed` or `stopped`.
  var state: String
  var summary: String
  /// The time of creation in milliseconds since 1970.
  var created: Int64
  var since: Int64
  /// The number of rows.
  var rows: Int
  /// The id of the first row's job. The ids of the other rows' jobs follow consecutively.
  var firstJob: Int64?
  /// The number of rows in each state.
  var counts: [String: Int]

  init(_ run: GraphRun) {
    id = run.id.description
    name = run.plan.name
    source = run.plan.rows?.source ?? ""
    state = run.stateWord
    summary = run.summary.text
    created = run.created.milliseconds
    since = run.since.milliseconds
    rows = run.plan.count
    firstJob = run.rows?.first.rawValue
    counts = [:]
    for word in JobState.Word.allCases where (run.rows?.counts[word] ?? 0) > 0 {
      counts[word.rawValue] = run.rows?.counts[word]
    }
  }
}
