import ClientModel

/// The parser of a manual document. It reads the blocks line by line.
struct ManualReader {
  private let lines: [Substring]
  private var next = 0
  private var blocks: [ManualDocument.Block] = []

  init(_ text: String) { lines = text.pieces(at: "\n") }

  mutating func read() -> [ManualDocument.Block] {
    while next < lines.count {
      let line = lines[next]
      if line.begins(with: "```") {
        readCode(line.dropping(bytes: 3))
      } else if line.begins(with: "|") {
        readTable()
      } else if line.begins(with: "#") {
        let level = line.utf8.prefix { $0 == UInt8(ascii: "#") }.count
        blocks.append(.heading(level: level, ManualText(marked: line.dropping(bytes: level + 1))))
        next += 1
      } else if line.isEmpty || line.begins(with: "<!--") {
        next += 1
      } else if let mark = Self.mark(of: line) {
        let text = readLines(from: line.dropping(bytes: mark.utf8.count + 1))
        blocks.append(.item(mark: mark, ManualText(marked: text)))
      } else {
        let text = readLines(from: line)
        blocks.append(.paragraph(ManualText(marked: text)))
      }
    }
    return blocks
  }

  /// Reads a paragraph or an item. Its lines form one text.
  private mutating func readLines(from first: Substring) -> String {
    var text = String(first)
    next += 1
    while next < lines.count {
      let line = lines[next]
      if line.isEmpty || Self.mark(of: line) != nil
        || ["```", "|", "#", "<!--"].contains(where: line.begins)
      {
        break
      }
      text += " \(line.trimmed(of: " "))"
      next += 1
    }
    return text
  }

  private mutating func readCode(_ info: Substring) {
    let place = next + 1
    let words = info.pieces(at: " ").map(String.init)
    var code: [String] = []
    next += 1
    while next < lines.count, lines[next] != "```" {
      code.append(String(lines[next]))
      next += 1
    }
    next += 1
    blocks.append(
      .code(
        ManualDocument.CodeBlock(
          kind: words.first ?? "", file: words.count > 1 ? words[1] : nil, lines: code,
          place: place)))
  }

  private mutating func readTable() {
    var rows: [[ManualText]] = []
    while next < lines.count, lines[next].begins(with: "|") {
      let cells = Self.cells(of: lines[next])
      let isRule = cells.allSatisfy { cell in
        cell.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ":") }
      }
      if !isRule { rows.append(cells.map { ManualText(marked: $0) }) }
      next += 1
    }
    blocks.append(.table(rows))
  }

  /// Returns the cells of a row. `\|` is a bar within a cell.
  private static func cells(of line: Substring) -> [String] {
    var cells = [""]
    var isEscaped = false
    for scalar in line.dropping(bytes: 1).unicodeScalars {
      switch scalar {
      case "|" where !isEscaped: cells.append("")
      case "\\" where !isEscaped:
        isEscaped = true
        continue
      case "|": cells[cells.count - 1].unicodeScalars.append(scalar)
      default:
        if isEscaped { cells[cells.count - 1] += "\\" }
        cells[cells.count - 1].unicodeScalars.append(scalar)
      }
      isEscaped = false
    }
    if cells.last?.utf8.allSatisfy({ $0 == UInt8(ascii: " ") }) ?? false { cells.removeLast() }
    return cells.map { String($0.trimmed(of: " ")) }
  }

  /// Returns the mark of an item: `-` or a number with a period. Returns nil if the line is not an
  /// item.
  private static func mark(of line: Substring) -> String? {
    if line.begins(with: "- ") { return "-" }
    let digits = line.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
    guard digits > 0, line.dropping(bytes: digits).begins(with: ". ") else { return nil }
    return "\(line.prefix(digits))."
  }
}
