import ClientDocuments
import ClientModel
import ReadingValues

/// One value shown instead of the tree, as wrapped text that is loaded in windows, for reading long strings.
///
///     tree ──open──► value, decoded ◄──turn──► value, as it stands ──close──► tree
struct ValueViewer: Equatable, Sendable {
  /// The width at which the rows of a value wrap.
  private var columns = 80
  /// Nil while the tree is shown.
  private var form: WrappedText.Form?
  /// Only strings have two forms.
  private var kind = Kind.plain

  private enum Kind { case string, plain }

  var isOpen: Bool { form != nil }

  /// `value, decoded`; nil while the tree is shown.
  var words: String? {
    form.map { kind == .string && $0 == .decoded ? "value, decoded" : "value, as it stands" }
  }

  /// Opens a value of this kind; escapes in a string are decoded.
  mutating func open(_ kind: TreeRow.Kind?) -> ValueLook {
    self.kind = kind == .string ? .string : .plain
    form = kind == .string ? .decoded : .asItStands
    return ValueLook(.decoded, columns: columns)
  }

  mutating func close() { form = nil }

  /// Switches between decoded and literal escapes.
  mutating func turn() -> ValueLook? {
    guard let form else { return nil }
    self.form = form == .decoded ? .asItStands : .decoded
    return look
  }

  /// Sets the width of the panel.
  ///
  /// - Returns: How a visible text must be wrapped again; nil when none must.
  mutating func resize(columns: Int) -> ValueLook? {
    guard columns != self.columns else { return nil }
    self.columns = columns
    return look
  }

  private var look: ValueLook? { form.map { ValueLook($0, columns: columns) } }

  /// Why a command does nothing while a value is shown; nil when it does something.
  func obstacle(to command: ResponseCommand) -> Notice? {
    switch command {
    case .viewValue, .open, .close, .copyValue, .copyKey, .copyParentKey, .copyPath, .copyQuery:
      nil
    case .toggle where kind == .string: nil
    case .toggle: .cannot("It is shown as it stands.", "Only strings have escapes.")
    default: .cannot("Only the tree can do this.", "A value is on show.", "Close it first.")
    }
  }
}
