package import ClientModel

/// A row of the current tab.
package struct ComposerRow: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case heading(String)
    /// A name and a value side by side, followed by the mark of the row.
    case pair(DraftField.Mark)
    /// A value of a JSON body: its name and text side by side, followed by its kind.
    case json(JSONRows.Kind)
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
  /// The index of the body line. Nil for any other row. Not inlined, because the optimizer of Swift
  /// 6.3.1 would fail on a borrow in the callers.
  @inline(never)
  package var bodyLine: Int? { if case .body(let line) = kind { line } else { nil } }
}

/// The rows of the current tab, in sections. A line of a text becomes a row only on access.
package struct ComposerRows: RandomAccessCollection, Sendable {
  enum Lines: Sendable {
    case none
    case typed(TextBuffer)
    case draft(BodyLines)

    var count: Int {
      switch self {
      case .none: 0
      case .typed(let buffer): buffer.lineCount
      case .draft(let lines): lines.count
      }
    }

    func text(_ number: Int) -> String {
      switch self {
      case .none: ""
      case .typed(let buffer): buffer.line(number)?.text ?? ""
      case .draft(let lines): lines.line(number)
      }
    }
  }

  /// Some stored rows, followed by the lines of a text.
  struct Section: Sendable {
    let head: [ComposerRow]
    let field: ComposerField
    let lines: Lines
    /// The index of the first row.
    fileprivate let start: Int
    fileprivate let lineStart: Int
    fileprivate let end: Int
  }

  private(set) var sections: [Section] = []
  package var endIndex: Int { sections.last?.end ?? 0 }
  package var startIndex: Int { 0 }

  init(_ head: [ComposerRow], _ lines: Lines = .none, of field: ComposerField = .body) {
    append(head, lines, of: field)
  }

  mutating func append(_ head: [ComposerRow], _ lines: Lines, of field: ComposerField) {
    let start = endIndex
    let lineStart = start + head.count
    sections.append(
      Section(
        head: head, field: field, lines: lines, start: start, lineStart: lineStart,
        end: lineStart + lines.count))
  }

  package subscript(row: Int) -> ComposerRow {
    guard let section = sections.first(where: { row < $0.end }) else {
      preconditionFailure("There is no row \(row).")
    }
    if row < section.lineStart { return section.head[row - section.start] }
    let number = row - section.lineStart
    return ComposerRow(
      kind: .body(number), fields: [section.field], texts: [section.lines.text(number)])
  }

  /// The fields of each row, in the order of the up and down commands. All lines of a text are one
  /// entry.
  var fields: [[ComposerField]] {
    sections.flatMap { section in
      let made = section.head.map(\.fields).filter { !$0.isEmpty }
      return section.end > section.lineStart ? made + [[section.field]] : made
    }
  }

  /// Returns the row of a field. For a text, returns the row of the given line. Returns nil if the
  /// tab does not have the field.
  func row(of field: ComposerField, line: Int) -> Int? {
    for section in sections {
      if field == section.field, section.end > section.lineStart {
        return Swift.min(section.lineStart + line, section.end - 1)
      }
      if let row = section.head.firstIndex(where: { $0.fields.contains(field) }) {
        return section.start + row
      }
    }
    return nil
  }
}
