import ReadingValues
import Terminal
import ViewModels

/// The line of a value in a tree: indent guides, a fold mark, the key and the value.
enum TreeLine {
  /// The maximum indentation. Deeper levels are not indented further, so that there is always space
  /// for a key.
  private static let deepestIndent = 20

  static func spans(_ row: TreeRow) -> [Span] {
    let guide = String(repeating: "│ ", count: min(row.depth, deepestIndent))
    var spans: [Span] = []
    if !guide.isEmpty { spans.append(Span(SafeText(guide), Ink(.border))) }
    let mark = !row.isContainer || row.children == 0 ? " " : row.isOpen ? "▾" : "▸"
    spans.append(Span(SafeText(mark), Ink(.jsonPunctuation)))
    // The mark is at a fixed position, so that a long value does not push it off the screen.
    spans.append(row.isOdd ? Span("!", Ink(.noticeWarning)) : Span(" ", Ink(.jsonPunctuation)))
    switch row.label {
    case .root: break
    case .key(let key):
      spans.append(Span(SafeText(key.isEmpty ? "\"\"" : key), Ink(.jsonKey)))
      spans.append(Span(": ", Ink(.jsonPunctuation)))
    case .place(let place):
      spans.append(Span(SafeText("\(place)"), Ink(.lineNumber)))
      spans.append(Span(": ", Ink(.jsonPunctuation)))
    }
    if row.isContainer {
      spans += container(row)
    } else {
      spans.append(Span(SafeText(row.preview), Ink(role(of: row.kind))))
      if row.isCut { spans.append(Span("…", Ink(.muted))) }
    }
    if let fault = row.fault { spans.append(Span(SafeText("  " + fault), Ink(.noticeWarning))) }
    return spans
  }

  private static func container(_ row: TreeRow) -> [Span] {
    let count = "\(row.children ?? 0)\(row.mayGrow ? "…" : "")"
    let text = row.kind == .object ? "{\(count)}" : "[\(count)]"
    var spans = [Span(SafeText(text), Ink(.jsonPunctuation))]
    if !row.isOpen, row.children != 0 {
      // A value that is shown completely needs no size.
      if row.isCut, let size = row.sizeWords {
        spans.append(Span(SafeText(" " + size), Ink(.lineNumber)))
      }
      spans.append(Span(" ", Ink(.muted)))
      spans += JSONLine.spans(row.preview)
      if row.isCut { spans.append(Span("…", Ink(.muted))) }
    }
    return spans
  }

  private static func role(of kind: TreeRow.Kind) -> Role {
    switch kind {
    case .string: .jsonString
    case .number: .jsonNumber
    case .boolean: .jsonBoolean
    case .null: .jsonNull
    case .object, .array: .jsonPunctuation
    case .unknown: .fieldError
    }
  }
}
