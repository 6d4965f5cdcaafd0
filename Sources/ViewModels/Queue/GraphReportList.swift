import ClientModel

/// The results of a graph or a batch: outcomes, time, durations, and the steps of a graph as bars.
struct GraphReportList: ListSource {
  private(set) var report: GraphReport?
  /// The time at which the results were read. The bars of running steps end at this time.
  private var now = Timestamp(milliseconds: 0)

  static let manual = ManualSubject(topic: "batches")

  var title: String { report.map { "\($0.run.title) \($0.run.plan.name)" } ?? "Results" }

  mutating func show(_ report: GraphReport, at now: Timestamp) {
    (self.report, self.now) = (report, now)
  }

  func rows(_ filter: String, _ facts: ListFacts) -> [ListRow] {
    guard let report else { return [] }
    let rows = Self.outcomes(of: report) + steps(of: report) + Self.durations(of: report)
    return rows.enumerated().map { index, cells in
      var row = ListRow(
        value: .init(index), title: cells.map(\.text).filter { !$0.isEmpty }.joined(separator: "  ")
      )
      row.cells = cells
      return row
    }
    .matching(filter)
  }

  func hints(on row: ListRow?) -> [ListCommand] {
    report?.run.retryObstacle == nil ? [.retry, .close, .filter] : [.close, .filter]
  }

  mutating func choose(_ row: ListRow) -> [Effect] { [] }

  mutating func perform(_ command: ListCommand, on row: ListRow?, in list: inout ListModel)
    -> [Effect]
  {
    guard command == .retry, let run = report?.run else { return refuse(command) }
    if let obstacle = run.retryObstacle { return [.notify(obstacle)] }
    return [.list(.close), .queue(.graph(run.id, .retry))]
  }

  // MARK: Rows

  private static func row(_ name: String, _ number: String, _ text: String = "") -> [ListCell] {
    [ListCell(name), ListCell(number, .number), ListCell(text, .line)]
  }

  /// Returns the numbers of jobs by outcome, the causes of failures, the time and the rate.
  private static func outcomes(of report: GraphReport) -> [[ListCell]] {
    let summary = report.run.summary
    let counts = [
      ("succeeded", summary.done), ("failed", summary.failed),
      ("interrupted", summary.interrupted), ("cancelled", summary.cancelled),
      ("skipped", summary.skipped), ("not run", summary.notRun), ("running", summary.running),
      ("waiting", summary.waiting), ("deleted", summary.deleted),
    ]
    var rows = counts.filter { $0.1 > 0 }.map { row($0.0, $0.1.grouped) }
    let (top, rest) = report.causes.top
    let causes = top.map { cause, same in
      row("", same.count.grouped, cause.text + same.attemptsText)
    }
    let others = rest > 0 ? [row("", rest.grouped, "other causes")] : []
    let place = rows.firstIndex { $0[0].text == "failed" }.map { $0 + 1 } ?? rows.count
    rows.insert(contentsOf: causes + others, at: place)
    if let time = report.time {
      rows.append(
        row("time", time.shown, report.rate.flatMap(GraphReport.speed) ?? ""))
    }
    return rows
  }

  /// Returns the steps of a graph. Each has a bar from its start to its end.
  private func steps(of report: GraphReport) -> [[ListCell]] {
    guard report.run.rows == nil else { return [] }
    let steps = report.run.steps.indices
    let spans = steps.map { report.interval(of: $0, at: now) }
    let total = max(spans.compactMap { $0?.upperBound }.max() ?? .zero, .milliseconds(1))
    return steps.map { step in
      let state = report.run.steps[step].state
      let name = "\(state.sign) \(report.run.plan.steps[step].name)"
      guard let span = spans[step] else {
        return Self.row(name, "", state == .notRun ? "not run" : state.word)
      }
      let bar = ListCell.Bar(
        start: span.lowerBound / total, end: span.upperBound / total,
        kind: state.isUnsuccessful ? .failed : .normal)
      return [
        ListCell(name),
        ListCell((span.upperBound - span.lowerBound).shown, .number), ListCell("", .bar(bar)),
      ]
    }
  }

  /// Returns the percentiles and a histogram of the durations of a batch.
  private static func durations(of report: GraphReport) -> [[ListCell]] {
    let durations = report.durations
    guard report.run.rows != nil, durations.count > 1 else { return [] }
    let percentiles = [("p50", 0.5), ("p95", 0.95), ("p99", 0.99)].map { name, share in
      row(name, durations.percentile(share)?.shown ?? "")
    }
    let bars = durations.bars(mostBars)
    let most = bars.map(\.count).max() ?? 1
    return percentiles
      + bars.map { bar in
        guard bar.count > 0 else { return row("≤ \(bar.limit.shown)", "0") }
        let share = ListCell.Bar(start: 0, end: Double(bar.count) / Double(most), kind: .normal)
        return [
          ListCell("≤ \(bar.limit.shown)"), ListCell(bar.count.grouped, .number),
          ListCell("", .bar(share)),
        ]
      }
  }

  private static let mostBars = 12
}

extension GraphStep.State {
  /// The sign of a step that has no job.
  package var sign: String {
    switch self {
    case .waiting, .running: "○"
    case .done: "✓"
    case .failed: "✗"
    case .cancelled, .skipped, .notRun: "–"
    }
  }
}

extension GraphReport {
  /// Returns the rate as text, with one decimal below 100: `781`, `12.5`.
  package static func text(rate: Double) -> String {
    guard rate < 100 else { return Int(rate.rounded()).grouped }
    return (Double(Int((rate * 10).rounded())) / 10).brief
  }

  /// Returns the rate with its unit: `781/s`, `12.5/s`, or `40/min` below one per second. Returns
  /// nil if the rate rounds to 0 per minute.
  ///
  /// - Parameter rate: The number of requests per second.
  package static func speed(_ rate: Double) -> String? {
    if rate >= 1 { return "\(text(rate: rate))/s" }
    let perMinute = Int((rate * 60).rounded())
    return perMinute > 0 ? "\(perMinute)/min" : nil
  }
}
