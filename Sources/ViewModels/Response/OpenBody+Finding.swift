import ClientDocuments

/// A search on its way through the body.
struct Hunt: Sendable {
  let search: DocumentSearch
  let view: DocumentView
  /// The row that is no hit: the one the search began in.
  let excluded: Int?
  let span: Int
  var walk: BodySearch
  var way = DocumentNews.Way.straight
  /// Bytes of the legs that are behind it.
  var done = 0
}

/// Search by rows: a hit is a row in which the text stands, and the next hit is in another row.
///
/// Each call does bounded work, so that the user may move, fold and stop between two of them.
extension OpenBody {
  mutating func find(
    _ search: DocumentSearch, row: Int, _ view: DocumentView, _ step: Int,
    _ news: inout DocumentNews
  ) throws(DocumentError) {
    news.search = search.number
    let space = try space(of: view)
    let start = try space.start(of: search, row: row)
    let direction: BodySearch.Direction = search.direction == .forward ? .forward : .backward
    hunt = Hunt(
      search: search, view: view,
      excluded: search.start == .behindRow ? try space.name(ofRow: row) : nil,
      span: direction == .forward ? space.length - start : start,
      walk: space.walk(search.text, from: start, direction))
    try findOn(search.number, step, &news)
  }

  /// Goes on with the search of this number; with none when another one began meanwhile.
  mutating func findOn(
    _ number: Int, _ step: Int, _ news: inout DocumentNews
  ) throws(DocumentError) {
    news.search = number
    guard var hunt, hunt.search.number == number else { return }
    let space = try space(of: hunt.view)
    let direction: BodySearch.Direction = hunt.search.direction == .forward ? .forward : .backward
    var left = step
    var done = 0
    while left > 0 {
      switch try hunt.walk.step(budget: min(step, 4 << 20)) {
      case .searching(let behind):
        left -= min(step, 4 << 20)
        done = behind
      case .nothing:
        guard hunt.way == .straight else {
          self.hunt = nil
          news.outcome = .notFound(hunt.search.text)
          return
        }
        hunt.way = .wrapped
        hunt.done = hunt.span
        hunt.walk = space.walk(
          hunt.search.text, from: direction == .forward ? 0 : space.length, direction)
      case .found(let range):
        left -= 64 << 10
        let name = try space.name(at: range.lowerBound)
        if hunt.way == .straight, let excluded = hunt.excluded, name == excluded { continue }
        guard let row = try row(of: range.lowerBound, space) else { continue }
        self.hunt = nil
        news.row = row
        news.outcome = .found(hunt.way, try standing(of: hunt, at: name, space))
        return
      }
    }
    self.hunt = hunt
    news.outcome = .searching(
      SearchProgress(done: hunt.done + done, whole: hunt.span + space.length))
  }

  /// Counts on; what is counted already is known at once.
  mutating func count(
    _ number: Int, _ step: Int, _ news: inout DocumentNews
  ) throws(DocumentError) {
    news.search = number
    guard var census, census.number == number else { return }
    try census.step(try space(of: census.view), budget: step / 2)
    self.census = census
    news.outcome = .counted(census.standing)
  }

  private mutating func standing(
    of hunt: Hunt, at name: Int?, _ space: SearchSpace
  ) throws(DocumentError) -> HitStanding {
    var census =
      census.flatMap { $0.text == hunt.search.text && $0.view == hunt.view ? $0 : nil }
      ?? HitCensus(hunt.search, hunt.view, space)
    census.number = hunt.search.number
    census.current = name
    self.census = census
    return census.standing
  }

  private mutating func space(of view: DocumentView) throws(DocumentError) -> SearchSpace {
    if view == .tree, let tree { return .tree(tree) }
    if view == .tree, let shape { return .shape(shape, source) }
    if let text = try text(of: view) { return .lines(text) }
    return .hex(source)
  }

  private mutating func row(of offset: Int, _ space: SearchSpace) throws(DocumentError) -> Int? {
    switch space {
    case .hex: return offset / 16
    case .lines(let text): return try text.line(at: offset)
    case .shape(.table(let table), _):
      return try table.table.record(at: offset).flatMap { table.row(ofRecord: $0) }
    case .shape(.outline(var rows, let form), _):
      guard let node = try space.name(at: offset) else { return nil }
      let row = rows.reveal(node)
      shape = .outline(rows, form)
      return row
    case .tree:
      guard var rows = tree else { return nil }
      let found = try rows.reveal(offset)
      tree = rows
      return found
    }
  }
}
