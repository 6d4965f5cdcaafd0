package import ClientDocuments
package import ReadingValues

/// The search in the body: the query, the progress and the hits.
///
///     nothing ──search──► searching ──found──► hits, being counted ──► hits, counted
///                             └──missed──► nothing
package struct BodyFinding: Equatable, Sendable {
  /// The hits of a search: their count and the selected hit.
  package struct Hits: Equatable, Sendable {
    package fileprivate(set) var position: MatchPosition
    let direction: DocumentUpdate.Direction
    let view: DocumentView
    let row: Int
  }

  /// The last query. Its text is empty before the first search.
  package private(set) var query: SearchQuery
  /// The matcher that marks the query in displayed text.
  package private(set) var marks: SearchMarks
  /// The progress of the current search until the first hit. Otherwise nil.
  package private(set) var progress: SearchProgress?
  /// The hits of the last search. Nil if it has found none.
  package private(set) var hits: Hits?
  /// The number of the newest search. Events of older searches have other numbers and are ignored.
  private(set) var number = 0
  /// The number of a search that shows no notice if it finds nothing.
  private var quiet: Int?
  /// The state of the view when the search prompt opened. Nil while no search prompt is open.
  private(set) var seeking: LiveSearch?

  init(_ query: SearchQuery = SearchQuery("")) {
    self.query = query
    marks = SearchMarks(query)
  }

  /// Whether a search is running or its hits are being counted.
  package var isSearching: Bool { progress != nil || hits?.position.extent == .counting }

  /// Returns the state of the search in a view, such as `3 of 17`. Returns nil if there was no
  /// search in that view.
  func words(in view: DocumentView, at row: Int) -> String? {
    if let progress { return "searching, \(progress.percent)%" }
    guard let hits, hits.view == view else { return nil }
    let standing = hits.position
    let count = "\(standing.count)\(standing.extent == .complete ? "" : "+")"
    // The position belongs to the selected hit. It is shown only in the row of that hit.
    if let position = standing.position, row == hits.row { return "\(position) of \(count)" }
    return standing.count == 0 ? "counting" : count == "1" ? "1 match" : "\(count) matches"
  }

  /// Returns a notice that the query was not found.
  ///
  /// - Parameter place: A sentence that names the searched part.
  func notFound(_ place: String) -> Notice {
    let advice =
      query.scope != .everywhere
      ? "Only \(query.scope == .keys ? "keys" : "values") were searched."
      : query.form == .expression
        ? "The text was used as a regular expression."
        : query.isExact
          ? "The text has capital letters, so the search was case-sensitive."
          : "The search ignored case."
    return Notice(.warning, "\(query.quoted) was not found.", why: place, whatToDo: advice)
  }

  /// Returns a notice that the search continued from the opposite end of the body, or that there is
  /// only one match.
  static func wrapped(_ standing: MatchPosition) -> Notice {
    standing.extent == .complete && standing.count == 1
      ? Notice(.info, "This is the only match.")
      : Notice(.info, "The search continued from the other end.")
  }

  // MARK: Searching

  mutating func look(for query: SearchQuery) {
    guard query != self.query else { return }
    (self.query, marks) = (query, SearchMarks(query))
  }

  /// Starts a new search for the current query.
  mutating func begin(
    _ direction: DocumentSearch.Direction, _ start: DocumentSearch.Start
  ) -> DocumentSearch {
    number += 1
    return continueSearch(direction, start)
  }

  /// Searches the text of the selected row for the query that found this row. If the query matched
  /// the key, the text may contain no match. No notice is shown then.
  mutating func beginQuietly() -> DocumentSearch {
    quiet = number
    return continueSearch(.forward, .withRow)
  }

  private mutating func continueSearch(
    _ direction: DocumentSearch.Direction, _ start: DocumentSearch.Start
  ) -> DocumentSearch {
    progress = SearchProgress(done: 0, total: 0)
    return DocumentSearch(query, direction, start, number: number)
  }

  /// Stops searching and counting. Hits that were already found are kept.
  package mutating func stop() -> [Effect] {
    guard isSearching else { return [] }
    number += 1
    let words = progress == nil ? "Counting was stopped." : "The search was stopped."
    progress = nil
    hits?.position.extent = .atLeast
    return [.notify(Notice(.info, words))]
  }

  mutating func clear() {
    number += 1
    (progress, hits) = (nil, nil)
  }

  // MARK: Events

  mutating func advanced(_ progress: SearchProgress) { self.progress = progress }
  mutating func counted(_ standing: MatchPosition) { hits?.position = standing }
  mutating func failed() { progress = nil }

  mutating func found(
    _ way: DocumentUpdate.Direction, _ standing: MatchPosition, in view: DocumentView, at row: Int
  ) {
    progress = nil
    hits = Hits(position: standing, direction: way, view: view, row: row)
  }

  /// Handles the end of a search that found nothing.
  ///
  /// - Returns: Whether to notify the user. False while the user types the text, and after a search
  ///   by `beginQuietly`.
  mutating func missed() -> Bool {
    (progress, hits) = (nil, nil)
    seeking?.isMissed = true
    return seeking == nil && number != quiet
  }

  // MARK: While the text is being typed

  mutating func beginSeeking(
    generation: Int, _ pane: DocumentPane, _ rendered: ViewPane
  ) {
    seeking = LiveSearch(
      origin: SeekOrigin(number: number + 1, row: pane.list.selected), generation: generation,
      pane: pane, query: seeking?.query ?? query, hits: hits, rendered: rendered)
  }

  /// Uses the text in the prompt as the query.
  mutating func typed(_ query: SearchQuery) {
    seeking?.hasSought = true
    seeking?.isMissed = false
    clear()
    look(for: query)
  }

  mutating func typedMiss() { seeking?.isMissed = true }

  /// Starts a search for the text in the prompt.
  mutating func seek() -> DocumentSearch { continueSearch(.forward, .withRow) }

  mutating func endSeeking() { seeking = nil }

  /// Restores the query from before the prompt opened. `restore(hitsOf:)` restores the hits.
  mutating func restore(_ began: LiveSearch) {
    clear()
    look(for: began.query)
  }

  /// Restores the hits that were found in the same body before the prompt opened. An unfinished
  /// count is not resumed.
  mutating func restore(hitsOf began: LiveSearch) {
    hits = began.hits
    if hits?.position.extent == .counting { hits?.position.extent = .atLeast }
  }
}
