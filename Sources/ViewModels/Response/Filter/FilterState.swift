package import ClientDocuments
import ClientModel
package import ReadingValues

/// The state of filtering a response with jq programs.
///
///     unfiltered ──begin──► typed … ──► shown ──stop──► unfiltered
///                             └─leave─► the state before the prompt
package struct FilterState: Equatable, Sendable {
  /// The displayed filter. Nil for the unfiltered body.
  package private(set) var shown: ShownFilter?
  /// The program whose result has not arrived yet. An empty string stands for the unfiltered body.
  /// Nil if no result is pending.
  package private(set) var asked: String?
  package private(set) var progress: SearchProgress?
  /// The last requested program. An empty string stands for the unfiltered body.
  private var wanted = ""
  /// The reason why the result of the typed program is not shown. Nil if no problem is known.
  package internal(set) var problem: String?
  /// The keys that can complete the last typed text.
  package private(set) var completion: KeyCompletion?
  package private(set) var completed = ""
  private(set) var number = 0
  /// The generation of the result of the last requested program.
  private(set) var generation = 0
  /// The displayed program when the prompt opened. Nil while no prompt is open.
  private var before: String?
  /// The program to display again if the accepted program fails. Nil after the result of the
  /// accepted program is shown.
  private var fallback: String?
  /// The start of jq for the requested program: at once, or after a pause in typing.
  private var pace = FilterRun.Timing.atOnce
  /// The displayed program before the body changed. The program is applied again when the new body
  /// is read.
  private var lost: String?
  /// Whether the filter of the saved request was already applied to this body.
  private var hasTriedSaved = false

  /// Whether a result is pending.
  package var isWorking: Bool { asked != nil }

  /// Whether a filter is running or its result is shown.
  package var isOn: Bool { isWorking || shown != nil }

  /// The displayed program. Empty for the unfiltered body.
  package var text: String { shown?.text ?? "" }

  /// Returns the reason why the body cannot be filtered. Returns nil if it can.
  func obstacle(_ reading: BodyReading, in tab: ResponseTab) -> Notice? {
    if reading.isArriving {
      return .cannot("The body is not complete.", "It is still arriving.", "Wait, or cancel it.")
    }
    if shown == nil, reading.facts?.reading?.work == .indexing {
      return .cannot(
        "The body cannot be filtered yet.", "Part of it has not been indexed.", "Wait a moment.")
    }
    switch reading.facts?.kind {
    case .json, .jsonLines, .jsonSequence: return nil
    case let kind?:
      return .cannot(
        "This body cannot be filtered.", "Only JSON can be filtered. This body is \(kind.word).",
        kind == .picture && tab == .tree ? "" : "Search it instead.")
    case nil: return .cannot("Nothing to filter.", "No body is open.")
    }
  }

  // MARK: The prompt

  /// Opens the prompt for a filter. The filter runs while the user types.
  mutating func begin() -> [Effect] {
    before = text
    clearRemarks()
    return [.ask(Prompt(FilterPrompt(), text: text))]
  }

  /// Clears the problem and the completion of an earlier text. Called when a prompt opens.
  mutating func clearRemarks() { (problem, completion) = (nil, nil) }

  /// Handles the cancellation of the prompt. Applies the program from before the prompt opened.
  mutating func leave(_ panes: BodyPanes, _ view: DocumentView) -> [Effect] {
    let before = before ?? ""
    self.before = nil
    problem = nil
    return isWorking || before != text ? run(before, .atOnce, panes, view) : []
  }

  /// Handles the accepted text of the prompt.
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
    _ text: String, _ pace: FilterRun.Timing, _ panes: BodyPanes, _ view: DocumentView
  ) -> [Effect] {
    let stop: [Effect] = isWorking ? [.response(.stopFilter)] : []
    let program = Self.program(text)
    number += 1
    (problem, fallback, progress) = (nil, nil, nil)
    (self.pace, wanted) = (pace, program)
    asked = program == self.text ? nil : program
    guard isWorking else { return stop }
    generation = max(generation, panes.generation) + 1
    let order = FilterRequest(program, number: number, generation: generation)
    return stop + [panes.quietly(program.isEmpty ? .showUnfiltered(order) : .filter(order), view)]
  }

  /// Stops the running filter. If no filter is running, shows the unfiltered body again.
  mutating func stop(_ panes: BodyPanes, _ view: DocumentView) -> [Effect] {
    guard isWorking else { return run("", .atOnce, panes, view) }
    number += 1
    (asked, progress, wanted) = (nil, nil, text)
    return [.response(.stopFilter), .notify(Notice(.info, "The filter was stopped."))]
  }

  /// Applies the filter from before the body changed. If there was none, applies the filter of the
  /// saved request once for each body.
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

  /// Returns the trimmed program. Returns an empty string for `.`, which stands for the unfiltered
  /// body.
  private static func program(_ text: String) -> String {
    let rest = text.drop { $0.isWhitespace }
    let program = String(rest.reversed().drop { $0.isWhitespace }.reversed())
    return program == "." ? "" : program
  }

  // MARK: Events

  /// Handles an update of the newest filter. `show` handles the result.
  mutating func take(
    _ standing: FilterUpdate.State, _ panes: BodyPanes, _ view: DocumentView
  ) -> [Effect] {
    switch standing {
    case .walking(let progress):
      self.progress = progress
      return [panes.quietly(.continueFilter(number), view)]
    case .program(let progress):
      let pace = pace
      // Only the first run of jq waits for a pause in typing. Later runs for further parts of the
      // body start at once.
      (self.progress, self.pace) = (progress, .atOnce)
      let request = panes.request(.continueFilter(number), view)
      return [.response(.runFilter(FilterRun(number: number, pace: pace, request: request)))]
    case .refused(let why):
      (asked, progress, problem) = (nil, nil, why)
      guard before == nil else { return [] }
      let notice = Notice(
        .error, "The filter was not used.", why: why,
        whatToDo: "Open the filter again and correct it from the history.")
      // The accepted program failed, so the filter from before the prompt is applied again.
      return (fallback.map { run($0, .atOnce, panes, view) } ?? []) + [.notify(notice)]
    case .keys(let completion, let text):
      (self.completion, completed) = (completion, text)
      return []
    case .shown, .unfiltered: return []
    }
  }

  /// Shows a filter result, or the unfiltered body. If the result belongs to an older filter, the
  /// newest filter stays requested.
  mutating func show(_ shown: ShownFilter?, of number: Int) {
    self.shown = shown
    if number == self.number { (asked, progress, problem, fallback) = (nil, nil, nil, nil) }
  }

  /// Requests the newest program again after an older result was shown. Does nothing if the newest
  /// program is running, has failed or is displayed.
  mutating func continueFilter(_ panes: BodyPanes, _ view: DocumentView) -> [Effect] {
    let isSettled = isWorking || problem != nil || wanted == text
    return isSettled ? [] : run(wanted, .atOnce, panes, view)
  }

  /// Removes the filter, because the body changed. The filter is applied again when the new body is
  /// read.
  mutating func lose() { if let shown { (lost, self.shown) = (shown.text, nil) } }

  /// Clears the filter. Called when another body is shown.
  mutating func clear() {
    let number = number + 1
    self = FilterState()
    self.number = number
  }
}
