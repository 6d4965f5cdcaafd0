import ReadingValues
import Terminal
import ViewModels

/// A node of a body that is not JSON, as a line: guides, a fold mark and its pieces.
enum OutlineLine {
  /// The maximum indentation. Deeper levels are not indented further, so that there is always room
  /// for a name.
  private static let deepestIndent = 20

  static func spans(_ row: OutlineRow) -> [Span] {
    let guide = String(repeating: "│ ", count: min(row.depth, deepestIndent))
    var spans: [Span] = []
    if !guide.isEmpty { spans.append(Span(SafeText(guide), Ink(.border))) }
    let mark = row.children == 0 ? "  " : row.isOpen ? "▾ " : "▸ "
    spans.append(Span(SafeText(mark), Ink(.jsonPunctuation)))
    spans += row.pieces.map { Span(SafeText($0.text), Ink(role(of: $0.tone))) }
    if row.isCut { spans.append(Span("…", Ink(.muted))) }
    if row.children > 0, !row.isOpen {
      spans.append(Span(SafeText("  (\(row.children))"), Ink(.muted)))
    }
    return spans
  }

  private static func role(of tone: OutlineRow.Tone) -> Role {
    switch tone {
    case .mark: .jsonPunctuation
    case .name: .jsonKey
    case .attributes: .jsonBoolean
    case .text: .jsonString
    case .muted: .muted
    case .fault: .fieldError
    case .number: .jsonNumber
    }
  }
}
