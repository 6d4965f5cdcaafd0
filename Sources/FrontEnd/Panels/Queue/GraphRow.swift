import ClientModel
import Terminal
import ViewModels

/// A row of a graph's tree: the graph with a summary, or one of the steps.
enum GraphRow {
  static func draw(
    _ item: QueueItem, _ model: QueueModel, _ canvas: PanelCanvas, _ row: Rect, indent: Int,
    _ frame: inout Frame
  ) {
    let rows = model.rows.graphs
    let inner = Rect(
      x: row.x + indent, y: row.y, width: row.width - indent - 1, height: 1)
    switch item {
    case .graph(let id):
      guard let graph = rows.graph(id) else { return }
      let mark = rows.isOpen(graph) ? "▾" : "▸"
      let line = line(
        of: graph, rows.report(of: graph), model.pause(of: graph), mark, canvas, inner.width)
      frame.put(line, in: inner)
    case .step(let place):
      guard let graph = rows.graph(place.graph) else { return }
      if graph.rows != nil {
        let job = rows.job(of: place)
        let spans = BatchRow.spans(
          place.step, of: graph, job, rows.words(of: place), canvas.spinnerStep)
        frame.put(spans, in: inner)
        drawDecision(job, in: job.flatMap(rows.holding), canvas, BatchRow.fixed, inner, &frame)
        return
      }
      guard graph.steps.indices.contains(place.step) else { return }
      let job = rows.job(of: place)
      frame.put(step(place.step, of: graph, job, canvas, inner.width), in: inner)
    case .job, .section: return
    }
  }

  /// Returns the line of a graph. The name is truncated if the summary needs the space.
  private static func line(
    of graph: GraphRun, _ report: GraphReport?, _ pause: Lane.Pause?, _ mark: String,
    _ canvas: PanelCanvas, _ width: Int
  ) -> [Span] {
    let id = SafeText(" \(graph.id) ")
    let room = width - id.width - 3
    let forms = summaries(of: graph, report, pause, canvas, width)
    let summary = forms.first { columns($0) <= room - shortestName } ?? forms[forms.count - 1]
    let name = SafeText(graph.plan.name).fitted(to: max(shortestCut, room - columns(summary)))
    return [
      Span(SafeText(mark), Ink(.heading)), Span(id, Ink(.muted)), Span(name, Ink(.heading)),
      Span("  ", Ink(.text)),
    ] + summary
  }

  private static func columns(_ spans: [Span]) -> Int { spans.reduce(0) { $0 + $1.text.width } }

  /// Returns the variants of a graph's summary, longest first.
  private static func summaries(
    of graph: GraphRun, _ report: GraphReport?, _ pause: Lane.Pause?, _ canvas: PanelCanvas,
    _ width: Int
  ) -> [[Span]] {
    let ink = Ink(role(of: graph, pause))
    guard graph.isEnded else {
      return states(of: graph, pause, canvas, width).map { [Span(SafeText($0), ink)] }
    }
    let summary = graph.summary
    var counts: [Span] = []
    if summary.done > 0 || summary.failed == 0 {
      counts.append(Span(SafeText("✓ \(summary.done.grouped)"), Ink(.stateSucceeded)))
    }
    if summary.failed > 0 {
      let gap = counts.isEmpty ? "" : "  "
      counts.append(Span(SafeText("\(gap)✗ \(summary.failed.grouped)"), Ink(.stateFailed)))
    }
    let others = summary.otherEnds.map { "  " + $0 }.joined()
    if !others.isEmpty { counts.append(Span(SafeText(others), ink)) }
    // If there is too little space, these facts are left out from the right.
    var facts: [String] = []
    if let time = report?.time { facts.append("  in \(time.shown)") }
    if graph.rows != nil, let speed = report?.rate.flatMap(GraphReport.speed) {
      facts.append("  \(speed)")
    }
    if graph.rows != nil, let slow = report?.durations.percentile(0.95) {
      facts.append("  p95 \(slow.shown)")
    }
    return (0...facts.count).reversed().map { number in
      counts + facts.prefix(number).map { Span(SafeText($0), Ink(.muted)) }
    }
  }

