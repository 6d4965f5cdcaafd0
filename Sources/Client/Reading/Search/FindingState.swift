import ClientDocuments
import ReadingValues

/// The running search in a body, and the count of its hits.
struct FindingState: Sendable {
  var hunt: Hunt?
  var counter: HitCounter?
  /// What was open when the user began to type the search text.
  private var start: SeekStart?

  /// True if neither a search nor a count is running.
  var isIdle: Bool { hunt == nil && counter == nil }

  /// Ends the search and the count: the rows that they apply to are gone.
  mutating func end() { (hunt, counter) = (nil, nil) }

  /// The pattern of a query: the one that is counted in this view, if it is the same query.
  func pattern(
    of query: SearchQuery, in view: DocumentView, _ space: SearchSpace
  ) throws(DocumentError) -> SearchPattern {
    if let counter, counter.view == view, counter.pattern.query == query { return counter.pattern }
    return try space.pattern(query)
  }

  /// Counts for the search that found a hit; earlier counts of the same query stay.
  ///
  /// - Parameter name: The name of the hit's row.
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

  /// What was open when the search from this origin began; nil if it begins now.
  mutating func start(of origin: SeekOrigin) -> SeekStart? {
    if start?.number != origin.number { start = nil }
    return start
  }

  /// Stores what is open now, unless a search has begun.
  mutating func begin(_ start: SeekStart) {
    if self.start == nil { self.start = start }
  }
}
