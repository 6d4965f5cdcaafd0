/// A tab that shows lines in place of the body.
protocol LineTab {
  associatedtype Row
  var rows: [Row] { get }

  /// Returns the text to copy from a row. Returns nil if the row has none.
  func text(of row: Row) -> String?
  /// Returns the proposed assertion for a row. Returns nil to propose an assertion about the
  /// status.
  func assertion(at row: Int) -> String?
}

extension LineTab {
  func assertion(at row: Int) -> String? { nil }

  func text(at row: Int) -> String? { rows.indices.contains(row) ? text(of: rows[row]) : nil }
}