  /// Returns the variants of the state of an unfinished graph, the longest first. A held graph
  /// names the key that releases it in all variants. A graph that waits in a paused lane says so.
  private static func states(
    of graph: GraphRun, _ pause: Lane.Pause?, _ canvas: PanelCanvas, _ width: Int
  ) -> [String] {
    let (long, short) = (graph.summary.text, graph.summary.shortText)
    let share = BatchRow.share(of: graph, width).map { "  \($0)" } ?? ""
    guard graph.instruction == .hold else {
      let failed = graph.summary.failed
      let brief =
        "\(graph.summary.done.grouped)/\(graph.plan.count.grouped)"
        + (failed > 0 ? " \(failed.grouped) failed" : "")
      guard let pause else { return [long + share, short + share, short, brief] }
      let (why, word) = (
        WaitText.words(.lanePaused(pause)), WaitText.shortWords(.lanePaused(pause))
      )
      return [
        long + share + " · " + why, short + share + " · " + why, short + " · " + why,
        short + " · " + word, brief + " · " + word, word,
      ]
    }
    let release = canvas.keys.label(of: .queue(.hold)).map { " · \($0) releases" } ?? ""
    return [
      long + share + " · held by you" + release, short + share + " held" + release,
      short + " held" + release, "held" + release,
    ]
  }

  /// Draws the decision about a held or interrupted row at the end of that row, if there is space.
  private static func drawDecision(
    _ job: Job?, in batch: GraphRun?, _ canvas: PanelCanvas, _ used: Int, _ row: Rect,
    _ frame: inout Frame
  ) {
    guard let job else { return }
    let choices = DecisionText.choices(job, in: batch, canvas.keys, at: canvas.now)
    guard let text = choices.first(where: { row.width - $0.width >= used }) else { return }
    let place = row.split(rightColumns: text.width + 2).right
    let role: Role = batch == nil ? job.state.word.role : .stateHeld
    frame.put("  " + text, in: place, ink: Ink(role))
  }

  /// The minimum number of columns for the name next to the long summary. With fewer columns, the
  /// short summary is shown.
  private static let shortestName = 9
  /// The minimum number of columns for the name next to the short summary.
  private static let shortestCut = 4

  private static func role(of graph: GraphRun, _ pause: Lane.Pause?) -> Role {
    if graph.summary.failed > 0 { return .stateFailed }
    if pause != nil || (graph.instruction == .hold && !graph.isEnded) { return .stateHeld }
    if !graph.isEnded { return .stateRunning }
    return graph.isStopped ? .stateCancelled : .stateSucceeded
  }

  private static func step(
    _ number: Int, of graph: GraphRun, _ job: Job?, _ canvas: PanelCanvas, _ width: Int
  ) -> [Span] {
    let standing = graph.steps[number]
    let branch = number == graph.steps.count - 1 ? "└" : "├"
    // The job's state is more precise than `running`: it shows whether the job waits for its lane
    // or for the user.
    let running = standing.state == .running ? job : nil
    let word = (running?.state.word.rawValue ?? standing.state.shown).padded(to: stateWidth)
    var spans = [
      Span(SafeText("  \(branch) "), Ink(.muted)),
      job.map { JobSign.span(of: $0, phase: canvas.spinnerStep) }
        ?? Span(SafeText(standing.state.sign), Ink(standing.state.role)),
      Span(SafeText(" " + word), Ink(running?.state.word.role ?? standing.state.role)),
      Span(SafeText(" " + graph.plan.steps[number].name), Ink(.text)),
    ]
    if let detail = detail(standing, graph) {
      spans.append(Span(SafeText("  " + detail), Ink(.muted)))
    }
    return spans
  }

  /// The width of the longest usual state of a job.
  static let stateWidth = 9

  private static func detail(_ standing: StepProgress, _ graph: GraphRun) -> String? {
    switch standing.state {
    case .skipped(let because) where graph.plan.steps.indices.contains(because):
      graph.reason(because)
    case .failed:
      standing.failure.map { "\($0.what) \($0.why)" } ?? standing.job.map { "#\($0)" }
    default: standing.job.map { "#\($0)" }
    }
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

extension GraphStep.State {
  /// The displayed name of the state, which is also that of the equivalent job state.
  fileprivate var shown: String {
    switch self {
    case .notRun: "not run"
    case .done: JobState.Word.succeeded.rawValue
    case .waiting, .running, .failed, .cancelled, .skipped: word
    }
  }

  fileprivate var role: Role {
    switch self {
    case .waiting: .stateWaiting
    case .running: .stateRunning
    case .done: .stateSucceeded
    case .failed: .stateFailed
    case .cancelled: .stateCancelled
    case .skipped, .notRun: .stateSkipped
    }
  }
}
