import Terminal

/// Rows of texts, under titles or without, each column as wide as it must be.
///
/// The rows may come in portions: a column then grows with the portions, and does not become narrower.
struct TextColumns {
  /// A longer text, such as a URL, moves the rest of its own row and not that of all others.
  static let widest = 72

  private let rows: [[String]]
  private var widths: [Int] = []

  /// No rows yet; see `lines(of:)`.
  init() { rows = [] }

  init(_ titles: [String], _ rows: [[String]]) { self.rows = [titles] + rows }

  init(untitled rows: [[String]]) { self.rows = rows }

  /// Returns the lines of further rows under the same titles.
  mutating func lines(of rows: [[String]]) -> [String] {
    for row in rows {
      for (column, text) in row.enumerated() {
        if widths.count <= column { widths.append(0) }
        widths[column] = max(widths[column], min(SafeText(text).width, Self.widest))
      }
    }
    return rows.map { row in
      var line = ""
      for (column, text) in row.enumerated() where column < row.count - 1 || !text.isEmpty {
        line += text
        guard column < row.count - 1 else { break }
        let rest = max(0, widths[column] - SafeText(text).width)
        line += String(repeating: " ", count: rest + 2)
      }
      while line.ends(with: " ") { line = String(line.droppingLast(bytes: 1)) }
      return line
    }
  }

  func lines() -> [String] {
    var columns = self
    return columns.lines(of: rows)
  }
}
