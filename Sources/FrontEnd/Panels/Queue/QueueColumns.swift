import ClientModel
import Terminal
import ViewModels

/// How wide the columns of the job list are: the same for every row on screen.
struct QueueColumns {
  let id: Int
  let state: Int
  let method: Int
  /// Zero when there is no room.
  let result: Int
  /// Whether a row names its host; rows of one lane need not.
  let host: Host

  enum Host { case shown, dropped }

  /// The longest word of a state.
  private static let longestState = 11

  init(_ model: QueueModel, width: Int) {
    let jobs = model.visible.map(\.job)
    let longestID = jobs.map { $0.id.description.utf8.count }.max() ?? 1
    // "#12" and a space; at least two digits so that the column rarely moves.
    id = max(2, longestID) + 2
    // Two cells for the spinner before the word.
    state = Self.longestState + 3
    method = min(8, (jobs.map { SafeText($0.method.rawValue).width }.max() ?? 3) + 1)
    result = width >= 56 ? 20 : width >= 44 ? 10 : 0
    let lanes = Set(jobs.map(\.lane))
    host = lanes.count <= 1 || width < 44 ? .dropped : .shown
  }
}

/// One job in one row.
enum QueueRow {
  private static let spinner = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]

  static func draw(
    _ job: Job, _ progress: TransferProgress?, _ columns: QueueColumns, _ canvas: PanelCanvas,
    _ row: Rect, _ frame: inout Frame
  ) {
    let inner = Rect(x: row.x + 1, y: row.y, width: row.width - 2, height: 1)
    let (first, afterID) = inner.split(leftColumns: columns.id)
    frame.put(SafeText("#\(job.id)"), in: first, ink: Ink(.muted))
    let (second, afterState) = afterID.split(leftColumns: columns.state)
    drawState(job, canvas, second, &frame)
    let (third, rest) = afterState.split(leftColumns: columns.method)
    let methodPlace = Rect(x: third.x, y: third.y, width: third.width - 1, height: 1)
    frame.put(SafeText(job.method.rawValue), in: methodPlace, ink: Ink(job.method.role))
    let (target, result) = rest.split(rightColumns: columns.result)
    frame.put(
      address(job, columns.host),
      in: Rect(x: target.x, y: target.y, width: target.width - 1, height: 1), ink: Ink(.text))
    frame.put(Self.result(job, progress, columns.result), in: result, aligned: .right)
  }

  private static func drawState(
    _ job: Job, _ canvas: PanelCanvas, _ place: Rect, _ frame: inout Frame
  ) {
    let (mark, word) = place.split(leftColumns: 2)
    if job.state.word == .running {
      let glyph = spinner[(canvas.phase % spinner.count + spinner.count) % spinner.count]
      frame.put(SafeText(glyph), in: mark, ink: Ink(.spinner))
    }
    let text =
      job.state.word == .running && job.cancelRequested ? "stopping" : job.state.word.rawValue
    frame.put(SafeText(text), in: word, ink: Ink(job.state.word.role))
  }

  /// The URL without its scheme; without its host too when all rows share it.
  private static func address(_ job: Job, _ host: QueueColumns.Host) -> SafeText {
    var url = Substring(job.displayURL)
    if let scheme = url.range(of: "://") { url = url[scheme.upperBound...] }
    guard host == .dropped else { return SafeText(String(url)) }
    guard let path = url.firstIndex(where: { $0 == "/" || $0 == "?" }) else { return "/" }
    return SafeText(String(url[path...]))
  }

  private static func result(_ job: Job, _ progress: TransferProgress?, _ width: Int) -> [Span] {
    switch job.state {
    case .running: return progress.map { [Span(transfer($0), Ink(.stateRunning))] } ?? []
    case .waiting(.until), .held(.question), .held(.missingSecret):
      return [Span(SafeText(hint(job.state)), Ink(job.state.word.role))]
    default: break
    }
    var spans: [Span] = []
    if let status = job.status {
      spans.append(Span(SafeText("\(status)"), Ink(statusRole(status))))
    }
    if width >= 20, let size = job.bodyLength, job.status != nil {
      spans.append(Span(SafeText("  \(size)"), Ink(.muted)))
    }
    if let elapsed = job.elapsed {
      spans.append(Span(SafeText((spans.isEmpty ? "" : "  ") + elapsed.shown), Ink(.muted)))
    }
    return spans
  }

  private static func hint(_ state: JobState) -> String {
    switch state {
    case .held(.question): "asks you"
    case .held(.missingSecret): "no secret"
    default: "retry"
    }
  }

  private static func transfer(_ progress: TransferProgress) -> SafeText {
    if progress.received > 0 {
      return share("↓", progress.received, of: progress.toReceive)
    }
    return progress.sent > 0 ? share("↑", progress.sent, of: progress.toSend) : ""
  }

  private static func share(_ arrow: String, _ done: ByteCount, of all: ByteCount?) -> SafeText {
    guard let all, all > 0 else { return SafeText("\(arrow) \(done)") }
    let percent = min(100, Int(Double(done.bytes) / Double(all.bytes) * 100))
    return SafeText("\(arrow) \(done) \(percent)%")
  }

  /// The role of an HTTP status by its class.
  static func statusRole(_ status: Int) -> Role {
    switch status {
    case ..<300: .statusSuccess
    case ..<400: .statusRedirect
    case ..<500: .statusClientError
    default: .statusServerError
    }
  }
}
