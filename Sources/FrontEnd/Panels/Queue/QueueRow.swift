import ClientModel
import Terminal
import ViewModels

/// The row of a job.
///
/// It shows the number, the sign, the method and the name or path, then the start, the progress or
/// the result.
enum QueueRow {
  static func draw(
    _ job: Job, in batch: GraphRun?, of workspace: String, _ progress: TransferProgress?,
    _ columns: QueueColumns, _ canvas: PanelCanvas, _ row: Rect, _ frame: inout Frame
  ) {
    let inner = Rect(
      x: row.x + columns.indent, y: row.y, width: row.width - columns.indent - 1, height: 1)
    let (first, afterID) = inner.split(leftColumns: columns.id)
    frame.put(SafeText("#\(job.id)"), in: first, ink: Ink(.muted))
    let (second, afterSign) = afterID.split(leftColumns: QueueColumns.sign)
    let sign = batch == nil ? JobSign.span(of: job, phase: canvas.spinnerStep) : JobSign.held
    frame.put([sign], in: second)
    let (third, afterMethod) = afterSign.split(leftColumns: columns.method)
    let (fourth, rest) = afterMethod.split(leftColumns: columns.workspace)
    if columns.workspace > 0 {
      let place = Rect(x: fourth.x, y: fourth.y, width: fourth.width - 1, height: 1)
      frame.put(SafeText(workspace).fitted(to: place.width), in: place, ink: Ink(.muted))
    }
    if columns.method > 0 {
      let methodPlace = Rect(x: third.x, y: third.y, width: third.width - 1, height: 1)
      frame.put(SafeText(job.method.rawValue), in: methodPlace, ink: Ink(job.method.role))
    }
    let decision = decision(job, in: batch, canvas, in: rest.width)
    let width = rightWidth(job, progress, decision, columns, in: rest.width)
    let (target, right) = rest.split(rightColumns: width)
    let place = Rect(x: target.x, y: target.y, width: target.width - 1, height: 1)
    let title = title(of: job, columns, in: place.width)
    frame.put(ShortAddress.keepingEnd(title, in: place.width), in: place, ink: Ink(.text))
    drawFailure(of: job, behind: title.width, in: place, &frame)
    if let decision {
      let role = batch == nil ? job.state.word.role : .stateHeld
      frame.put(decision, in: right, ink: Ink(role), aligned: .right)
    } else {
      drawRight(job, progress, columns, canvas.now, in: right, &frame)
    }
  }

  /// Returns the name of the saved request, or the method and the path if there is no name.
  ///
  /// The method is left out if it has its own column or the path needs the space. The host is
  /// included if it is not the most frequent host.
  private static func title(
    of job: Job, _ columns: QueueColumns, in width: Int
  ) -> SafeText {
    if let name = job.name, !name.isEmpty { return SafeText(name) }
    let path = JobAddress.path(of: job)
    let full = JobAddress.full(of: job)
    let showsHost = JobAddress.host(of: job) != columns.mainHost && full.width <= width
    let address = showsHost ? full : path
    let method = SafeText(columns.method == 0 ? job.method.rawValue + " " : "")
    return method.width + address.width <= width ? method + address : address
  }

  /// Returns the width of the title without the method and the host.
  static func shortTitleWidth(of job: Job) -> Int {
    guard let name = job.name, !name.isEmpty else { return JobAddress.path(of: job).width }
    return SafeText(name).width
  }

  /// Returns the longest text about the user's decision that fits, or nil if no decision is needed.
  private static func decision(
    _ job: Job, in batch: GraphRun?, _ canvas: PanelCanvas, in width: Int
  ) -> SafeText? {
    let choices = DecisionText.choices(job, in: batch, canvas.keys, at: canvas.now)
    return choices.first { width - $0.width >= QueueColumns.leastPath } ?? choices.last
  }

