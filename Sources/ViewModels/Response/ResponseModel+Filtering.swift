import ClientModel
import ReadingValues

/// Filtering of the body with jq, and the prompt for a path.
extension ResponseModel {
  /// The displayed program, or an empty string for the unfiltered body.
  package var filterText: String { filter.text }

  /// The program that is saved with the displayed request.
  package var savedFilter: String? { request?.filter }

  /// Whether a filter is running or its result is shown.
  package var isFiltered: Bool { filter.isOn }

  /// Opens the prompt. The typed text takes effect at once.
  mutating func beginFilter() -> [Effect] {
    if !showsBody { tabChoice.select(.tree) }
    return filter.begin()
  }

  /// Runs the program that is being typed.
  ///
  /// - Parameter head: The text before the cursor; completions of keys are looked up for the end of
  ///   this text.
  mutating func typed(filter text: String, head: String) -> [Effect] {
    filter.run(text, .resting, panes, view)
      + [panes.quietly(.complete(head, number: filter.number), view)]
  }

  mutating func leaveFilter() -> [Effect] { filter.leave(panes, view) }

  mutating func accept(filter text: String) -> [Effect] { filter.accept(text, panes, view) }

  /// Stops the running filter, or shows the unfiltered body again.
  package mutating func leaveFiltered() -> [Effect] { filter.stop(panes, view) }

  mutating func filterAgain() -> [Effect] {
    guard filter.obstacle(reading, in: tab) == nil else { return [] }
    return filter.runAgain(saved: savedFilter, panes, view)
  }

  /// Handles a report of the reader about a filter.
  mutating func take(_ update: DocumentUpdate, _ reported: FilterUpdate) -> [Effect] {
    switch reported.standing {
    case .shown(let shown, let facts): show(shown, facts, update, of: reported.number)
    case .unfiltered(let facts): show(nil, facts, update, of: reported.number)
    case .walking, .program, .refused, .keys:
      reported.number == filter.number ? filter.take(reported.standing, panes, view) : []
    }
  }

  /// Shows a result. If the reader has opened the result of an older filter, that result is shown
  /// with its own program. Otherwise its rows would be mistaken for rows of the newest filter,
  /// which is pending or is requested again.
  private mutating func show(
    _ shown: ShownFilter?, _ found: DocumentFacts, _ update: DocumentUpdate, of number: Int
  ) -> [Effect] {
    let isLate = number != filter.number
    if isLate, update.generation <= panes.generation { return [] }
    filter.show(shown, of: number)
    panes.clear(in: update.generation)
    viewer.close()
    reading.replaced(by: found)
    finding.clear()
    panes[update.view].take(update)
    return loads() + (isLate ? filter.goOn(panes, view) : [])
  }

  // MARK: Paths

  /// Asks for a path. The prompt starts with the path of the selected value.
  mutating func beginPath() -> [Effect] {
    filter.clearRemarks()
    return [.ask(Prompt(PathPrompt(), selecting: tree.fullPath ?? "."))]
  }

  /// Requests the keys that complete the path being typed.
  mutating func typed(path head: String) -> [Effect] {
    filter.problem = nil
    return [panes.quietly(.completePath(head, number: filter.number), view)]
  }

  /// Selects the value at the path.
  package mutating func go(toPath text: String) -> [Effect] {
    text.allSatisfy(\.isWhitespace) ? [] : [panes.ask(.follow(text), .tree)]
  }
}
