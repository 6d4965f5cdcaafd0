/// The options for wrapping the lines of a body.
package struct TextWrap: Hashable, Sendable {
  /// The view whose lines are wrapped: `pretty` or `raw`.
  package var base: DocumentView
  /// The width in columns at which rows wrap.
  package var columns: Int

  package init(of base: DocumentView, columns: Int) {
    self.base = base
    self.columns = columns
  }
}
