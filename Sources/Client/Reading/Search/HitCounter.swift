import ClientDocuments
import ReadingValues

/// Counts the rows that match one query in one view, from the start of the body, in steps of
/// limited work.
struct HitCounter: Sendable {
  /// The number of matches at which counting ends.
  static let mostHits = 1_000

  let pattern: SearchPattern
  let view: DocumentView
  /// The number of the search that requested the count. A later search for the same query uses the
  /// same count.
  var number: Int
  /// The identifiers of matching rows in ascending order; see `SearchSpace.name(at:)`.
  private(set) var hits: [Int] = []
  private(set) var extent = HitStanding.Extent.counting
  /// The identifier of the row of the last match.
  var current: Int?
  private var walk: BodySearch

  init(_ number: Int, _ pattern: SearchPattern, _ view: DocumentView, _ space: SearchSpace) {
    self.pattern = pattern
    self.view = view
    self.number = number
    walk = space.walk(pattern, from: 0, .forward)
  }

  var standing: HitStanding {
    let place = current.flatMap { current in hits.firstIndex(of: current) }
    return HitStanding(position: place.map { $0 + 1 }, count: hits.count, extent: extent)
  }

  /// Counts the matches in about `budget` more bytes.
  mutating func step(_ space: SearchSpace, budget: Int) throws(DocumentError) {
    var left = budget
    while left > 0, extent == .counting {
      switch try walk.step(budget: min(budget, 1 << 20)) {
      case .searching: left -= min(budget, 1 << 20)
      case .nothing: extent = .complete
      case .found(let range):
        // Finding the row of a match requires reading its surroundings.
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