  private static func rightWidth(
    _ job: Job, _ progress: TransferProgress?, _ decision: SafeText?, _ columns: QueueColumns,
    in width: Int
  ) -> Int {
    if let decision { return decision.width }
    switch job.state {
    case .waiting: return columns.wait.width
    case .running where !job.isPolled: return TransferText.width(of: progress, in: width)
    case .held, .running, .polling, .succeeded, .failed, .cancelled, .skipped, .interrupted:
      return columns.result(of: job, in: width)
    }
  }

  /// Draws the failed assertion or the failure after the address, if there is space.
  private static func drawFailure(
    of job: Job, behind width: Int, in place: Rect, _ frame: inout Frame
  ) {
    var text = ""
    if job.state.word.isFinished, let check = job.check, check.failed > 0 {
      text = check.first ?? check.text
    } else if case .failed(let failure) = job.state, job.status == nil {
      // The reason is more useful than the failed action, which only repeats the server.
      text = failure.why.isEmpty ? failure.what : failure.why
    }
    let (_, rest) = place.split(leftColumns: min(place.width, width + 2))
    guard rest.width >= 12 else { return }
    frame.put(SafeText(text).fitted(to: rest.width), in: rest, ink: Ink(.noticeError))
  }

  private static func drawRight(
    _ job: Job, _ progress: TransferProgress?, _ columns: QueueColumns, _ now: Timestamp?,
    in place: Rect, _ frame: inout Frame
  ) {
    switch job.state {
    case .polling,
      .running where job.isPolled:
      frame.put(
        PollText.fitted(job, at: now, to: place.width), in: place, ink: Ink(.statePolling),
        aligned: .right)
    case .running: TransferText.draw(job, progress, at: now, in: place, &frame)
    case .waiting: drawWait(job, columns.wait, in: place, &frame)
    case .cancelled:
      let text = SafeText(place.width >= QueueColumns.cancelledWidth ? "cancelled" : "")
      frame.put(text, in: place, ink: Ink(.stateCancelled), aligned: .right)
    case .skipped(let other):
      let text = SafeText(place.width >= QueueColumns.skippedWidth ? "after #\(other)" : "")
      frame.put(text, in: place, ink: Ink(.stateSkipped), aligned: .right)
    case .succeeded, .failed, .held, .interrupted: drawEnd(job, in: place, &frame)
    }
  }

  private static func drawWait(
    _ job: Job, _ wait: QueueColumns.Wait, in area: Rect, _ frame: inout Frame
  ) {
    guard let text = wait.texts[job.id] else { return }
    let role = job.state.word.role
    let reason = wait.isShort ? text.shortReason : text.reason
    let parts: [(SafeText, Int, Alignment)] = [
      (text.position, wait.position, .left), (text.start, wait.start, .right),
      (reason, wait.reason, .left),
    ]
    var rest = area
    for (part, width, alignment) in parts where width > 0 {
      rest = rest.split(leftColumns: wait.gap).right
      let (place, right) = rest.split(leftColumns: width)
      frame.put(part, in: place, ink: Ink(role), aligned: alignment)
      rest = right
    }
  }

  private static func drawEnd(_ job: Job, in place: Rect, _ frame: inout Frame) {
    let hasSize = place.width >= QueueColumns.fullResult
    let hasTime = place.width >= QueueColumns.timeWidth
    let (left, times) = place.split(rightColumns: hasTime ? QueueColumns.timeWidth : 0)
    let (first, sizes) = left.split(rightColumns: hasSize ? QueueColumns.sizeWidth : 0)
    if let status = job.status {
      frame.put(SafeText("\(status)"), in: first, ink: Ink(statusRole(status)), aligned: .right)
      if let size = job.bodyLength {
        frame.put(SafeText("\(size)"), in: sizes, ink: Ink(.muted), aligned: .right)
      }
    }
    if let span = job.span {
      frame.put(SafeText(span.brief), in: times, ink: Ink(.muted), aligned: .right)
    }
  }

  /// Returns the role for the class of an HTTP status.
  static func statusRole(_ status: Int) -> Role {
    switch status {
    case ..<300: .statusSuccess
    case ..<400: .statusRedirect
    case ..<500: .statusClientError
    default: .statusServerError
    }
  }
}
