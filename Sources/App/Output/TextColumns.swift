import Panels
import Terminal

/// Rows of text in aligned columns. There may be titles.
///
/// The rows may be added in chunks. A column may become wider with later chunks, but never
/// narrower.
struct TextColumns {
  /// The maximum width of a column. A longer string, such as a URL, shifts the texts after it in
  /// its row.
  static let widest = 72
  /// The minimum width of a truncated address. A shorter address is of little use.
  private static let shortestAddress = 20

  /// A function that returns the style of a text in a column, or nil for text without a style.
  typealias Style = @Sendable (_ column: Int, _ text: String) -> TextStyle?

  private let rows: [[String]]
  private var widths: [Int] = []
  private var fitting: (addresses: Int, width: Int)?
  private var style: Style?

  /// Creates columns without rows. See `lines(of:)`.
  init() { rows = [] }

  /// Creates columns without rows. See `lines(of:)`.
  ///
  /// - Parameters:
  ///   - addresses: The index of the column whose text is truncated first. The last column is
  ///     truncated if its text still does not fit into `width`.
  ///   - width: The number of columns of the terminal. Nil if the rows are not printed on a
  ///     terminal.
  ///   - style: The styles of the texts. Nil for no colours.
  init(addresses: Int, within width: Int?, style: Style? = nil) {
    rows = []
    fitting = width.map { (addresses: addresses, width: $0) }
    self.style = style
  }

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
    return rows.map(line)
  }

  private func line(of row: [String]) -> String {
    var line = ""
    var used = 0
    for (column, full) in row.enumerated() where column < row.count - 1 || !full.isEmpty {
      let room = room(in: column, of: row, after: used)
      var text = room.map { ShortAddress.keepingEnd(SafeText(full), in: $0).string } ?? full
      if let fitting { text = SafeText(text).fitted(to: max(0, fitting.width - used)).string }
      line += text.isEmpty ? "" : style?(column, full)?.text(text) ?? text
      guard column < row.count - 1 else { break }
      let width = SafeText(text).width
      let gap = max(0, min(widths[column], room ?? widths[column]) - width) + 2
      line += String(repeating: " ", count: gap)
      used += width + gap
    }
    while line.ends(with: " ") { line = String(line.droppingLast(bytes: 1)) }
    return line
  }

  func lines() -> [String] {
    var columns = self
    return columns.lines(of: rows)
  }

  /// Returns the maximum width of an address in its row. Returns nil for any other column.
  ///
  /// The address leaves room for the widest text of the last column, unless no text follows it.
  private func room(in column: Int, of row: [String], after used: Int) -> Int? {
    guard let fitting, column == fitting.addresses else { return nil }
    if row[(column + 1)...].allSatisfy(\.isEmpty) { return max(0, fitting.width - used) }
    let others = widths.indices.dropLast().filter { $0 != column }
    let last = widths.last ?? 0
    return max(
      Self.shortestAddress, fitting.width - others.reduce(last) { $0 + widths[$1] + 2 } - 2)
  }
}
