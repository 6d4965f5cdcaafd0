import ClientModel
import Terminal
import ViewModels

/// Functions that draw a response inside its border: the status, the tabs and the content of the
/// current tab.
enum ResponsePanel {
  /// Returns the number of rows for the content of the current tab. `size` is the inner size of the
  /// panel.
  static func page(of model: ResponseModel, size: Size) -> Int {
    let room = size.height - headRows(of: model, size)
    let area = Size(width: size.width, height: max(0, room))
    return max(1, room - (model.job == nil ? 0 : RowDetails.height(model, area)))
  }

  /// Returns the area for a picture, below the line that describes the picture.
  static func pictureRoom(of model: ResponseModel, size: Size) -> PictureArea {
    PictureArea(
      columns: size.width - 2,
      rows: size.height - headRows(of: model, size) - PictureLines.headRows)
  }

  static func name(of job: Job) -> SafeText {
    if let name = job.name, !name.isEmpty { return SafeText("#\(job.id) \(name)") }
    return SafeText("#\(job.id) \(job.method.rawValue) ") + JobAddress.path(of: job)
  }

  static func draw(
    _ model: ResponseModel, waiting: [String] = [], _ canvas: PanelCanvas, in frame: inout Frame
  ) {
    guard let job = model.job else { return drawEmpty(model, canvas, &frame) }
    let (head, rest) = canvas.area.split(topRows: headRows(of: model, canvas.area.size))
    ResponseStatus.draw(model, job, canvas, in: head.row(0), frame: &frame)
    drawTabs(model, canvas.isFocused, head.row(1).inset(columns: 1), &frame)
    drawNotes(notes(of: model, canvas.area.width), isTable(model) ? 1 : 0, head, &frame)
    if isTable(model), head.height > 2 {
      TableLines(model.pane, width: head.width - 2)?
        .drawHead(in: head.row(head.height - 1).inset(columns: 1), frame: &frame)
    }
    let (list, details) = rest.split(bottomRows: RowDetails.height(model, rest.size))
    RowDetails.draw(model, in: details, list: rest.size, frame: &frame)
    switch model.tab {
    case .tree where model.body.showsPicture:
      PictureLines.draw(model, in: rest.inset(columns: 1), frame: &frame)
    case .tree, .raw:
      if model.body.isOpen {
        DocumentRows.draw(model, canvas, in: rest, frame: &frame)
      } else {
        drawWords(model, job, waiting, canvas, rest, &frame)
      }
    case .headers: HeaderLines.draw(model, canvas, in: list, frame: &frame)
    case .timing: TimingLines.draw(model, canvas, in: list, frame: &frame)
    case .attempts: AttemptLines.draw(model, canvas, in: list, frame: &frame)
    case .wire: WireLines.draw(model, canvas, in: list, frame: &frame)
    case .view: ViewLines.draw(model, canvas, in: list, frame: &frame)
    case .compare: CompareLines.draw(model, canvas, in: list, frame: &frame)
    case .checks: CheckLines.draw(model, canvas, in: list, frame: &frame)
    case .topics: TopicLines.draw(model, canvas, in: list, frame: &frame)
    }
  }

  /// Returns the target at a point. The point is relative to the inner corner of the panel.
  static func target(at point: Point, of model: ResponseModel, size: Size) -> Pointing? {
    guard model.job != nil else { return nil }
    let head = headRows(of: model, size)
    if point.y == 1, head > 1 {
      return switch tabs(model, size.width - 2).target(at: point.x - 1) {
      case .tab(let index): .responseTab(model.tabs[index].rawValue)
      case .all: .allTabs(.response)
      case nil: nil
      }
    }
    guard point.y >= head, point.y < head + page(of: model, size: size) else { return nil }
    let row =
      point.y - head + (model.body.showsBody ? model.pane.list : model.list(of: model.tab)).top
    return row < model.lineCount ? .responseRow(row) : nil
  }

  // MARK: The head

  private static func headRows(of model: ResponseModel, _ size: Size) -> Int {
    if model.job == nil || size.height < 3 { return min(1, size.height) }
    let rows = 2 + noteRows(of: model, size)
    return isTable(model) && size.height > rows + 1 ? rows + 1 : rows
  }

  /// Returns the number of rows for the notes. If there is space, a note may have two lines,
  /// because the position of an error is at the end of its note.
  private static func noteRows(of model: ResponseModel, _ size: Size) -> Int {
    let notes = notes(of: model, size.width)
    guard !notes.isEmpty, size.height >= 5 else { return 0 }
    guard size.height >= 10 else { return 1 }
    guard notes.count < 3 else { return min(notes.count, max(2, size.height / 3)) }
    let lines = notes.map { Paragraph.lines(of: $0.text, width: size.width - 2).count }
    return min(2, lines.reduce(0, +))
  }

