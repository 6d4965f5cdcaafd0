package import ClientModel

/// The rows of the history: the exchanges that match the filter. Pages are loaded as the cursor
/// moves down.
package struct HistoryModel: Equatable, Sendable {
  /// The number of rows below the cursor that are loaded in advance.
  private static let ahead = 100

  package private(set) var rows: [HistoryRow] = []
  /// Whether a page of exchanges is being loaded.
  package private(set) var isSearching = false
  private(set) var filter = ""
  /// The number of the current filter. Pages of earlier filters have other numbers and are ignored.
  private var number = 0
  /// The job before which the next page starts. Nil if there is no next page.
  private var next: JobID?
  /// Whether the next page replaces the list.
  private var isStale = false

  init() {}

  /// Loads the list from its start. The current rows stay visible until the first page arrives.
  mutating func browse(_ filter: String = "") -> [HistoryEffect] {
    self.filter = filter
    number += 1
    (next, isSearching, isStale) = (nil, true, true)
    return [.load(filter, before: nil, number: number)]
  }

  /// Handles a change of the filter or of the selected row.
  mutating func look(for filter: String, from row: Int) -> [HistoryEffect] {
    filter == self.filter ? more(for: row) : browse(filter)
  }

  /// Adds a page. Loads the next page if the cursor is near the end of the list.
  ///
  /// - Parameter row: The row of the cursor.
  mutating func receive(_ page: HistoryUpdate, at row: Int) -> [HistoryEffect] {
    guard page.number == number else { return [] }
    if isStale { rows = [] }
    (isStale, isSearching) = (false, false)
    rows += page.rows
    next = page.next
    return more(for: row)
  }

  /// Removes the rows of a job before its deletion has ended, so that the next key applies to the
  /// next row.
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
  /// The number of the job. The number of the attempt follows if the job had several attempts.
  package var number: String
  package var method: String
  package var url: String
  package var outcome = ExchangeOutcome.ended
  /// The status. If there was no response, the outcome of the attempt.
  package var result = ""
  package var size = ""
  package var time = ""
  /// The failed assertions. Empty if none failed.
  package var fault = ""

  package init(exchange: AttemptID, method: String = "GET", url: String) {
    self.exchange = exchange
    number = "#\(exchange.job)"
    self.method = method
    self.url = url
  }
}
