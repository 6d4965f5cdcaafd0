package import ClientDocuments

/// The options for showing a value as separate text.
package struct ValueViewOptions: Hashable, Sendable {
  package var form: WrappedText.Form
  /// The width in columns at which rows wrap.
  package var columns: Int

  package init(_ form: WrappedText.Form, columns: Int) {
    (self.form, self.columns) = (form, columns)
  }
}