  /// Returns whether the column titles of a table are shown above the rows.
  private static func isTable(_ model: ResponseModel) -> Bool {
    model.body.showsBody && model.body.isOpen && model.pane.table != nil
  }

  /// Returns the notes above the content: the catalog's description of the status, the problem of
  /// the body, the first failed assertion, and the state of accepted work. The description is left
  /// out if the status line shows it in full.
  private static func notes(of model: ResponseModel, _ width: Int) -> [Span] {
    let body = FilterLine.note(of: model).map { [$0] } ?? bodyNotes(of: model)
    var notes = body + [CheckLines.note(of: model)].compactMap { $0 }
    if let words = model.statusWords, let head = model.head,
      !ResponseStatus.holds(words, of: head, width: width)
    {
      notes.insert(Span(SafeText(words), Ink(.muted)), at: 0)
    }
    if model.awaitsPolling {
      notes.append(
        Span("The server accepted the work. Poll its status for the result.", Ink(.noticeInfo)))
    }
    return notes
  }

  /// Draws the notes.
  ///
  /// - Parameter below: The number of rows at the bottom of the head that are already in use.
  private static func drawNotes(_ notes: [Span], _ below: Int, _ head: Rect, _ frame: inout Frame) {
    let area = head.split(topRows: 2).bottom.split(topRows: max(0, head.height - 2 - below)).top
      .inset(columns: 1)
    guard notes.count > 1 else {
      Paragraph.draw(notes, in: area, frame: &frame)
      return
    }
    for (row, note) in notes.prefix(area.height).enumerated() {
      frame.put(note.text, in: area.row(row), ink: note.ink)
    }
  }

  /// Returns a note with the names of commands. The height of the notes must not depend on keys.
  private static func note(_ text: String) -> SafeText {
    SafeText(KeyMention.resolved(text) { _ in nil })
  }

  private static func bodyNotes(of model: ResponseModel) -> [Span] {
    guard model.body.showsBody, model.body.isOpen, let job = model.job else { return [] }
    let ink = Ink(job.state.word.role)
    switch job.state {
    case .failed(let failure) where failure.isStatedByResponse: break
    case .failed(let failure) where failure.kind == .serviceFailure && failure.errors.count < 2:
      // The titles above already name the request, so `what` is left out.
      return [Span(note(Notice.sentences(failure.why, failure.advice)), ink)]
    case .failed(let failure) where !failure.errorLines.isEmpty:
      let count = failure.errors.count
      let lines = ["\(failure.what) It reports \(count) errors:"] + failure.errorLines
      return lines.map { Span(SafeText($0), ink) }
    case .failed, .interrupted, .held(.question):
      return [Span(note(job.advice.joined(separator: " ")), ink)]
    case .cancelled:
      // The body is incomplete because the user cancelled the request, so this is not an error.
      return [Span("It was cancelled: only this part of the body was received.", Ink(.muted))]
    default: break
    }
    return model.facts?.fault.map { [Span(SafeText($0), Ink(.noticeWarning))] } ?? []
  }

  private static func tabs(_ model: ResponseModel, _ width: Int) -> TabStrip {
    TabStrip(
      model.tabs.map { TabStrip.Tab(SafeText($0.title)) },
      active: model.tabs.firstIndex(of: model.tab) ?? 0, width: width)
  }

  private static func drawTabs(
    _ model: ResponseModel, _ isFocused: Bool, _ row: Rect, _ frame: inout Frame
  ) {
    var spans = tabs(model, row.width).spans(isFocused: isFocused)
    if model.tab == .raw, model.facts?.canBeLaidOut == true {
      let words = model.body.raw.layout == .pretty ? "laid out" : "as received"
      let note = SafeText("  (\(words))")
      let width = spans.reduce(note.width) { $0 + $1.text.width }
      if width <= row.width { spans.append(Span(note, Ink(.muted))) }
    }
    if model.body.view == .wrapped {
      let note = SafeText("  (wrapped)")
      if spans.reduce(note.width, { $0 + $1.text.width }) <= row.width {
        spans.append(Span(note, Ink(.muted)))
      }
    }
    if let words = model.body.viewerWords {
      let note = SafeText("  (\(words))")
      if spans.reduce(note.width, { $0 + $1.text.width }) <= row.width {
        spans.append(Span(note, Ink(.muted)))
      }
    }
    frame.put(spans, in: row)
  }

  // MARK: Text instead of a body

