import ClientDocuments
import ReadingValues

/// The content that is searched, as tree nodes, lines or other rows.
enum SearchSpace: Sendable {
  case tree(FoldedRows)
  case lines(TextDocument)
  case hex(HexRows)
  case shape(BodyShape, ByteSource)
  /// The bytes of the value that is shown as separate text. Offsets are relative to the start of
  /// the value.
  case value(WrappedText, ByteSource)

  var length: Int {
    switch self {
    case .tree(let rows): rows.document.indexedCount
    case .lines(let text): text.source.count
    case .hex(let rows): rows.source.count
    case .shape(_, let source), .value(_, let source): source.count
    }
  }

  /// Prepares a query for this content.
  func pattern(_ query: SearchQuery) throws(DocumentError) -> SearchPattern {
    if case .tree = self { return try SearchPattern(query, .tree) }
    if case .value(let text, _) = self, text.form == .decoded {
      return try SearchPattern(query, .string)
    }
    return try SearchPattern(query, .text)
  }

  func walk(
    _ pattern: SearchPattern, from offset: Int, _ direction: BodySearch.Direction
  ) -> BodySearch {
    switch self {
    case .tree(let rows): BodySearch(pattern, in: rows.document, from: offset, direction)
    case .lines(let lines): BodySearch(pattern, in: lines.source, from: offset, direction)
    case .hex(let rows): BodySearch(pattern, in: rows.source, from: offset, direction)
    case .shape(_, let source), .value(_, let source):
      BodySearch(pattern, in: source, from: offset, direction)
    }
  }

  /// Returns whether a match at this byte is in the query's scope. Only outlines, event streams and
  /// tables are checked. A tree search checks the scope itself, and lines have neither keys nor
  /// values.
  func isSought(at offset: Int, _ query: SearchQuery) throws(DocumentError) -> Bool {
    guard query.scope != .everywhere, case .shape(let shape, _) = self else { return true }
    return try shape.isKey(at: offset) == (query.scope == .keys)
  }

  /// Returns an identifier of the row that contains the byte, or nil if there is no such row.
  ///
  /// The identifier is the value's offset in a JSON tree, and the row number in lines and
  /// hexadecimal rows. It does not change when rows are folded, and it increases with the offset.
  func name(at offset: Int) throws(DocumentError) -> Int? {
    switch self {
    case .tree(let rows): try rows.document.value(at: offset)?.offset
    case .lines(let text): try text.line(at: offset)
    case .hex(let rows): rows.row(of: offset)
    case .value(let text, _): try text.row(at: text.range.lowerBound + offset)
    case .shape(let shape, _): try shape.name(at: offset)
    }
  }

  func name(ofRow row: Int) throws(DocumentError) -> Int? {
    if case .shape(let shape, _) = self { return try shape.name(ofRow: row) }
    guard case .tree(let rows) = self else { return row }
    return try rows.rows(in: max(0, row)..<max(0, row) + 1, previewLength: 0).first?.node.offset
  }

  /// Returns the offset after the row of a match, at which counting continues. Returns nil if the
  /// row can contain other rows.
  func end(ofRowAt offset: Int) throws(DocumentError) -> Int? {
    switch self {
    case .shape: return nil
    case .tree(let rows):
      guard let value = try rows.document.value(at: offset), !value.isContainer,
        offset >= value.offset
      else { return nil }
      return try rows.document.range(of: value).upperBound
    case .hex(let rows): return rows.start(ofRow: rows.row(of: offset) + 1)
    case .value(let text, _):
      return try start(ofRow: try text.row(at: text.range.lowerBound + offset) + 1, of: text)
    case .lines(let text):
      let next = try text.line(at: offset) + 1
      return try text.lines(in: next..<next + 1, length: 0).first?.offset ?? length
    }
  }

  /// Returns the offset at which a search starts. A forward search covers the bytes from this
  /// offset, and a backward search the bytes before it.
  func start(of search: DocumentSearch, row: Int) throws(DocumentError) -> Int {
    let isForward = search.direction == .forward
    // A forward search covers the rows from `first`, and a backward search the rows before it.
    let first = (search.start == .withRow) == isForward ? row : row + 1
    switch self {
    case .hex(let rows): return rows.start(ofRow: first)
    case .value(let text, _): return try start(ofRow: first, of: text)
    case .shape(let shape, let source):
      return try shape.offset(ofRow: isForward ? row : first) ?? source.count
    case .lines(let text):
      return try text.lines(in: first..<first + 1, length: 0).first?.offset ?? length
    case .tree(let rows):
      return try isForward ? offset(behind: first - 1, rows) : offset(behind: first, rows)
    }
  }

  /// Returns the offset of a row of the value, or the end of the value after the last row.
  private func start(ofRow row: Int, of text: WrappedText) throws(DocumentError) -> Int {
    try text.rows(in: row..<row + 1).first.map { $0.offset - text.range.lowerBound } ?? length
  }

  /// Returns the offset after a row. The row of a container ends after the opening bracket, so the
  /// contents of a closed container are also searched.
  private func offset(behind row: Int, _ rows: FoldedRows) throws(DocumentError) -> Int {
    guard row >= 0 else { return 0 }
    guard let found = try rows.rows(in: row..<row + 1, previewLength: 0).first else {
      return rows.document.indexedCount
    }
    if found.node.isContainer { return found.node.offset + 1 }
    return try rows.document.range(of: found.node).upperBound
  }
}
