import ReadingValues
import Terminal
import ViewModels

/// The line of a value in a tree: indent guides, a fold mark, the key and the value.
enum TreeLine {
  /// The maximum indentation. Deeper levels are not indented further, so that there is always space
  /// for a key.
  private static let deepestIndent = 20

  /// Returns the line.
  ///
  /// - Parameters:
  ///   - indexWidth: The width of the widest visible index of the same array.
  ///   - isFocused: Whether the panel has the focus. If not, previews of folded values are faint.
  static func spans(_ row: TreeRow, indexWidth: Int = 0, isFocused: Bool = true) -> [Span] {
    let guide = String(repeating: "┊ ", count: min(row.depth, deepestIndent))
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
      let index = SafeText("\(place)")
      let pad = SafeText(String(repeating: " ", count: max(0, indexWidth - index.width)))
      spans.append(Span(pad + index, Ink(.lineNumber)))
      spans.append(Span(": ", Ink(.jsonPunctuation)))
    }
    if row.isContainer {
      spans += container(row, isFocused)
    } else {
      spans.append(Span(SafeText(row.preview), Ink(role(of: row.kind))))
      if row.isCut { spans.append(Span("…", Ink(.muted))) }
    }
    if let fault = row.fault { spans.append(Span(SafeText("  " + fault), Ink(.noticeWarning))) }
    return spans
  }

  /// Returns the width of the widest index of each array with visible elements, for each row.
  static func indexWidths(_ rows: [TreeRow?]) -> [Int] {
    var widths = Array(repeating: 0, count: rows.count)
    // The rows of the open arrays, one for each depth.
    var siblings: [(depth: Int, rows: [Int])] = []
    func close(_ depth: Int) {
      while let last = siblings.last, last.depth > depth {
        let widest = last.rows.map { widths[$0] }.max() ?? 0
        for row in last.rows { widths[row] = widest }
        siblings.removeLast()
      }
    }
    for (index, row) in rows.enumerated() {
      guard let row else { continue }
      close(row.depth)
      guard case .place(let place) = row.label else { continue }
      widths[index] = String(place).utf8.count
      if siblings.last?.depth != row.depth { siblings.append((row.depth, [])) }
      siblings[siblings.count - 1].rows.append(index)
    }
    close(-1)
    return widths
  }

  private static func container(_ row: TreeRow, _ isFocused: Bool) -> [Span] {
    let count = "\(row.children ?? 0)\(row.mayGrow ? "…" : "")"
    let text = row.kind == .object ? "{\(count)}" : "[\(count)]"
    var spans = [Span(SafeText(text), Ink(.jsonPunctuation))]
    if !row.isOpen, row.children != 0 {
      // A value that is shown completely needs no size.
      if row.isCut, let size = row.sizeWords {
        spans.append(Span(SafeText(" " + size), Ink(.lineNumber)))
      }
      spans.append(Span(" ", Ink(.muted)))
      spans += isFocused ? JSONLine.spans(row.preview) : [Span(SafeText(row.preview), Ink(.muted))]
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
