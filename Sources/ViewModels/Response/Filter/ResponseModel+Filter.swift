import ClientDocuments
import ClientModel

/// Seeing the body through a jq program.
extension ResponseModel {
  /// Why nothing can be filtered; nil when something can.
  var filterObstacle: Notice? {
    guard job != nil else {
      return .cannot("No response is open.", "Nothing was sent yet.", "Send a request first.")
    }
    if source?.isArriving == true {
      return .cannot("The body is not complete.", "It is still arriving.", "Wait, or cancel it.")
    }
    if filter.shown == nil, facts?.reading?.work == .indexing {
      return .cannot(
        "The body is not read yet.", "Part of it is not indexed yet.", "Wait a moment.")
    }
    switch facts?.kind {
    case .json, .jsonLines, .jsonSequence: return nil
    case .xml, .html, .table, .form, .multipart, .events, .picture, .text, .binary:
      return .cannot(
        "This body cannot be filtered.", "Only JSON is; this is \(facts?.kind.word ?? "").",
        showsPicture ? "" : "Find a text in it.")
    case nil: return .cannot("Nothing to filter.", "No body is open.")
    }
  }

  /// The program on show; empty for the whole body.
  package var filterText: String { filter.shown?.text ?? "" }

  /// The prompt opens: what is typed there shows at once.
  mutating func beginFilter() -> [Effect] {
    if !showsBody { (tab, wishedTab) = (.tree, .tree) }
    filter.before = filterText
    filter.problem = nil
    filter.completion = nil
    return [.ask(.filter, text: filterText)]
  }

  /// The program as it stands while it is typed.
  ///
  /// - Parameter head: The text before the cursor; key completions are looked up for its end.
  mutating func typed(filter text: String, head: String) -> [Effect] {
    run(text, .resting) + [quietly(.complete(head, number: filter.number))]
  }

  /// The prompt was left: what was on show before shows again.
  mutating func leaveFilter() -> [Effect] {
    let before = filter.before ?? ""
    filter.before = nil
    filter.problem = nil
    return filter.isWorking || before != filterText ? run(before, .atOnce) : []
  }

  /// The prompt was accepted.
  mutating func accept(filter text: String) -> [Effect] {
    let before = filter.before
    filter.before = nil
    let isShown = filter.asked == nil && filter.problem == nil && filterText == Self.program(text)
    guard !isShown else { return [] }
    let effects = run(text, .atOnce)
    filter.fallback = before
    return effects
  }

  /// Stops the running filter, or shows the whole body again.
  package mutating func leaveFiltered() -> [Effect] {
    if filter.isWorking {
      filter.number += 1
      (filter.asked, filter.progress, filter.wanted) = (nil, nil, filterText)
      return [.response(.stopFilter), .notify(Notice(.info, "The filter was stopped."))]
    }
    return run("", .atOnce)
  }

  /// Whether a filter is running or its result is shown.
  package var isFiltered: Bool { filter.isWorking || filter.shown != nil }

  /// `.` and nothing are the whole body.
  private static func program(_ text: String) -> String {
    let rest = text.drop { $0.isWhitespace }
    let program = String(rest.reversed().drop { $0.isWhitespace }.reversed())
    return program == "." ? "" : program
  }

  mutating func run(_ text: String, _ pace: FilterRun.Pace) -> [Effect] {
    let program = Self.program(text)
    filter.number += 1
    filter.problem = nil
    filter.fallback = nil
    filter.pace = pace
    filter.wanted = program
    let isOnShow = program == filterText
    let stop: [Effect] = filter.isWorking ? [.response(.stopFilter)] : []
    (filter.asked, filter.progress) = (isOnShow ? nil : program, nil)
    if isOnShow { return stop }
    filter.generation = max(filter.generation, generation) + 1
    let order = FilterOrder(program, number: filter.number, generation: filter.generation)
    return stop + [quietly(program.isEmpty ? .showWhole(order) : .filter(order))]
  }

