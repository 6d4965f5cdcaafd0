import ClientDocuments
import ReadingValues

/// One value of a body, shown as separate text; see `WrappedText`.
struct ViewedValue: Sendable {
  /// The notation of the value in the body.
  enum Notation { case jsonString, plain }

  private let range: Range<Int>
  private let notation: Notation
  private(set) var text: WrappedText

  /// Creates the text of a value and wraps its first rows.
  ///
  /// - Parameter range: The range of the value in the body.
  init(
    _ source: ByteSource, _ range: Range<Int>, _ notation: Notation, _ look: ValueViewOptions
  ) throws(DocumentError) {
    (self.range, self.notation) = (range, notation)
    text = try Self.wrap(source, range, notation, look)
    try text.extend(budget: OpenBody.firstStep)
  }

  private static func wrap(
    _ source: ByteSource, _ range: Range<Int>, _ notation: Notation, _ look: ValueViewOptions
  ) throws(DocumentError) -> WrappedText {
    try WrappedText(
      source, range, notation == .jsonString ? look.form : .asItStands, columns: look.columns)
  }

  /// Wraps the same text again in a new form or width.
  ///
  /// - Returns: The row that contains the start of the previous `row`.
  mutating func rewrap(
    _ source: ByteSource, _ look: ValueViewOptions, row: Int
  ) throws(DocumentError) -> Int? {
    let offset = try text.rows(in: row..<row + 1).first?.offset ?? range.lowerBound
    var wrapped = try Self.wrap(source, range, notation, look)
    try wrapped.extend(budget: offset - range.lowerBound + OpenBody.firstStep)
    text = wrapped
    return try text.row(at: offset)
  }

  /// Wraps approximately `budget` more bytes.
  mutating func extend(budget: Int) throws(DocumentError) { try text.extend(budget: budget) }

  func rows(_ wanted: Range<Int>) throws(DocumentError) -> RowWindow {
    try text.window(wanted)
  }

  /// The progress of wrapping, or nil if the complete text is wrapped.
  var progress: ReadingProgress? {
    guard text.left > 0 else { return nil }
    return ReadingProgress(.indexing, done: text.length - text.left, total: text.length)
  }
}
