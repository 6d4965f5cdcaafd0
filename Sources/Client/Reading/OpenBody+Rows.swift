import ClientDocuments
import ReadingValues

extension OpenBody {
  /// Returns the rows of a view in a range. Rows past the end are ignored.
  mutating func window(
    _ wanted: Range<Int>, _ view: DocumentView
  ) throws(DocumentError) -> RowWindow {
    var window = try rows(wanted, view)
    window.lineLength = lineLength
    return window
  }

  private mutating func rows(
    _ wanted: Range<Int>, _ view: DocumentView
  ) throws(DocumentError) -> RowWindow {
    if view == .value { return try viewed?.rows(wanted) ?? RowWindow() }
    if view == .wrapped, let wrapped { return try wrapped.text.window(wanted) }
    if view == .tree, let tree { return try window(wanted, of: tree) }
    if view == .tree, let shape { return try window(wanted, shape) }
    if let text = try text(of: view) {
      let range = wanted.clamped(to: 0..<text.lineCount)
      let rows = try text.lines(in: range, length: lineLength).map { line in
        DocumentRow.line(
          TextRow(
            number: line.number + 1, text: String(decoding: line.bytes, as: UTF8.self),
            isCut: line.isCut))
      }
      return RowWindow(offset: range.lowerBound, rows: rows, total: text.lineCount)
    }
    let hex = HexRows(source, length: hexLength)
    let range = wanted.clamped(to: 0..<hex.count)
    let rows = try hex.rows(in: range).map { DocumentRow.line(TextRow(number: nil, text: $0.text)) }
    var window = RowWindow(offset: range.lowerBound, rows: rows, total: hex.count)
    window.hexLength = hexLength
    return window
  }

  /// Returns the tree's row with this number, or nil if it does not exist.
  func treeRow(_ row: Int) throws(DocumentError) -> FoldedRows.Row? {
    guard row >= 0 else { return nil }
    return try tree?.rows(in: row..<row + 1, previewLength: 0).first
  }

  func node(at row: Int) throws(DocumentError) -> JSONNode? { try treeRow(row)?.node }
}
