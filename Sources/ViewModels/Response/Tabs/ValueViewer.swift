import ClientDocuments
import ClientModel
import ReadingValues

/// A long value that is shown as wrapped text in place of the tree. The text is loaded in windows.
///
///     tree ──open──► value, decoded ◄──turn──► value, unchanged ──close──► tree
struct ValueViewer: Equatable, Sendable {
  /// The number of columns at which the text wraps.
  private var columns = 80
  /// The form of the text. Nil while the tree is shown.
  private var form: WrappedText.Form?
  /// The kind of the value. Only strings have two forms.
  private var kind = Kind.plain

  private enum Kind { case string, plain }

  var isOpen: Bool { form != nil }

  /// The caption, such as `value, decoded`. Nil while the tree is shown.
  var words: String? {
    form.map { kind == .string && $0 == .decoded ? "value, decoded" : "value, raw" }
  }

  /// Opens a value of this kind. The escapes of a string are decoded.
  mutating func open(_ kind: TreeRow.Kind?) -> ValueViewOptions {
    self.kind = kind == .string ? .string : .plain
    form = kind == .string ? .decoded : .asItStands
    return ValueViewOptions(.decoded, columns: columns)
  }

  mutating func close() { form = nil }

  /// Switches between decoded and literal escapes.
  mutating func turn() -> ValueViewOptions? {
    guard let form else { return nil }
    self.form = form == .decoded ? .asItStands : .decoded
    return viewOptions
  }

  /// Sets the number of columns.
  ///
  /// - Returns: The options to wrap the displayed text again, or nil if this is not necessary.
  mutating func resize(columns: Int) -> ValueViewOptions? {
    guard columns != self.columns else { return nil }
    self.columns = columns
    return viewOptions
  }

  private var viewOptions: ValueViewOptions? { form.map { ValueViewOptions($0, columns: columns) } }

  /// Returns the reason why a command cannot act while a value is shown. Returns nil if it can.
  func obstacle(to command: ResponseCommand) -> Notice? {
    switch command {
    case .viewValue, .open, .close, .copyValue, .copyKey, .copyParentKey, .copyPath, .copyQuery:
      nil
    case .toggle where kind == .string: nil
    case .toggle: .cannot("The value is shown raw.", "Only strings have escapes.")
    default:
      .cannot("This command works only in the tree.", "A value is shown.", "Close it first.")
    }
  }
}
