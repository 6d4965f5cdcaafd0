import ClientDocuments
import ReadingValues

struct RunningSearch: Sendable {
  let search: DocumentSearch
  let pattern: SearchPattern
  let view: DocumentView
  /// The row in which the search began. It is not counted as a match.
  let excluded: Int?
  let span: Int
  var walk: BodySearch
  var direction = DocumentUpdate.Direction.straight
  /// The number of bytes searched before the search wrapped around.
  var done = 0
  /// A match in the displayed value, if its row has not been wrapped yet.
  var waiting: Range<Int>?
  /// Whether the excluded row matches. It is the search result if no other row matches.
  var hasOwn = false

  /// Returns whether the search has wrapped around and covered all bytes.
  func isOver(after behind: Int, of length: Int) -> Bool {
    direction == .wrapped && !hasOwn && behind >= length - span
  }
}

/// Functions that search for matching rows. A row that contains the text several times is one
/// match.
///
/// Each call does limited work, so the user can navigate, fold and stop between two calls.
extension OpenBody {
  mutating func find(
    _ search: DocumentSearch, row: Int, _ view: DocumentView, _ step: Int,
    _ update: inout DocumentUpdate
  ) throws(DocumentError) {
    update.search = search.number
    let space = try space(of: view)
    let start = try space.start(of: search, row: row)
    let direction: BodySearch.Direction = search.direction == .forward ? .forward : .backward
    let pattern = try finding.pattern(of: search.query, in: view, space)
    finding.search = RunningSearch(
      search: search, pattern: pattern, view: view,
      excluded: search.start == .behindRow ? try space.name(ofRow: row) : nil,
      span: direction == .forward ? space.length - start : start,
      walk: space.walk(pattern, from: start, direction))
    try continueSearch(search.number, step, &update)
  }

  /// Continues the search with this number. Does nothing if another search has started since.
  mutating func continueSearch(
    _ number: Int, _ step: Int, _ update: inout DocumentUpdate
  ) throws(DocumentError) {
    update.search = number
    guard var hunt = finding.search, hunt.search.number == number else { return }
    let space = try space(of: hunt.view)
    let direction: BodySearch.Direction = hunt.search.direction == .forward ? .forward : .backward
    var left = step
    var done = 0
    while left > 0 {
      let progress: BodySearch.Progress
      if let waiting = hunt.waiting {
        progress = .found(waiting)
        hunt.waiting = nil
      } else {
        progress = try hunt.walk.step(budget: min(step, 4 << 20))
      }
      switch progress {
      case .searching(let behind):
        left -= min(step, 4 << 20)
        done = behind
        guard hunt.isOver(after: behind, of: space.length) else { continue }
        finding.search = nil
        update.outcome = .notFound
        return
      case .nothing:
        let isFirst = hunt.direction == .straight
        hunt.direction = .wrapped
        guard isFirst, !hunt.isOver(after: 0, of: space.length) else {
          finding.search = nil
          update.outcome = .notFound
          return
        }
        hunt.done = hunt.span
        done = 0
        hunt.walk = space.walk(
          hunt.pattern, from: direction == .forward ? 0 : space.length, direction)
      case .found(let range):
        left -= 64 << 10
        guard try space.isSought(at: range.lowerBound, hunt.search.query) else { continue }
        if case .value(let text, _) = space, text.reach <= text.range.lowerBound + range.lowerBound,
          text.left > 0
        {
          hunt.waiting = range
          finding.search = hunt
          if hunt.view == .value { try viewed?.extend(budget: step) } else { try readWrapped(step) }
          update.outcome = .searching(SearchProgress(done: hunt.done + done, total: space.length))
          return
        }
        let name = try space.name(at: range.lowerBound)
        if hunt.direction == .straight, let excluded = hunt.excluded, name == excluded {
          hunt.hasOwn = true
          continue
        }
        guard let place = try place(of: range.lowerBound, space) else { continue }
        finding.search = nil
        (update.row, update.column) = place
        update.outcome = .found(hunt.direction, finding.position(of: hunt, at: name, space))
        return
      }
    }
    finding.search = hunt
    update.outcome = .searching(
      SearchProgress(done: hunt.done + done, total: space.length))
  }

