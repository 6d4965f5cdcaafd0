import ClientModel
import Terminal
import ViewModels

/// A job in a row.
enum QueueRow {
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
    let (target, result) = rest.split(rightColumns: columns.result(of: job, in: rest.width))
    let place = Rect(x: target.x, y: target.y, width: target.width - 1, height: 1)
    let address =
      columns.host == .dropped ? JobAddress.path(of: job) : JobAddress.full(of: job)
    frame.put(ShortAddress.keepingEnd(address, in: place.width), in: place, ink: Ink(.text))
    drawFailedCheck(of: job, behind: address.width, in: place, &frame)
    drawResult(job, progress, canvas.now, in: result, &frame)
  }

  /// Draws the failed assertion after the address, if there is room for text.
  private static func drawFailedCheck(
    of job: Job, behind width: Int, in place: Rect, _ frame: inout Frame
  ) {
    guard job.state.word.isFinished, let check = job.check, check.failed > 0 else { return }
    let (_, rest) = place.split(leftColumns: min(place.width, width + 2))
    guard rest.width >= 12 else { return }
    frame.put(SafeText(check.first ?? check.text), in: rest, ink: Ink(.noticeError))
  }

  private static func drawState(
    _ job: Job, _ canvas: PanelCanvas, _ place: Rect, _ frame: inout Frame
  ) {
    let (mark, word) = place.split(leftColumns: 2)
    frame.put([JobSign.span(of: job, phase: canvas.spinnerStep)], in: mark)
    let isStopping = job.state.word == .running && job.cancelRequested
    // While a poll is being sent, the row still shows `polling`, because the server is still
    // working on the job.
    let state = job.isPolled && job.state.word == .running ? .polling : job.state.word
    frame.put(
      SafeText(isStopping ? "stopping" : state.rawValue), in: word, ink: Ink(state.role))
  }

  /// Draws the result or the progress of the job; a narrow column shows less.
  private static func drawResult(
    _ job: Job, _ progress: TransferProgress?, _ now: Timestamp?, in place: Rect,
    _ frame: inout Frame
  ) {
    switch job.state {
    case .polling,
      .running where job.isPolled:
      frame.put(
        standing(job, now, place.width), in: place, ink: Ink(.statePolling), aligned: .right)
    case .running:
      frame.put(
        running(since: job.since, progress, now, place.width), in: place, ink: Ink(.stateRunning),
        aligned: .right)
    case .waiting(.until), .held(.question), .held(.missingSecret):
      frame.put(
        SafeText(place.width < 10 ? "" : hint(job.state)), in: place,
        ink: Ink(job.state.word.role), aligned: .right)
    default: drawEnd(job, in: place, &frame)
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

  /// Returns the server's status word and the time of the next poll. If there is room, the text
  /// includes the duration of the work and the number of polls.
  private static func standing(_ job: Job, _ now: Timestamp?, _ width: Int) -> SafeText {
    let word = SafeText(job.remote?.word ?? "")
    var next = SafeText("")
    switch job.state {
    case .polling(_, nil): next = "paused"
    case .polling(_, let time?):
      if let now {
        next = SafeText("\(max(0, (time.milliseconds - now.milliseconds + 999) / 1000)) s")
      }
    default: next = "asked"
    }
    if let remote = job.remote, let now {
      let age = max(0, now.since(remote.accepted).components.seconds)
      let parts = [
        word, SafeText(Duration.seconds(age).briefInSeconds), SafeText("\(remote.asked)×"), next,
      ]
      let shown = parts.filter { $0.width > 0 }
      let text = shown.dropFirst().reduce(shown.first ?? "") { $0 + " · " + $1 }
      if text.width <= width { return text }
    }
    if width < next.width + 4 || word.width == 0 { return width < next.width ? "" : next }
    let room = width - next.width - 3
    return (word.width > room ? word.fittedInMiddle(to: room) : word) + " · " + next
  }

  /// Returns the transferred amount and, after the first second, the running time. If there is not
  /// enough room for both, only the amount is returned.
  private static func running(
    since start: Timestamp, _ progress: TransferProgress?, _ now: Timestamp?, _ width: Int
  ) -> SafeText {
    let moved = progress.map { transfer($0, width) } ?? ""
    let seconds = now.map { max(0, $0.since(start).components.seconds) } ?? 0
    guard seconds > 0 else { return moved }
    let time = SafeText(Duration.seconds(seconds).briefInSeconds)
    guard moved.width > 0 else { return time.width <= width ? time : "" }
    let both = moved + " · " + time
    return both.width <= width ? both : moved
  }

  private static func hint(_ state: JobState) -> String {
    switch state {
    case .held(.question): "asks you"
    case .held(.missingSecret): "no secret"
    default: "retry"
    }
  }

  private static func transfer(_ progress: TransferProgress, _ width: Int) -> SafeText {
    if progress.received > 0 {
      return share("↓", progress.received, of: progress.toReceive, width)
    }
    // A complete upload does not end the job. "100%" would suggest that the job is complete while
    // the server is still working.
    if let all = progress.toSend, all > 0, progress.sent >= all { return "sent" }
    return progress.sent > 0 ? share("↑", progress.sent, of: progress.toSend, width) : ""
  }

  private static func share(
    _ arrow: String, _ done: ByteCount, of all: ByteCount?, _ width: Int
  ) -> SafeText {
    let percent = all.flatMap { all in
      all > 0 ? "\(min(100, Int(Double(done.bytes) / Double(all.bytes) * 100)))%" : nil
    }
    if width < 10 { return SafeText(percent ?? arrow) }
    let text = "\(arrow) \(done)"
    return SafeText(
      width < 16
        ? percent.map { "\(arrow) \($0)" } ?? text : text + (percent.map { " \($0)" } ?? ""))
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