  private static func drawEmpty(
    _ model: ResponseModel, _ canvas: PanelCanvas, _ frame: inout Frame
  ) {
    let show = canvas.keys.label(of: .queue(.show)) ?? "enter"
    let lines =
      model.exchange.opened.map { ["Reading job \($0)…"] } ?? [
        "No response yet.",
        "Send a request, or press \(show) on a job of the queue to see it here.",
      ]
    Paragraph.draw(
      lines.map { Span(SafeText($0), Ink(.placeholder)) },
      in: canvas.area.inset(columns: 1), frame: &frame)
  }

  private static func drawWords(
    _ model: ResponseModel, _ job: Job, _ waiting: [String], _ canvas: PanelCanvas, _ area: Rect,
    _ frame: inout Frame
  ) {
    var spans: [Span] = []
    switch job.state {
    case .succeeded:
      let isBodiless = model.attempt?.result != nil
      let words =
        isBodiless
        ? "The response has no body. See the other tabs." : "The response is being read…"
      spans = [Span(SafeText(words), Ink(.placeholder))]
    case .running:
      let hasBegun = model.head != nil || (model.exchange.progress?.received ?? 0) > 0
      let words =
        hasBegun ? "The response is arriving…" : "No part of the response has arrived yet."
      spans = [Span(SafeText(words), Ink(.placeholder))]
    default:
      // The state is already shown above the tabs.
      let lines = waiting.isEmpty || model.attempt != nil ? advice(model, job) : waiting
      spans = lines.map { Span(canvas.keys.text($0), Ink(.text)) }
      spans += keys(for: job.state, canvas.keys)
    }
    Paragraph.draw(spans, in: area.inset(columns: 1), frame: &frame)
  }

  /// Returns the advice for the job's state, which includes the last failure while the job waits
  /// for a retry.
  private static func advice(_ model: ResponseModel, _ job: Job) -> [String] {
    guard case .waiting(.until) = job.state, case .failed(let failure)? = model.attempt?.result?.end
    else { return job.advice }
    return ([failure.what, failure.why] + failure.errorLines + [failure.advice])
      .filter { !$0.isEmpty }
      + ["The next attempt starts automatically."]
  }

  /// Returns the keys of the queue for the user's decision.
  private static func keys(for state: JobState, _ keys: Keymap) -> [Span] {
    let choices: [(QueueCommand, String)] =
      switch state {
      case .interrupted: [(.retry, "retry"), (.resolve, "mark as done"), (.cancel, "cancel")]
      case .polling:
        [(.pollNow, "poll now"), (.hold, "pause polling"), (.cancelAtServer, "stop it there")]
      case .held(.question): [(.hold, "yes, continue"), (.cancel, "no, stop")]
      case .held: [(.hold, "release"), (.cancel, "cancel")]
      case .waiting(.until): [(.retry, "send at once"), (.cancel, "cancel")]
      case .waiting: [(.hold, "hold"), (.cancel, "cancel")]
      case .failed, .cancelled, .skipped: [(.retry, "retry"), (.runAgain, "run again")]
      default: []
      }
    let words = choices.compactMap { command, word in
      keys.label(of: .queue(command)).map { "\($0) \(word)" }
    }
    guard !words.isEmpty else { return [] }
    return [Span(SafeText("In the queue: " + words.joined(separator: " · ")), Ink(.hintText))]
  }
}

/// The full text of the selected row, shown below the list if the row is truncated.
enum RowDetails {
  /// Returns the number of rows for the text, including the line above it.
  static func height(_ model: ResponseModel, _ size: Size) -> Int {
    let count = lines(model, size).count
    guard count > 0, size.height >= 4 else { return 0 }
    // The list keeps at least half of the rows, or as many as it has lines.
    return min(count + 1, max(size.height / 2, size.height - model.lineCount))
  }

  static func draw(_ model: ResponseModel, in area: Rect, list: Size, frame: inout Frame) {
    guard !area.isEmpty else { return }
    frame.fill(area.row(0), ink: Ink(.border), with: "─")
    let lines = lines(model, list)
    for line in 0..<min(lines.count, area.height - 1) {
      let isCut = line == area.height - 2 && lines.count > area.height - 1
      frame.put(
        isCut ? lines[line] + "…" : lines[line], in: area.row(line + 1).inset(columns: 1),
        ink: Ink(.text))
    }
  }

  private static func lines(_ model: ResponseModel, _ size: Size) -> [SafeText] {
    switch model.tab {
    case .attempts: AttemptLines.details(model, width: size.width - 2)
    case .view: ViewLines.details(model, width: size.width - 2)
    case .wire: WireLines.details(model, width: size.width - 2)
    case .compare: CompareLines.details(model, width: size.width - 2)
    case .checks: CheckLines.details(model, width: size.width - 2)
    case .headers: HeaderLines.details(model, width: size.width - 2)
    case .tree, .raw, .timing, .topics: []
    }
  }
}
