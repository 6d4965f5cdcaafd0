package import ClientDocuments

/// How one value is shown in a viewer of its own.
package struct ValueLook: Hashable, Sendable {
  package var form: WrappedText.Form
  /// The width at which its rows wrap.
  package var columns: Int

  package init(_ form: WrappedText.Form, columns: Int) {
    (self.form, self.columns) = (form, columns)
  }
}
