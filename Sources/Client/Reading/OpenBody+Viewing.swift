import ClientDocuments
import ReadingValues

/// One value of the body as a text of its own: see `WrappedText`.
extension OpenBody {
  /// Wraps the text of the value in a row of the tree.
  mutating func look(
    at row: Int, _ look: ValueLook, _ update: inout DocumentUpdate
  ) throws(DocumentError) {
    guard let (range, isString) = try value(in: row) else {
      update.outcome = .nothing("This row is not a value to be shown as a text of its own.")
      return
    }
    (viewedRange, viewedIsString) = (range, isString)
    var text = try WrappedText(
      source, range, isString ? look.form : .asItStands, columns: look.columns)
    try text.extend(budget: Self.firstStep)
    viewed = text
    (hunt, counter) = (nil, nil)
    update.row = 0
  }

  /// The bytes of the value in a row, and whether they are a string of JSON.
  private func value(
    in row: Int
  ) throws(DocumentError) -> (range: Range<Int>, isString: Bool)? {
    if let tree {
      guard let node = try node(at: row) else { return nil }
      return (try tree.document.range(of: node), node.kind == .string)
    }
    switch shape {
    case .outline(let rows, _):
      guard let node = rows.node(ofRow: row) else { return nil }
      return (OutlineText(rows.outline, in: source).valueRange(of: node), false)
    case .record(let list):
      guard row > 0, let record = try list.record, row <= record.fields.count else { return nil }
      return (record.fields[row - 1], false)
    case .table, nil: return nil
    }
  }

  /// Wraps the same text anew: in another form or for another width; what is on show stays.
  mutating func rewrap(
    _ look: ValueLook, row: Int, _ update: inout DocumentUpdate
  ) throws(DocumentError) {
    guard let before = viewed else { return }
    let offset = try before.rows(in: row..<row + 1).first?.offset ?? viewedRange.lowerBound
    var text = try WrappedText(
      source, viewedRange, viewedIsString ? look.form : .asItStands, columns: look.columns)
    if text.form != before.form { hunt = nil }
    counter = nil
    let reach = offset - viewedRange.lowerBound + Self.firstStep
    try text.extend(budget: reach)
    viewed = text
    update.row = try text.row(at: offset)
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
    return ReadingProgress(.indexing, done: viewed.length - viewed.left, total: viewed.length)
  }
}
