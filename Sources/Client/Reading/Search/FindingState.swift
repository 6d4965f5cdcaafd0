import ClientDocuments
import ReadingValues

/// The running search in a body, and the count of its matches.
struct FindingState: Sendable {
  var hunt: Hunt?
  var counter: HitCounter?
  /// The open nodes when the user began to type the search text.
  private var start: SeekStart?

  /// Whether neither a search nor a count is running.
  var isIdle: Bool { hunt == nil && counter == nil }

  /// Ends the search and the count, because their rows are no longer shown.
  mutating func end() { (hunt, counter) = (nil, nil) }

  /// Returns the pattern of a query. If the same query is counted in this view, its pattern is used
  /// again.
  func pattern(
    of query: SearchQuery, in view: DocumentView, _ space: SearchSpace
  ) throws(DocumentError) -> SearchPattern {
    if let counter, counter.view == view, counter.pattern.query == query { return counter.pattern }
    return try space.pattern(query)
  }

  /// Returns the count for a search that found a match. An earlier count of the same query
  /// continues.
  ///
  /// - Parameter name: The identifier of the match's row.
  mutating func standing(of hunt: Hunt, at name: Int?, _ space: SearchSpace) -> HitStanding {
    var counter =
      counter.flatMap {
        $0.pattern.query == hunt.search.query && $0.view == hunt.view ? $0 : nil
      }
      ?? HitCounter(hunt.search.number, hunt.pattern, hunt.view, space)
    counter.number = hunt.search.number
    counter.current = name
    self.counter = counter
    return counter.standing
  }

  /// Returns the open nodes when the search from this origin began, or nil if it begins now.
  mutating func start(of origin: SeekOrigin) -> SeekStart? {
    if start?.number != origin.number { start = nil }
    return start
  }

  /// Stores the currently open nodes, unless a search has begun.
  mutating func begin(_ start: SeekStart) {
    if self.start == nil { self.start = start }
  }
}
