import ClientDocuments
import ReadingValues

/// The lines of a body as wrapped rows; see `WrappedText`.
struct WrappedLines: Sendable {
  let options: TextWrap
  /// Whether the text is formatted JSON, whose offsets differ from those of the body.
  let isLaidOut: Bool
  var text: WrappedText

  /// Wraps the first rows.
  init(_ source: ByteSource, _ options: TextWrap, isLaidOut: Bool) throws(DocumentError) {
    (self.options, self.isLaidOut) = (options, isLaidOut)
    text = try WrappedText(source, 0..<source.count, .asItStands, columns: options.columns)
    try text.extend(budget: OpenBody.firstStep)
  }
}

extension WrappedText {
  /// Returns the rows in a range. Rows past the end are ignored.
  func window(_ wanted: Range<Int>) throws(DocumentError) -> RowWindow {
    let range = wanted.clamped(to: 0..<count)
    let rows = try rows(in: range).map { row in
      DocumentRow.line(
        TextRow(number: row.line, text: String(decoding: row.text, as: UTF8.self)))
    }
    return RowWindow(offset: range.lowerBound, rows: rows, total: count)
  }
}
