package import ClientModel

/// A row of the current tab.
package struct ComposerRow: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case heading(String)
    /// A name and a value side by side, followed by the mark of the row.
    case pair(DraftField.Mark)
    case field(label: String, placeholder: String)
    /// A line of the body. The index counts from 0.
    case body(Int)
    /// A read-only row.
    case note(String)
    case problem(String)
    /// A field of the typed form.
    case form(FormLine)
  }

  package let kind: Kind
  package var fields: [ComposerField] = []
  package var texts: [String] = []

  package var field: ComposerField? { fields.first }
  /// Not inlined, because the optimizer of Swift 6.3.1 would fail on a borrow in the callers.
  @inline(never)
  package var bodyLine: Int? { if case .body(let line) = kind { line } else { nil } }
}

/// The rows of the current tab. The rows in `head` are stored. A body line becomes a row only on
/// access.
package struct ComposerRows: RandomAccessCollection, Sendable {
  enum Lines: Sendable {
    case none
    case typed(TextBuffer)
    case draft(BodyLines)
  }

  let head: [ComposerRow]
  let lines: Lines
  package let endIndex: Int

  init(_ head: [ComposerRow], _ lines: Lines = .none) {
    self.head = head
    self.lines = lines
    let count =
      switch lines {
      case .none: 0
      case .typed(let buffer): buffer.lineCount
      case .draft(let lines): lines.count
      }
    endIndex = head.count + count
  }

  package var startIndex: Int { 0 }

  package subscript(row: Int) -> ComposerRow {
    if row < head.count { return head[row] }
    let number = row - head.count
    let text =
      switch lines {
      case .none: ""
      case .typed(let buffer): buffer.line(number)?.text ?? ""
      case .draft(let lines): lines.line(number)
      }
    return ComposerRow(kind: .body(number), fields: [.body], texts: [text])
  }

  /// The fields of each row, in the order of the up and down commands. All lines of a body are one
  /// entry.
  var fields: [[ComposerField]] {
    let made = head.map(\.fields).filter { !$0.isEmpty }
    return endIndex > head.count ? made + [[.body]] : made
  }

  /// Returns the row of a field. For a body, returns the row of the given line. Returns nil if the
  /// tab does not have the field.
  func row(of field: ComposerField, line: Int) -> Int? {
    if field == .body, endIndex > head.count { return Swift.min(head.count + line, endIndex - 1) }
    return head.firstIndex { $0.fields.contains(field) }
  }
}
