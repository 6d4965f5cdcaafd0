import ClientModel

/// A parsed document of the manual.
///
/// The manual uses a subset of Markdown: headings, paragraphs, lists, tables and fenced code, with
/// `code`, **strong** text and links. All documents are part of Weir, so a full Markdown parser,
/// which would be a dependency, is not needed. A test checks that each document is in this subset.
package struct ManualDocument: Hashable, Sendable {
  package enum Block: Hashable, Sendable {
    /// A heading. Level 1 is the title.
    case heading(level: Int, ManualText)
    case paragraph(ManualText)
    /// A list item. The mark is `-` or a number with a period.
    case item(mark: String, ManualText)
    case table([[ManualText]])
    case code(CodeBlock)
  }

  /// A fenced block. It is an example or the text of a file.
  package struct CodeBlock: Hashable, Sendable {
    /// The kind, such as `console` or `yaml`. It is empty if the block has none.
    package var kind: String
    /// The name of the file that the block shows. It is nil if the block does not show a file.
    package var file: String?
    package var lines: [String]
    /// The line of the block's fence in the document, counted from 1.
    package var place: Int
  }

  package private(set) var blocks: [Block] = []

  package init(_ text: String) {
    var reader = ManualReader(text)
    blocks = reader.read()
  }

  package var title: String {
    for case .heading(1, let text) in blocks { return text.plain }
    return ""
  }

  /// The first sentence of the document. It summarizes the topic.
  package var summary: String {
    for case .paragraph(let text) in blocks {
      let plain = text.plain
      guard let end = plain.firstRange(ofBytes: ". ") else { return plain }
      return String(plain.through(end.lowerBound))
    }
    return ""
  }

  package var codeBlocks: [CodeBlock] {
    blocks.compactMap { if case .code(let block) = $0 { block } else { nil } }
  }
}

/// Text as a list of spans. Each span has a style.
package struct ManualText: Hashable, Sendable {
  package enum Style: Hashable, Sendable {
    case plain, code, strong, heading
    /// A link to another topic or to a URL.
    case link(String)
  }

  package struct Span: Hashable, Sendable {
    package var text: String
    package var style: Style
  }

  package private(set) var spans: [Span] = []

  /// The text without its marks.
  package var plain: String { spans.map(\.text).joined() }

  /// Parses the marks in the text. An unterminated mark is plain text.
  package init(marked text: some StringProtocol) {
    var rest = Substring(text)
    var plain = ""
    func take(_ open: String, _ close: String) -> Substring? {
      guard rest.begins(with: open) else { return nil }
      let inner = rest.dropping(bytes: open.utf8.count)
      guard let end = inner.firstRange(ofBytes: close)?.lowerBound, end > inner.startIndex else {
        return nil
      }
      return inner[..<end]
    }
    func flush() {
      if !plain.isEmpty { spans.append(Span(text: plain, style: .plain)) }
      plain = ""
    }
    while let first = rest.unicodeScalars.first {
      if let code = take("`", "`") {
        flush()
        spans.append(Span(text: String(code), style: .code))
        rest = rest[code.endIndex...].dropping(bytes: 1)
      } else if let strong = take("**", "**") {
        flush()
        spans.append(Span(text: String(strong), style: .strong))
        rest = rest[strong.endIndex...].dropping(bytes: 2)
      } else if let label = take("[", "]("),
        let close = rest[label.endIndex...].firstIndex(ofByte: ")")
      {
        flush()
        let target = rest[label.endIndex..<close].dropping(bytes: 2)
        spans.append(Span(text: ManualText(marked: label).plain, style: .link(Self.topic(target))))
        rest = rest[close...].dropping(bytes: 1)
      } else {
        plain.unicodeScalars.append(first)
        rest.unicodeScalars.removeFirst()
      }
    }
    flush()
  }

  private static func topic(_ target: Substring) -> String {
    target.ends(with: ".md") ? String(target.droppingLast(bytes: 3)) : String(target)
  }
}
