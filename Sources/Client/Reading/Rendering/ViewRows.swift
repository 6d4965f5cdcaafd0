import ReadingValues

/// A collector of the rows of a view. Rows beyond the limit are omitted.
struct ViewRows {
  private(set) var rows: [RenderedView.Row] = []
  private var isCut = false

  mutating func add(_ row: RenderedView.Row) {
    if rows.count < RenderedView.mostRows { rows.append(row) } else { isCut = true }
  }

  mutating func add(indent: Int = 0, _ pieces: RenderedView.Piece...) {
    add(.prose(indent: indent, pieces))
  }

  /// Adds a blank row before each part except the first.
  mutating func part() { if !rows.isEmpty, rows.last != .blank { add(.blank) } }

  /// The rows, followed by a note if some were omitted.
  fileprivate var shown: [RenderedView.Row] {
    guard isCut else { return rows }
    let words =
      "At most \(RenderedView.mostRows) rows are shown here; the Tree tab has the rest."
    return rows + [.prose(indent: 0, [.init(words, .dim)])]
  }
}

extension ViewRows {
  /// Adds a row for each line of a value's text.
  mutating func addLines(of value: ViewValue, indent: Int = 0) {
    let lines = value.inline.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for line in lines { add(indent: indent, RenderedView.Piece(String(line), value.tone)) }
  }

  mutating func addNone(indent: Int = 0) { add(indent: indent, RenderedView.Piece("None.", .dim)) }
}

extension RenderedView {
  init(_ habit: RowOperations = .fixed, columns: [Column] = [], rows: ViewRows) {
    self.init(habit, columns: columns, rows: rows.shown)
  }
}
