package import ClientDocuments
import ClientModel
package import ReadingValues

/// The filtering of one response by jq programs.
///
///     unfiltered ──begin──► typed … ──► shown ──stop──► unfiltered
///                             └─leave─► what was on show before
package struct FilterState: Equatable, Sendable {
  /// The shown filter; nil for the unfiltered body.
  package private(set) var shown: ShownFilter?
  /// The program that is being worked at, and how far it is.
  package private(set) var asked: String?
  package private(set) var progress: SearchProgress?
  /// The program that was requested last; empty for the unfiltered body.
  private var wanted = ""
  /// Why what was typed last is not on show.
  package internal(set) var problem: String?
  /// Keys for the end of what was typed last, and that text.
  package private(set) var completion: KeyCompletion?
  package private(set) var completed = ""
  private(set) var number = 0
  /// The generation that was promised to the last program.
  private(set) var generation = 0
  /// What was on show when the prompt was opened; nil while it is closed.
  private var before: String?
  /// What was on show before the program that was accepted last; nil once that shows.
  private var fallback: String?
  /// How soon jq shall run for what was asked.
  private var pace = FilterRun.Pace.atOnce
  /// What was on show before the body changed; it is put on again once the body is read.
  private var lost: String?
  /// Whether the program of the saved request was tried on this body.
  private var hasTriedSaved = false

  /// True while a program is being worked at.
  package var isWorking: Bool { asked != nil }

  /// Whether a filter is running or its result is shown.
  var isOn: Bool { isWorking || shown != nil }

  /// The shown program; empty for the unfiltered body.
  var text: String { shown?.text ?? "" }

  /// Why nothing can be filtered; nil when something can.
  func obstacle(_ reading: BodyReading, in tab: ResponseTab) -> Notice? {
    if reading.isArriving {
      return .cannot("The body is not complete.", "It is still arriving.", "Wait, or cancel it.")
    }
    if shown == nil, reading.facts?.reading?.work == .indexing {
      return .cannot(
        "The body is not read yet.", "Part of it is not indexed yet.", "Wait a moment.")
    }
    switch reading.facts?.kind {
    case .json, .jsonLines, .jsonSequence: return nil
    case let kind?:
      return .cannot(
        "This body cannot be filtered.", "Only JSON is; this is \(kind.word).",
        kind == .picture && tab == .tree ? "" : "Find a text in it.")
    case nil: return .cannot("Nothing to filter.", "No body is open.")
    }
  }

  // MARK: The prompt

  /// The prompt opens: what is typed there shows at once.
  mutating func begin() -> [Effect] {
    before = text
    clearRemarks()
    return [.ask(Prompt(FilterPrompt(), text: text))]
  }

  /// A prompt opens: nothing is known of its text.
  mutating func clearRemarks() { (problem, completion) = (nil, nil) }

  /// The prompt was left: what was on show before shows again.
  mutating func leave(_ panes: BodyPanes, _ view: DocumentView) -> [Effect] {
    let before = before ?? ""
    self.before = nil
    problem = nil
    return isWorking || before != text ? run(before, .atOnce, panes, view) : []
  }

  /// The prompt was accepted.
  mutating func accept(_ text: String, _ panes: BodyPanes, _ view: DocumentView) -> [Effect] {
    let before = before
    self.before = nil
    if asked == nil, problem == nil, self.text == Self.program(text) { return [] }
    let effects = run(text, .atOnce, panes, view)
    fallback = before
    return effects
  }

  // MARK: Running

  mutating func run(
    _ text: String, _ pace: FilterRun.Pace, _ panes: BodyPanes, _ view: DocumentView
  ) -> [Effect] {
    let stop: [Effect] = isWorking ? [.response(.stopFilter)] : []
    let program = Self.program(text)
    number += 1
    (problem, fallback, progress) = (nil, nil, nil)
    (self.pace, wanted) = (pace, program)
    asked = program == self.text ? nil : program
    guard isWorking else { return stop }
    generation = max(generation, panes.generation) + 1
    let order = FilterOrder(program, number: number, generation: generation)
    return stop + [panes.quietly(program.isEmpty ? .showUnfiltered(order) : .filter(order), view)]
  }

  /// Stops the running filter, or shows the unfiltered body again.
  mutating func stop(_ panes: BodyPanes, _ view: DocumentView) -> [Effect] {
    guard isWorking else { return run("", .atOnce, panes, view) }
    number += 1
    (asked, progress, wanted) = (nil, nil, text)
    return [.response(.stopFilter), .notify(Notice(.info, "The filter was stopped."))]
  }

  /// Reapplies the filter after the body was opened or has changed; the saved filter is applied once.
  mutating func runAgain(
    saved: String?, _ panes: BodyPanes, _ view: DocumentView
  ) -> [Effect] {
    if let lost {
      self.lost = nil
      return run(lost, .atOnce, panes, view)
    }
    guard !hasTriedSaved else { return [] }
    hasTriedSaved = true
    return saved.map { run($0, .atOnce, panes, view) } ?? []
  }

  /// `.` and an empty text mean the unfiltered body.
  private static func program(_ text: String) -> String {
    let rest = text.drop { $0.isWhitespace }
    let program = String(rest.reversed().drop { $0.isWhitespace }.reversed())
    return program == "." ? "" : program
  }

  // MARK: Events

  /// Takes what the reader reports of the newest filter, other than its result.
  mutating func take(
    _ standing: FilterUpdate.Standing, _ panes: BodyPanes, _ view: DocumentView
  ) -> [Effect] {
    switch standing {
    case .walking(let progress):
      self.progress = progress
      return [panes.quietly(.filterOn(number), view)]
    case .program(let progress):
      let pace = pace
      // Only the first jq run waits for a pause in typing; later chunks follow immediately.
      (self.progress, self.pace) = (progress, .atOnce)
      let request = panes.request(.filterOn(number), view)
      return [.response(.runFilter(FilterRun(number: number, pace: pace, request: request)))]
    case .refused(let why):
      (asked, progress, problem) = (nil, nil, why)
      guard before == nil else { return [] }
      let notice = Notice(
        .error, "The filter was not used.", why: why,
        whatToDo: "Filter again and take it from the history, to correct it.")
      // The preview shown during typing was not accepted: the filter from before the prompt is restored.
      return (fallback.map { run($0, .atOnce, panes, view) } ?? []) + [.notify(notice)]
    case .keys(let completion, let text):
      (self.completion, completed) = (completion, text)
      return []
    case .shown, .unfiltered: return []
    }
  }

  /// Shows the result of the filter of this number, or the unfiltered body. The result of an older filter ends
  /// nothing that is asked for the newest.
  mutating func show(_ shown: ShownFilter?, of number: Int) {
    self.shown = shown
    if number == self.number { (asked, progress, problem, fallback) = (nil, nil, nil, nil) }
  }

  /// Requests the wanted program again after the result of an older one was shown.
  mutating func goOn(_ panes: BodyPanes, _ view: DocumentView) -> [Effect] {
    let isSettled = isWorking || problem != nil || wanted == text
    return isSettled ? [] : run(wanted, .atOnce, panes, view)
  }

  /// Removes the filter because the body changed; it is applied again once the new body is read.
  mutating func lose() { if let shown { (lost, self.shown) = (shown.text, nil) } }

  /// Another body is on show.
  mutating func clear() {
    let number = number + 1
    self = FilterState()
    self.number = number
  }
}