  /// Takes what the controller reports of a filter.
  mutating func take(_ news: DocumentNews, _ told: FilterNews) -> [Effect] {
    guard told.number == filter.number else { return takeLate(news, told) }
    switch told.standing {
    case .walking(let progress):
      filter.progress = progress
      return [quietly(.filterOn(told.number))]
    case .program(let progress):
      filter.progress = progress
      let pace = filter.pace
      // Only the first jq run waits for a pause in typing; later chunks follow immediately.
      filter.pace = .atOnce
      let request = request(.filterOn(told.number))
      return [
        .response(.runFilter(FilterRun(number: told.number, pace: pace, request: request)))
      ]
    case .shown(let shown, let facts): return show(shown, facts, news)
    case .whole(let facts): return show(nil, facts, news)
    case .refused(let why):
      (filter.asked, filter.progress) = (nil, nil)
      filter.problem = why
      guard filter.before == nil else { return [] }
      let notice = Notice(
        .error, "The filter was not used.", why: why,
        whatToDo: "Filter again and take it from the history, to correct it.")
      // The preview shown during typing was not accepted: the filter from before the prompt is restored.
      let fallback = filter.fallback.map { run($0, .atOnce) } ?? []
      return fallback + [.notify(notice)]
    case .keys(let completion, let text):
      (filter.completion, filter.completed) = (completion, text)
      return []
    }
  }

  /// Takes a report about an older filter. If the controller has opened the result of that filter, it is
  /// shown as such; otherwise its rows would be taken for rows of the newer filter, which is pending or is
  /// requested again.
  private mutating func takeLate(_ news: DocumentNews, _ told: FilterNews) -> [Effect] {
    guard news.generation > generation else { return [] }
    let (asked, progress, problem) = (filter.asked, filter.progress, filter.problem)
    let fallback = filter.fallback
    let effects: [Effect]
    switch told.standing {
    case .shown(let shown, let facts): effects = show(shown, facts, news)
    case .whole(let facts): effects = show(nil, facts, news)
    case .walking, .program, .refused, .keys: return []
    }
    (filter.asked, filter.progress, filter.problem) = (asked, progress, problem)
    filter.fallback = fallback
    let isSettled = asked != nil || problem != nil || filter.wanted == filterText
    return effects + (isSettled ? [] : run(filter.wanted, .atOnce))
  }

  private mutating func show(
    _ shown: ShownFilter?, _ facts: DocumentFacts, _ news: DocumentNews
  ) -> [Effect] {
    (filter.asked, filter.progress, filter.problem) = (nil, nil, nil)
    filter.fallback = nil
    filter.shown = shown
    generation = news.generation
    self.facts = facts
    forgetHits()
    clearPanes()
    panes[news.view]?.take(news)
    isReadingOn = false
    return loads() + readOn()
  }

  /// Reapplies the filter after the body was opened or has changed; the saved filter is applied once.
  mutating func filterAgain() -> [Effect] {
    guard filterObstacle == nil else { return [] }
    if let lost = filter.lost {
      filter.lost = nil
      return run(lost, .atOnce)
    }
    guard !filter.hasTriedSaved else { return [] }
    filter.hasTriedSaved = true
    return savedFilter.map { run($0, .atOnce) } ?? []
  }

  /// The program that is saved with the request on show.
  package var savedFilter: String? { request?.filter }

  /// Another body is on show: nothing of the last one's filter is left.
  mutating func forgetFilter() {
    let number = filter.number + 1
    generation = max(generation, filter.generation + 1)
    filter = FilterState()
    filter.number = number
  }

  private func request(_ action: DocumentRequest.Action) -> DocumentRequest {
    let pane = panes[view] ?? DocumentPane(view)
    return DocumentRequest(
      generation: generation, view: view, action: action, row: pane.list.selected,
      window: pane.wanted)
  }

  /// Sends a request without marking the pane as pending: rows can be requested and the cursor can move in
  /// the meantime.
  func quietly(_ action: DocumentRequest.Action) -> Effect {
    .response(.document(request(action)))
  }
}
