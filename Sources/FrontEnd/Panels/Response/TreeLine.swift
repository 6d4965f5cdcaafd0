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
  ///   - width: The number of columns for the line.
  ///   - indexWidth: The width of the widest visible index of the same array.
  ///   - isFocused: Whether the panel has the focus. If not, previews of folded values are faint.
  static func spans(
    _ row: TreeRow, width: Int, indexWidth: Int = 0, isFocused: Bool = true
  ) -> [Span] {
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
      spans += container(row, isFocused, width - spans.reduce(0) { $0 + $1.text.width })
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

  /// Returns the number of children of an open container, or the start of a folded one. The size of
  /// a folded container follows its start if that is cut and enough of it remains.
  private static func container(_ row: TreeRow, _ isFocused: Bool, _ room: Int) -> [Span] {
    let count = "\(row.children ?? 0)\(row.mayGrow ? "…" : "")"
    let isEmpty = count == "0"
    if row.isOpen || row.children == 0 {
      let inside = isEmpty ? "" : count
      let text = row.kind == .object ? "{\(inside)}" : "[\(inside)]"
      return [Span(SafeText(text), Ink(isEmpty ? .jsonPunctuation : .muted))]
    }
    var preview = SafeText(row.preview + (row.isCut ? "…" : ""))
    var size: SafeText = ""
    if row.isCut || preview.width > room {
      let facts = [count, row.sizeWords].compactMap { $0 }.joined(separator: ", ")
      size = SafeText("  (\(facts))")
      let left = room - size.width
      if left < min(preview.width, shortestPreview) {
        size = ""
      } else {
        preview = preview.fitted(to: left)
      }
    }
    let spans = isFocused ? JSONLine.spans(preview.string) : [Span(preview, Ink(.muted))]
    return spans + [Span(size, Ink(.muted))]
  }

  /// The minimum number of columns of a shortened preview that is followed by the size.
  private static let shortestPreview = 16

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
