import ClientDocuments
import ReadingValues

/// Functions that show one value of the body as separate text; see `WrappedText`.
extension OpenBody {
  /// Wraps the text of a row's value.
  mutating func viewValue(
    at row: Int, _ options: ValueViewOptions, _ update: inout DocumentUpdate
  ) throws(DocumentError) {
    guard let (range, notation) = try value(in: row) else {
      update.outcome = .nothing("This row has no value to show as separate text.")
      return
    }
    viewed = try ViewedValue(source, range, notation, options)
    finding.end()
    update.row = 0
  }

  /// Returns the range and notation of a row's value.
  private func value(
    in row: Int
  ) throws(DocumentError) -> (range: Range<Int>, notation: ViewedValue.Notation)? {
    if let tree {
      guard let node = try node(at: row) else { return nil }
      return (try tree.document.range(of: node), node.kind == .string ? .jsonString : .plain)
    }
    switch shape {
    case .outline(let rows, _):
      guard let node = rows.node(ofRow: row) else { return nil }
      return (OutlineText(rows.outline, in: source).valueRange(of: node), .plain)
    case .events(let events):
      guard let row = try events.row(at: row) else { return nil }
      return (events.text(of: row).valueRange(of: row.node), .plain)
    case .record(let list):
      guard row > 0, let record = try list.record, row <= record.fields.count else { return nil }
      return (record.fields[row - 1], .plain)
    case .table, nil: return nil
    }
  }

  /// Wraps the displayed text again in a new form or width. The text in the first visible row stays
  /// visible.
  mutating func rewrap(
    _ look: ValueViewOptions, row: Int, _ update: inout DocumentUpdate
  ) throws(DocumentError) {
    guard let form = viewed?.text.form else { return }
    update.row = try viewed?.rewrap(source, look, row: row)
    if viewed?.text.form != form { finding.search = nil }
    finding.counter = nil
  }
}
