import Terminal

/// Rows of texts, under titles or without, each column as wide as it must be.
struct TextColumns {
  private let rows: [[String]]

  init(_ titles: [String], _ rows: [[String]]) { self.rows = [titles] + rows }

  init(untitled rows: [[String]]) { self.rows = rows }

  func lines() -> [String] {
    guard let first = rows.first else { return [] }
    let widths = first.indices.map { column in
      rows.map { SafeText($0[column]).width }.max() ?? 0
    }
    return rows.map { row in
      var line = ""
      for (column, text) in row.enumerated() where column < row.count - 1 || !text.isEmpty {
        line += text
        guard column < row.count - 1 else { break }
        line += String(repeating: " ", count: widths[column] - SafeText(text).width + 2)
      }
      while line.ends(with: " ") { line = String(line.droppingLast(bytes: 1)) }
      return line
    }
  }
}
