import ClientDocuments

/// One value of the body as a text of its own: see `WrappedText`.
extension OpenBody {
  /// Wraps the text of the value in a row of the tree.
  mutating func look(
    at row: Int, _ look: ValueLook, _ news: inout DocumentNews
  ) throws(DocumentError) {
    guard let tree, let node = try node(at: row) else {
      news.outcome = .nothing("Only a value of JSON is shown as a text of its own.")
      return
    }
    let range = try tree.document.range(of: node)
    let form: WrappedText.Form = node.kind == .string ? look.form : .asItStands
    var text = try WrappedText(source, range, form, columns: look.columns)
    try text.extend(budget: Self.firstStep)
    viewed = text
    viewedRange = range
    news.row = 0
  }

  /// Wraps the same text anew: in another form or for another width; what is on show stays.
  mutating func rewrap(
    _ look: ValueLook, row: Int, _ news: inout DocumentNews
  ) throws(DocumentError) {
    guard let before = viewed else { return }
    let offset = try before.rows(in: row..<row + 1).first?.offset ?? viewedRange.lowerBound
    let start = try source.bytes(in: viewedRange.lowerBound..<viewedRange.lowerBound + 1)
    let isString = start == Array("\"".utf8)
    var text = try WrappedText(
      source, viewedRange, isString ? look.form : .asItStands, columns: look.columns)
    let reach = offset - viewedRange.lowerBound + Self.firstStep
    try text.extend(budget: reach)
    viewed = text
    news.row = try text.row(at: offset)
  }

  func viewedRows(_ wanted: Range<Int>) throws(DocumentError) -> RowWindow {
    guard let viewed else { return RowWindow() }
    let range = wanted.clamped(to: 0..<viewed.count)
    let rows = try viewed.rows(in: range).map { row in
      DocumentRow.line(
        TextRow(number: row.line, text: String(decoding: row.text, as: UTF8.self)))
    }
    return RowWindow(offset: range.lowerBound, rows: rows, total: viewed.count)
  }

  /// How far the text on show has been read; nil when all of it is.
  var viewedProgress: ReadingProgress? {
    guard let viewed, viewed.left > 0 else { return nil }
    return ReadingProgress(.indexing, done: viewed.length - viewed.left, whole: viewed.length)
  }
}
