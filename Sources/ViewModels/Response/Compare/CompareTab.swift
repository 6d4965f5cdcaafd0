import ClientDocuments
import ClientModel
import ReadingValues

/// The Compare tab: the exchange on show beside an earlier one.
struct CompareTab: Equatable, Sendable {
  /// Nil when nothing is compared.
  private(set) var pane: ComparePane?
  /// The attempt that an exchange was requested for; nil if none was, or when it has come.
  private(set) var requested: AttemptID?
  /// What this and later comparisons leave out.
  private var ignored: [IgnoredPath] = []

  /// Notes that an exchange to compare with this attempt was requested.
  mutating func request(for attempt: AttemptID) { requested = attempt }

  /// Withdraws the request: the exchange is not compared when it comes.
  mutating func withdraw() { requested = nil }

  mutating func begin(_ attempt: Attempt, _ previous: Exchange) {
    pane = ComparePane(attempt, previous)
  }

  mutating func leave() { (pane, requested) = (nil, nil) }

  mutating func scroll(_ command: MoveCommand) { pane?.scroll(command) }

  /// The request to compare the bodies; nil when nothing is compared.
  var action: DocumentRequest.Action? {
    pane.map {
      .compare(
        with: .stored($0.otherBody), mediaType: $0.otherMediaType, ignoring: ignored)
    }
  }

  mutating func take(_ found: Comparison) { pane?.take(found, ignored: ignored) }

  /// Leaves the value in this row, and its like in every element, out.
  ///
  /// - Returns: Whether anything more is left out than before.
  mutating func ignore(row: Int) -> Bool {
    guard let path = difference(at: row)?.path, !ignored.contains(path) else { return false }
    ignored.append(path)
    return true
  }

  mutating func ignoreNothing() { ignored = [] }

  private func difference(at row: Int) -> CompareRow? {
    guard let rows = pane?.rows, rows.indices.contains(row), case .value(let found) = rows[row]
    else { return nil }
    return found
  }

  /// Why a command does nothing; nil when it does something.
  ///
  /// - Parameter row: The selected row; nil while another tab is on show.
  func obstacle(to command: ResponseCommand, _ exchange: ShownExchange, at row: Int?) -> Notice? {
    switch command {
    case .compare:
      if row != nil || exchange.attempt?.result?.head != nil { return nil }
      return .cannot("There is nothing to compare.", "This attempt brought no response.")
    case .ignore:
      guard let row else {
        return .cannot(
          "Nothing can be ignored here.", "Only what is compared can.",
          "Press \(key: .response(.compare)).")
      }
      return difference(at: row)?.path == nil
        ? .cannot(
          "This row cannot be ignored.", "It is not a value of its own.", "Select one that differs."
        )
        : nil
    default:
      return ignored.isEmpty ? .cannot("Nothing is ignored.", "Every value is compared.") : nil
    }
  }
}
