import ClientDocuments
import ClientModel
import ReadingValues

/// The Compare tab, which shows the displayed exchange beside an earlier exchange.
struct CompareTab: Equatable, Sendable {
  /// The comparison. Nil if there is none.
  private(set) var pane: ComparePane?
  /// The attempt for which an exchange to compare was requested. Nil if no request is pending.
  private(set) var requested: AttemptID?
  /// The exchange to request when the opened job is loaded. Nil if there is none.
  private var chosen: AttemptID?
  private var arrangement = ComparePane.Arrangement.sideBySide
  /// The values that current and later comparisons ignore.
  private var ignored: [IgnoredPath] = []

  /// Records that an exchange was requested for a comparison.
  mutating func request(for attempt: AttemptID) { requested = attempt }

  /// Chooses an exchange for the job that is being loaded.
  mutating func choose(_ exchange: AttemptID) { chosen = exchange }

  /// Returns the chosen exchange, once.
  mutating func takeChosen() -> AttemptID? {
    defer { chosen = nil }
    return chosen
  }

  /// Cancels the request. The exchange will be ignored on arrival.
  mutating func withdraw() { requested = nil }

  /// Arranges the values for a width in columns.
  ///
  /// - Returns: The row that now shows the line of `row`.
  mutating func show(columns: Int, row: Int) -> Int {
    arrangement = ComparePane.Arrangement(columns: columns)
    return pane?.arrange(arrangement, row: row) ?? row
  }

  mutating func begin(_ attempt: Attempt, _ previous: Exchange) {
    pane = ComparePane(attempt, previous, arrangement)
  }

  mutating func leave() { (pane, requested) = (nil, nil) }

  mutating func scroll(_ command: MoveCommand) { pane?.scroll(command) }

  /// The request to compare the bodies. Nil if there is no comparison.
  var action: DocumentRequest.Action? {
    pane.map {
      .compare(
        with: .stored($0.otherBody), mediaType: $0.otherMediaType, ignoring: ignored)
    }
  }

  mutating func take(_ found: Comparison) { pane?.take(found, ignored: ignored) }

  /// Ignores the value of this row in comparisons. In an array, the same value of every element is
  /// ignored.
  ///
  /// - Returns: Whether the value was not ignored before.
  mutating func ignore(row: Int) -> Bool {
    guard let path = difference(at: row)?.path, !ignored.contains(path) else { return false }
    ignored.append(path)
    return true
  }

  mutating func ignoreNothing() { ignored = [] }

  private func difference(at row: Int) -> CompareRow? {
    guard let rows = pane?.rows, rows.indices.contains(row),
      case .value(let found) = rows[row].difference
    else { return nil }
    return found
  }

  /// Returns the reason why a command cannot act. Returns nil if it can.
  ///
  /// - Parameter row: The selected row, or nil while another tab is shown.
  func obstacle(to command: ResponseCommand, _ exchange: ShownExchange, at row: Int?) -> Notice? {
    switch command {
    case .compare:
      if row != nil || exchange.attempt?.result?.head != nil { return nil }
      return .cannot("There is nothing to compare.", "This attempt received no response.")
    case .ignore:
      guard let row else {
        return .cannot(
          "Nothing can be ignored here.", "Only compared values can be ignored.",
          "Press \(key: .response(.compare)).")
      }
      return difference(at: row)?.path == nil
        ? .cannot(
          "This row cannot be ignored.", "The row does not show a single value.",
          "Select one that differs."
        )
        : nil
    default:
      return ignored.isEmpty ? .cannot("Nothing is ignored.", "Every value is compared.") : nil
    }
  }
}
