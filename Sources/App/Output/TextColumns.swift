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

  private let rows: [[String]]
  private var widths: [Int] = []
  private var fitting: (addresses: Int, width: Int)?

  /// Creates columns without rows. See `lines(of:)`.
  init() { rows = [] }

  /// Creates columns without rows. See `lines(of:)`.
  ///
  /// - Parameters:
  ///   - addresses: The index of the column whose text is truncated. The columns before the last
  ///     one then fit into `width`.
  ///   - width: The number of columns of the terminal. Nil if the rows are not printed on a
  ///     terminal.
  init(addresses: Int, within width: Int?) {
    rows = []
    fitting = width.map { (addresses: addresses, width: $0) }
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
    return rows.map { row in
      var line = ""
      for (column, full) in row.enumerated() where column < row.count - 1 || !full.isEmpty {
        let room = self.room(in: column)
        let text = room.map { ShortAddress.keepingEnd(SafeText(full), in: $0).string } ?? full
        line += text
        guard column < row.count - 1 else { break }
        let width = min(widths[column], room ?? widths[column])
        let rest = max(0, width - SafeText(text).width)
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

  /// Returns the maximum width of text in this column. Returns nil if the text is not truncated.
  private func room(in column: Int) -> Int? {
    guard let fitting, column == fitting.addresses else { return nil }
    let others = widths.indices.dropLast().filter { $0 != column }
    return max(
      Self.shortestAddress, fitting.width - others.reduce(0) { $0 + widths[$1] + 2 })
  }
}
