import ClientModel
import Terminal

/// A document of the manual as lines for a terminal.
package struct ManualPage: Hashable, Sendable {
  package typealias Line = [ManualText.Span]

  /// The indentation of body text. It makes headings visible even without bold type.
  private static let indent = 2
  private static let codeIndent = 6
  /// The upper limit for the minimum width of a column. Below the limit, the minimum width is that
  /// of the column's longest word.
  private static let longestWord = 40

  package private(set) var lines: [Line] = []
  private let width: Int

  /// Formats a document.
  ///
  /// - Parameter width: The maximum width of a line in columns. Lines of code may be longer.
  package init(_ document: ManualDocument, width: Int) {
    self.width = max(width, 40)
    var wasItem = false
    for block in document.blocks {
      var isItem = false
      if case .item = block { isItem = true }
      if !lines.isEmpty, !(isItem && wasItem) { lines.append([]) }
      add(block)
      wasItem = isItem
    }
  }

  /// The lines without styles.
  package var plain: String {
    lines.map { Self.trimmed($0.map(\.text).joined()) + "\n" }.joined()
  }

  private static func trimmed(_ line: String) -> String {
    var line = line[...]
    while line.ends(with: " ") { line = line.droppingLast(bytes: 1) }
    return String(line)
  }

  private mutating func add(_ block: ManualDocument.Block) {
    switch block {
    case .heading(let level, let text):
      let indent = level > 2 ? Self.indent : 0
      lines += Self.wrapped(text, width: width - indent).map { line in
        Self.indented(line.map { ManualText.Span(text: $0.text, style: .heading) }, by: indent)
      }
    case .paragraph(let text):
      lines += Self.wrapped(text, width: width - Self.indent).map {
        Self.indented($0, by: Self.indent)
      }
    case .item(let mark, let text):
      let hanging = Self.indent + mark.utf8.count + 1
      for (index, line) in Self.wrapped(text, width: width - hanging).enumerated() {
        lines.append(
          index > 0
            ? Self.indented(line, by: hanging)
            : Self.indented(
              [ManualText.Span(text: "\(mark) ", style: .plain)] + line, by: Self.indent))
      }
    case .code(let block):
      if let file = block.file {
        lines.append(
          Self.indented([ManualText.Span(text: "\(file):", style: .strong)], by: Self.indent))
      }
      lines += block.lines.map {
        Self.indented([ManualText.Span(text: $0, style: .code)], by: Self.codeIndent)
      }
    case .table(let rows): addTable(rows)
    }
  }

  // MARK: Tables

  private mutating func addTable(_ rows: [[ManualText]]) {
    guard let columns = rows.map(\.count).max(), columns > 0 else { return }
    let widths = columnWidths(rows, columns)
    for (index, row) in rows.enumerated() {
      let cells = widths.indices.map { column in
        column < row.count ? Self.wrapped(row[column], width: widths[column]) : []
      }
      for number in 0..<max(1, cells.map(\.count).max() ?? 0) {
        var line: Line = []
        for (column, cell) in cells.enumerated() {
          let part = number < cell.count ? cell[number] : []
          line += index > 0 ? part : part.map { ManualText.Span(text: $0.text, style: .strong) }
          guard column < cells.count - 1 else { break }
          let gap = max(1, widths[column] + 2 - Self.width(of: part))
          line.append(ManualText.Span(text: String(repeating: " ", count: gap), style: .plain))
        }
        lines.append(Self.indented(line, by: Self.indent))
      }
    }
  }

  /// Returns the widths of the columns. Each column is at first as wide as its widest text.
  ///
  /// Then the widest column that can be narrowed is narrowed until the table fits.
  private func columnWidths(_ rows: [[ManualText]], _ columns: Int) -> [Int] {
    var widths = (0..<columns).map { column in
      rows.map { $0.count > column ? SafeText($0[column].plain).width : 0 }.max() ?? 0
    }
    let narrowest = (0..<columns).map { column in
      let words = rows.flatMap { $0.count > column ? Self.words(of: $0[column]) : [] }
      return min(Self.longestWord, words.map(Self.width).max() ?? 0)
    }
    var surplus = widths.reduce(0, +) + 2 * (columns - 1) - (width - Self.indent)
    while surplus > 0,
      let column = widths.indices.filter({ widths[$0] > narrowest[$0] })
        .max(by: { widths[$0] < widths[$1] })
    {
      widths[column] -= 1
      surplus -= 1
    }
    return widths
  }

  // MARK: Lines

  private static func width(of line: Line) -> Int {
    line.reduce(0) { $0 + SafeText($1.text).width }
  }

  private static func indented(_ line: Line, by count: Int) -> Line {
    count == 0
      ? line : [ManualText.Span(text: String(repeating: " ", count: count), style: .plain)] + line
  }

  /// Wraps the text at spaces. A word that is wider than a line gets its own line.
  private static func wrapped(_ text: ManualText, width: Int) -> [Line] {
    var lines: [Line] = []
    var line: Line = []
    var used = 0
    for word in words(of: text) {
      let wide = Self.width(of: word)
      if used > 0, used + 1 + wide > width {
        lines.append(line)
        (line, used) = ([], 0)
      }
      if used > 0 {
        append(ManualText.Span(text: " ", style: joint(line, word)), to: &line)
        used += 1
      }
      for span in word { append(span, to: &line) }
      used += wide
    }
    if !line.isEmpty { lines.append(line) }
    return lines
  }

  /// Returns the style of the space between two words. It is the style of both words, or plain if
  /// they differ.
  private static func joint(_ line: Line, _ word: Line) -> ManualText.Style {
    guard let last = line.last?.style, last == word.first?.style else { return .plain }
    return last
  }

  private static func append(_ span: ManualText.Span, to line: inout Line) {
    if line.last?.style == span.style {
      line[line.count - 1].text += span.text
    } else {
      line.append(span)
    }
  }

  /// Returns the words of the text and their styles. A word may consist of several spans.
  private static func words(of text: ManualText) -> [Line] {
    var words: [Line] = []
    var isOpen = false
    for span in text.spans {
      for (index, piece) in span.text.pieces(at: " ").enumerated() {
        if index > 0 { isOpen = false }
        guard !piece.isEmpty else { continue }
        let part = ManualText.Span(text: String(piece), style: span.style)
        if isOpen { words[words.count - 1].append(part) } else { words.append([part]) }
        isOpen = true
      }
    }
    return words
  }
}

extension ManualPage {
  /// The lines with terminal sequences for bold and underlined type. There are no colours.
  package var styled: String {
    lines.map { line in
      line.map { span in
        switch span.style {
        case .plain: span.text
        case .heading, .strong, .code: "\u{1B}[1m\(span.text)\u{1B}[0m"
        case .link: "\u{1B}[4m\(span.text)\u{1B}[0m"
        }
      }.joined() + "\n"
    }.joined()
  }
}
