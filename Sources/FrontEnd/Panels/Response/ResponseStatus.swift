import ClientModel
import Terminal
import ViewModels

/// The first line of a response: the status, then facts such as its source, duration and size.
enum ResponseStatus {
  static func draw(
    _ model: ResponseModel, _ job: Job, _ canvas: PanelCanvas, in row: Rect, frame: inout Frame
  ) {
    let inner = row.inset(columns: 1)
    var groups: [[Span]] = []
    let isPolling = isPolling(job)
    if isPolling {
      groups = polling(model, job, canvas, width: inner.width)
    } else if let head = model.head {
      let words = words(of: model, head, width: inner.width)
      groups.append([Span(words, Ink(QueueRow.statusRole(head.status)).bold)])
    }
    if !isPolling, job.state.word != .succeeded || model.head == nil {
      groups.append([
        Span(SafeText(job.state.sentence(at: canvas.now)), Ink(job.state.word.role))
      ])
    }
    if let check = model.checks.tally { groups.append(CheckLines.tally(check)) }
    if let words = model.body.reading.text { groups.append([Span(SafeText(words), Ink(.muted))]) }
    groups += model.isRunning ? running(model, job, canvas) : facts(model)
    let dot = Span(" · ", Ink(.muted))
    var line = groups.first ?? []
    for group in groups.dropFirst() {
      // A fact that does not fit is left out, because a truncated number is misleading.
      guard width(of: line + [dot] + group) <= inner.width else { continue }
      line += [dot] + group
    }
    frame.put(line, in: inner)
  }

  /// Returns whether polling continues. While a poll is sent, the job is running.
  private static func isPolling(_ job: Job) -> Bool {
    switch job.state {
    case .polling: true
    case .running: job.isPolled
    default: false
    }
  }

  /// Returns the state of polling, and the status of the response with its role in the polling.
  private static func polling(
    _ model: ResponseModel, _ job: Job, _ canvas: PanelCanvas, width: Int
  ) -> [[Span]] {
    var status: [[Span]] = []
    if let head = model.head {
      let words = words(of: model, head, width: width)
      status = [
        [
          Span(SafeText(role(of: model.attempt, of: model) + " "), Ink(.muted)),
          Span(words, Ink(QueueRow.statusRole(head.status))),
        ]
      ]
    }
    let sign = JobSign.span(of: job, phase: canvas.spinnerStep)
    let start: SafeText = " polling · "
    let room = width - sign.text.width - start.width
    let shared = room - status.reduce(0) { $0 + 3 + Self.width(of: $1) }
    // The status is left out if it leaves no space for the next poll.
    let text = PollText.fitted(job, at: canvas.now, to: shared >= shortestPoll ? shared : room)
    let state = Ink(.statePolling)
    return [[sign, Span(text.isEmpty ? " polling" : start + text, state)]] + status
  }

  /// The minimum width of the text about polling next to the status.
  private static let shortestPoll = 9

  /// Returns the role of an attempt in the polling of its job.
  private static func role(of attempt: Attempt?, of model: ResponseModel) -> String {
    guard let attempt, let remote = model.job?.remote else { return "last poll" }
    if remote.asked == 0 || attempt.started < remote.accepted { return "accepted with" }
    return attempt.id == model.exchange.attempts.last?.id ? "last poll" : "earlier poll"
  }

  /// Returns the words for a status: the catalog's description of an error, or the server's reason
  /// phrase.
  private static func words(
    of model: ResponseModel, _ head: ResponseHead, width: Int
  ) -> SafeText {
    let words = head.status >= 400 ? model.statusWords ?? head.reason : head.reason
    guard !words.isEmpty else { return SafeText("\(head.status)") }
    return SafeText("\(head.status) \(words)").fitted(to: limit(width))
  }

  /// Returns the maximum width of the status, which leaves space for the facts. A longer
  /// description is shown in full below.
  private static func limit(_ width: Int) -> Int { max(20, width / 2) }

  /// Returns whether the line shows the catalog's full description of an error status.
  ///
  /// - Parameter width: The width of the panel.
  static func holds(_ words: String, of head: ResponseHead, width: Int) -> Bool {
    head.status >= 400 && SafeText("\(head.status) \(words)").width <= limit(width - 2)
  }

  private static func running(
    _ model: ResponseModel, _ job: Job, _ canvas: PanelCanvas
  ) -> [[Span]] {
    var groups: [[Span]] = []
    if let now = canvas.now {
      let elapsed = now.since(job.since)
      // Tenths are left out, because they change too quickly to be read.
      if elapsed >= .seconds(1) {
        groups.append(plain(Duration.seconds(elapsed.components.seconds).shown))
      }
    }
    guard let progress = model.exchange.progress else { return groups }
    if progress.sent > 0, progress.received == 0 {
      groups.append(plain("sent \(share(progress.sent, progress.toSend))"))
    } else if progress.received > 0 {
      groups.append(plain("received \(share(progress.received, progress.toReceive))"))
    }
    return groups
  }

  private static func share(_ done: ByteCount, _ all: ByteCount?) -> String {
    guard let all, all > 0 else { return "\(done)" }
    return "\(done) of \(all)"
  }

  private static func facts(_ model: ResponseModel) -> [[Span]] {
    guard let result = model.attempt?.result else { return [] }
    var groups: [[Span]] = []
    if let words = result.source.words {
      groups.append([Span(SafeText(words), Ink(.noticeInfo))])
    }
    if let total = result.timings.total { groups.append(plain(total.shown)) }
    if let job = model.job, job.remote != nil, job.state.word.isFinished, let span = job.span {
      groups.append(plain("\(span.shown) in total"))
    }
    if result.head != nil { groups.append(plain("\(model.storedBody.length)")) }
    if !model.pages.isEmpty { groups.append(plain("\(model.pages.count + 1) pages")) }
    if model.pages.isLoading { groups.append(plain("next page is loading")) }
    if let head = result.head { groups.append(plain(head.version.rawValue)) }
    if let type = result.head?.mediaType?.split(separator: ";").first {
      groups.append(plain(String(type)))
    }
    if let words = model.body.shownAs { groups.append([Span(SafeText(words), Ink(.noticeInfo))]) }
    return groups
  }

  private static func width(of spans: [Span]) -> Int { spans.reduce(0) { $0 + $1.text.width } }

  private static func plain(_ text: String) -> [Span] { [Span(SafeText(text), Ink(.text))] }
}
