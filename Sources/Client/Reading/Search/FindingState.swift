import ClientDocuments
import ReadingValues

/// The running search in a body and the count of matches.
struct FindingState: Sendable {
  var search: RunningSearch?
  var counter: HitCounter?
  /// The offset of the last match in lines of text, or nil if there is no match.
  var found: Int?
  /// The nodes that were open before the search text was typed.
  private var start: SeekStart?

  var isIdle: Bool { search == nil && counter == nil }

  /// Ends the search and the count, whose rows are no longer displayed.
  mutating func end() { (search, counter, found) = (nil, nil, nil) }

  /// Returns the pattern of a query, or the existing pattern if the same query is being counted in
  /// this view.
  func pattern(
    of query: SearchQuery, in view: DocumentView, _ space: SearchSpace
  ) throws(DocumentError) -> SearchPattern {
    if let counter, counter.view == view, counter.pattern.query == query { return counter.pattern }
    return try space.pattern(query)
  }

  /// Starts counting matches after a match was found, or continues an existing count of the same
  /// query. Returns the position of the match.
  ///
  /// - Parameter name: The identifier of the match's row.
  mutating func position(of hunt: RunningSearch, at name: Int?, _ space: SearchSpace)
    -> MatchPosition
  {
    var counter =
      counter.flatMap {
        $0.pattern.query == hunt.search.query && $0.view == hunt.view ? $0 : nil
      }
      ?? HitCounter(hunt.search.number, hunt.pattern, hunt.view, space)
    counter.number = hunt.search.number
    counter.current = name
    self.counter = counter
    return counter.position
  }

  /// Returns the nodes that were open when the search from this origin began, or nil if it begins
  /// now. Removes the nodes stored for another origin.
  mutating func start(of origin: SeekOrigin) -> SeekStart? {
    if start?.number != origin.number { start = nil }
    return start
  }

  /// Stores the open nodes when a search begins. Does nothing during a search.
  mutating func begin(_ start: SeekStart) {
    if self.start == nil { self.start = start }
  }
}

/// A counter of the rows in one view that match a query, from the start of the body. Each step does
/// limited work.
struct HitCounter: Sendable {
  /// The maximum number of matches to count.
  static let mostHits = 1_000

  let pattern: SearchPattern
  let view: DocumentView
  /// The number of the search that uses the count. It changes when a later search for the same
  /// query continues the count.
  var number: Int
  /// The identifiers of the matching rows in ascending order; see `SearchSpace.name(at:)`.
  private(set) var hits: [Int] = []
  private(set) var extent = MatchPosition.Extent.counting
  /// The identifier of the last match's row.
  var current: Int?
  private var walk: BodySearch

  init(_ number: Int, _ pattern: SearchPattern, _ view: DocumentView, _ space: SearchSpace) {
    self.pattern = pattern
    self.view = view
    self.number = number
    walk = space.walk(pattern, from: 0, .forward)
  }

  var position: MatchPosition {
    let place = current.flatMap { current in hits.firstIndex(of: current) }
    return MatchPosition(position: place.map { $0 + 1 }, count: hits.count, extent: extent)
  }

  /// Searches approximately `budget` more bytes and counts matches.
  mutating func step(_ space: SearchSpace, budget: Int) throws(DocumentError) {
    var left = budget
    while left > 0, extent == .counting {
      switch try walk.step(budget: min(budget, 1 << 20)) {
      case .searching: left -= min(budget, 1 << 20)
      case .nothing: extent = .complete
      case .found(let range):
        // Finding the row of a match reads the bytes around it.
        left -= 64 << 10
        guard try space.isSought(at: range.lowerBound, pattern.query),
          let name = try space.name(at: range.lowerBound)
        else { continue }
        if hits.last != name { hits.append(name) }
        if hits.count >= Self.mostHits { extent = .atLeast }
        if let next = try space.end(ofRowAt: range.lowerBound) {
          walk = space.walk(pattern, from: next, .forward)
        }
      }
    }
  }
}
