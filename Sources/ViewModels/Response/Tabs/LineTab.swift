/// A tab that shows lines instead of the body.
protocol LineTab {
  associatedtype Row
  var rows: [Row] { get }

  /// The text of a row for copying; nil where it has none.
  func text(of row: Row) -> String?
  /// The assertion to propose at this row; nil for the one about the status.
  func assertion(at row: Int) -> String?
}

extension LineTab {
  func assertion(at row: Int) -> String? { nil }

  func text(at row: Int) -> String? { rows.indices.contains(row) ? text(of: rows[row]) : nil }
}
