package import ClientModel

/// What the history shows of all that was exchanged: what fits its filter, page by page as one goes down.
package struct HistoryModel: Equatable, Sendable {
  /// So many rows below the cursor are there before they are looked at.
  private static let ahead = 100

  package private(set) var rows: [HistoryRow] = []
  /// True while older exchanges are looked through.
  package private(set) var isSearching = false
  private(set) var filter = ""
  /// Distinguishes the pages of this filter from those of one before.
  private var number = 0
  /// Where the pages go on; nil when all were looked through.
  private var next: JobID?
  /// The next page begins the list anew.
  private var isStale = false

  init() {}

  /// Begins anew; what is shown stays until something has come.
  mutating func browse(_ filter: String = "") -> [HistoryEffect] {
    self.filter = filter
    number += 1
    (next, isSearching, isStale) = (nil, true, true)
    return [.load(filter, before: nil, number: number)]
  }

  /// The user typed, or moved to this row.
  mutating func look(for filter: String, from row: Int) -> [HistoryEffect] {
    filter == self.filter ? more(for: row) : browse(filter)
  }

  /// - Parameter row: The row that the cursor is on.
  mutating func receive(_ page: HistoryUpdate, at row: Int) -> [HistoryEffect] {
    guard page.number == number else { return [] }
    if isStale { rows = [] }
    (isStale, isSearching) = (false, false)
    rows += page.rows
    next = page.next
    return more(for: row)
  }

  /// Removes a deleted job at once, so that the next key is about the next row.
  mutating func remove(_ job: JobID) { rows.removeAll { $0.exchange.job == job } }

  private mutating func more(for row: Int) -> [HistoryEffect] {
    guard !isSearching, let next, rows.count < row + Self.ahead else { return [] }
    isSearching = true
    return [.load(filter, before: next, number: number)]
  }
}

/// One exchange as a row.
package struct HistoryRow: Hashable, Sendable {
  package let exchange: AttemptID
  /// The job's number; with that of the attempt where the job had several.
  package var number: String
  package var method: String
  package var url: String
  package var outcome = ExchangeOutcome.ended
  /// The status, or how the attempt ended without one.
  package var result = ""
  package var size = ""
  package var time = ""
  /// The assertions that failed; empty where none did.
  package var fault = ""

  package init(exchange: AttemptID, method: String = "GET", url: String) {
    self.exchange = exchange
    number = "#\(exchange.job)"
    self.method = method
    self.url = url
  }
}

/// What the history asks the session for.
package enum HistoryEffect: Hashable, Sendable {
  /// A page of what fits the filter, of jobs older than `before`; answered by `AppEvent.history` with the
  /// same number.
  case load(String, before: JobID?, number: Int)
  /// The newest job of an open request; answered by `ComposerEvent.found` if there is one.
  case findLast(ComposedRequest)
}

/// A page of the history.
package struct HistoryUpdate: Hashable, Sendable {
  package let number: Int
  package let rows: [HistoryRow]
  /// Where older ones begin; nil when there are none.
  package let next: JobID?

  package init(number: Int, rows: [HistoryRow], next: JobID?) {
    self.number = number
    self.rows = rows
    self.next = next
  }
}
