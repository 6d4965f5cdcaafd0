import ClientDocuments

/// Search by rows: a hit is a row in which the text stands, and the next hit is in another row.
extension OpenBody {
  mutating func find(
    _ search: DocumentDesk.Search, _ view: DocumentView, _ news: inout DocumentNews
  ) throws(DocumentError) {
    let isForward = search.direction == .forward
    let space = try space(of: view)
    let start = try startOffset(search, space)
    if let row = try hit(search, space, from: start, except: try excluded(search, space)) {
      news.row = row
      news.outcome = .found(.straight)
      return
    }
    let end = isForward ? 0 : space.length
    if let row = try hit(search, space, from: end, except: nil) {
      news.row = row
      news.outcome = .found(.wrapped)
      return
    }
    news.outcome = .notFound(search.text)
  }

  /// What the row holds that is no hit. In a tree it is named by its offset: finding a value opens
  /// what hides it, and rows move.
  private func excluded(
    _ search: DocumentDesk.Search, _ space: Space
  ) throws(DocumentError) -> Int? {
    guard search.start == .behindRow else { return nil }
    return try identity(ofRow: search.row, space)
  }

  private func identity(ofRow row: Int, _ space: Space) throws(DocumentError) -> Int? {
    guard case .tree(let rows) = space else { return row }
    return try rows.rows(in: max(0, row)..<max(0, row) + 1, previewLength: 0).first?.node.offset
  }

  /// What is searched: rows are of the tree, of lines, or of 16 bytes.
  private enum Space {
    case tree(FoldedRows)
    case lines(TextDocument)
    case hex(ByteSource)

    var length: Int {
      switch self {
      case .tree(let rows): rows.document.indexedCount
      case .lines(let text): text.source.count
      case .hex(let source): source.count
      }
    }
  }

  private mutating func space(of view: DocumentView) throws(DocumentError) -> Space {
    if view == .tree, let tree { return .tree(tree) }
    if let text = try text(of: view) { return .lines(text) }
    return .hex(source)
  }

  private func startOffset(
    _ search: DocumentDesk.Search, _ space: Space
  ) throws(DocumentError) -> Int {
    let isForward = search.direction == .forward
    // Where hits of the row itself begin: forward they count from there on, backward up to there.
    let row = (search.start == .withRow) == isForward ? search.row : search.row + 1
    switch space {
    case .hex: return row * 16
    case .lines(let text):
      let lines = try text.lines(in: row..<row + 1, length: 0)
      return lines.first?.offset ?? space.length
    case .tree(let rows):
      return try isForward ? offset(behind: row - 1, rows) : offset(behind: row, rows)
    }
  }

  /// The first byte that belongs to no row up to this one. A closed container's row owns only its
  /// bracket when searching behind it: its inside is searched too.
  private func offset(behind row: Int, _ rows: FoldedRows) throws(DocumentError) -> Int {
    guard row >= 0 else { return 0 }
    guard let found = try rows.rows(in: row..<row + 1, previewLength: 0).first else {
      return rows.document.indexedCount
    }
    if found.node.isContainer { return found.node.offset + 1 }
    return try rows.document.range(of: found.node).upperBound
  }

  private mutating func hit(
    _ search: DocumentDesk.Search, _ space: Space, from offset: Int, except excluded: Int?
  ) throws(DocumentError) -> Int? {
    let direction: BodySearch.Direction = search.direction == .forward ? .forward : .backward
    var walk =
      switch space {
      case .tree(let rows): BodySearch(search.text, in: rows.document, from: offset, direction)
      case .lines(let text): BodySearch(search.text, in: text.source, from: offset, direction)
      case .hex(let source): BodySearch(search.text, in: source, from: offset, direction)
      }
    while true {
      switch try walk.step() {
      case .searching: continue
      case .nothing: return nil
      case .found(let range):
        guard let found = try row(of: range.lowerBound, space) else { continue }
        let after = if case .tree = space, let tree { Space.tree(tree) } else { space }
        if excluded == nil { return found }
        if try identity(ofRow: found, after) != excluded { return found }
      }
    }
  }

  private mutating func row(of offset: Int, _ space: Space) throws(DocumentError) -> Int? {
    switch space {
    case .hex: return offset / 16
    case .lines(let text): return try text.line(at: offset)
    case .tree(var rows):
      let found = try rows.reveal(offset)
      tree = rows
      return found
    }
  }
}
