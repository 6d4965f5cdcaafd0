package import ClientDocuments

/// What differs between the bodies of two exchanges.
package struct Comparison: Hashable, Sendable {
  package let rows: [BodyComparison.Row]
  package let differences: Int
  /// How many lines were too many.
  package let omitted: Int
  /// The sentence for bodies that cannot be compared value by value.
  package let remark: String?

  package init(rows: [BodyComparison.Row], differences: Int, omitted: Int, remark: String?) {
    self.rows = rows
    self.differences = differences
    self.omitted = omitted
    self.remark = remark
  }
}
