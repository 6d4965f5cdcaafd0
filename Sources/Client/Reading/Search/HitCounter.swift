import ClientDocuments
import ReadingValues

/// The hits of one query in one view, counted from the start of the body in steps of bounded work.
struct HitCounter: Sendable {
  /// More hits than anybody walks through: counting ends here.
  static let mostHits = 1_000

  let pattern: SearchPattern
  let view: DocumentView
  /// The search that asks; a later one for the same query goes on with the same counts.
  var number: Int
  /// The rows' names in rising order: see `SearchSpace.name(at:)`.
  private(set) var hits: [Int] = []
  private(set) var extent = HitStanding.Extent.counting
  /// The name of the row the last hit was found in.
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

  /// Counts through about `budget` bytes more.
  mutating func step(_ space: SearchSpace, budget: Int) throws(DocumentError) {
    var left = budget
    while left > 0, extent == .counting {
      switch try walk.step(budget: min(budget, 1 << 20)) {
      case .searching: left -= min(budget, 1 << 20)
      case .nothing: extent = .complete
      case .found(let range):
        // Finding the row of a hit costs a look through its surroundings.
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
