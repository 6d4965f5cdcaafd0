package import ClientDocuments

/// The differences between the bodies of two exchanges.
package struct Comparison: Hashable, Sendable {
  package let rows: [BodyComparison.Row]
  package let differences: Int
  /// The number of rows that were omitted because of the limit.
  package let omitted: Int
  /// The message if the bodies were not compared value by value, or nil.
  package let remark: String?

  package init(rows: [BodyComparison.Row], differences: Int, omitted: Int, remark: String?) {
    self.rows = rows
    self.differences = differences
    self.omitted = omitted
    self.remark = remark
  }
}
