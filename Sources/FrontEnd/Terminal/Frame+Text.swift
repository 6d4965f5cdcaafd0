/// The content of a frame as text, for golden screens and tests.
extension Frame {
  /// Returns the text of row `y`. Trailing spaces are removed.
  package func text(row y: Int) -> String {
    let row = cells[y * size.width..<(y + 1) * size.width].map(\.glyph.text).joined()
    guard let last = row.lastIndex(where: { $0 != " " }) else { return "" }
    return String(row[...last])
  }

  /// All rows from top to bottom. Trailing spaces are removed.
  package var rows: [String] { (0..<size.height).map(text(row:)) }

  /// The screen as text. Each row ends with a line break.
  package var text: String { rows.map { $0 + "\n" }.joined() }

  /// Returns the inks of row `y` and their columns, from left to right.
  package func inks(row y: Int) -> [(ink: Ink, columns: Range<Int>)] {
    var runs: [(ink: Ink, columns: Range<Int>)] = []
    for x in 0..<size.width {
      let ink = cells[y * size.width + x].ink
      if let last = runs.last, last.ink == ink {
        runs[runs.count - 1].columns = last.columns.lowerBound..<x + 1
      } else {
        runs.append((ink, x..<x + 1))
      }
    }
    return runs
  }
}
