/// The rows of the current tab: a few created in advance, then the lines of a body, each created on
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

  /// The fields of each row, in the order of the commands up and down. A body counts as one row.
  var fields: [[ComposerField]] {
    let made = head.map(\.fields).filter { !$0.isEmpty }
    return endIndex > head.count ? made + [[.body]] : made
  }

  /// Returns the row of a field; for a body, the row of this line.
  func row(of field: ComposerField, line: Int) -> Int? {
    if field == .body, endIndex > head.count { return Swift.min(head.count + line, endIndex - 1) }
    return head.firstIndex { $0.fields.contains(field) }
  }
}