  /// Continues counting the matches, and reports the number counted so far.
  mutating func count(
    _ number: Int, _ step: Int, _ update: inout DocumentUpdate
  ) throws(DocumentError) {
    update.search = number
    guard var counter = finding.counter, counter.number == number else { return }
    // Matching rows are counted, so the text must be wrapped into rows first.
    if counter.view == .value || counter.view == .wrapped,
      let text = counter.view == .value ? viewed?.text : wrapped?.text, text.left > 0
    {
      if counter.view == .value { try viewed?.extend(budget: step) } else { try readWrapped(step) }
      update.outcome = .counted(counter.position)
      return
    }
    try counter.step(try space(of: counter.view), budget: step / 2)
    finding.counter = counter
    update.outcome = .counted(counter.position)
  }

  private mutating func space(of view: DocumentView) throws(DocumentError) -> SearchSpace {
    if view == .value, let text = viewed?.text {
      let bytes = source.prefix(text.range.upperBound)
      return .value(text, bytes.suffix(from: text.range.lowerBound))
    }
    if view == .wrapped, let text = wrapped?.text { return .value(text, text.bytes) }
    if view == .tree, let tree { return .tree(tree) }
    if view == .tree, case .record(let list)? = shape {
      return .lines(try TableText(source: source).text(of: list))
    }
    if view == .tree, let shape { return .shape(shape, source) }
    if let text = try text(of: view) { return .lines(text) }
    return .hex(HexRows(source, length: hexLength))
  }

  /// Opens the nodes that hide a byte. Returns the row and the table column of the byte, or nil if
  /// no row contains it.
  private mutating func place(
    of offset: Int, _ space: SearchSpace
  ) throws(DocumentError) -> (row: Int, column: Int?)? {
    if case .lines(let text) = space {
      finding.found = offset
      return (try text.line(at: offset), try text.column(of: offset))
    }
    guard case .shape(.table(let table), _) = space else {
      return try row(of: offset, space).map { ($0, nil) }
    }
    guard let record = try table.table.record(at: offset), let row = table.row(ofRecord: record)
    else { return nil }
    let fields = try table.table.records(in: record..<record + 1).first?.fields ?? []
    return (row, fields.firstIndex { offset < $0.upperBound })
  }

  /// Opens the nodes that hide a byte. Returns the row of the byte, or nil if no row contains it.
  /// Returns nil for tables.
  private mutating func row(of offset: Int, _ space: SearchSpace) throws(DocumentError) -> Int? {
    switch space {
    case .hex, .value: return try space.name(at: offset)
    case .lines(let text): return try text.line(at: offset)
    case .shape(.table, _), .shape(.record, _): return nil
    case .shape(.events(var events), _):
      guard let node = try events.node(at: offset) else { return nil }
      let row = try events.reveal(node)
      shape = .events(events)
      return row
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

  // MARK: While the text is being typed

  /// Searches again from the origin after each typed letter, and closes nodes that were opened for
  /// earlier letters.
  mutating func seek(
    _ search: DocumentSearch, _ origin: SeekOrigin, _ view: DocumentView, _ step: Int,
    _ update: inout DocumentUpdate
  ) throws(DocumentError) {
    try goBack(to: origin)
    finding.begin(SeekStart(number: origin.number, tree: tree, shape: shape))
    // Without a match, the selection stays at the origin.
    update.row = origin.row
    try find(search, row: origin.row, view, step, &update)
  }

  /// Opens and closes nodes as they were when the search began.
  mutating func goBack(to origin: SeekOrigin) throws(DocumentError) {
    guard let start = finding.start(of: origin) else { return }
    try start.reopen(&tree, &shape)
  }
}
