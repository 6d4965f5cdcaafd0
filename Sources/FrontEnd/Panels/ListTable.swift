import Terminal
import ViewModels

/// The columns of a list that is a table. They are as wide as their cells; one column gets the
/// remaining width.
struct ListTable {
  /// The width of each column; zero for a column for which there is no room.
  private let widths: [Int]

  private static let gap = ColumnWidths.gap
  /// The number of rows of a long list that are measured for each frame.
  private static let measuredRows = 200

  /// Creates the columns. Returns nil if the rows have no cells.
  ///
  /// - Parameter visible: The rows on the screen, which are measured as well.
  init?(_ all: [ListRow], visible: Range<Int>, width: Int) {
    let rows = Array(all.prefix(Self.measuredRows)) + all[visible.clamped(to: all.indices)]
    guard let open = rows.lazy.compactMap(Self.openColumn).first else { return nil }
    let needs = Self.columns(of: rows)
    let faint = needs.indices.filter { column in
      rows.contains { $0.cells.indices.contains(column) && $0.cells[column].kind == .faint }
    }
    widths = ColumnWidths(needs: needs, open: open, faint: faint, width: width).shared
  }

  /// Returns the width of all cells side by side, or zero for rows without cells.
  static func width(of rows: [ListRow]) -> Int {
    let widths = columns(of: rows).filter { $0 > 0 }
    return widths.reduce(0, +) + max(0, widths.count - 1) * gap
  }

  private static func columns(of rows: [ListRow]) -> [Int] {
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.cells.enumerated() {
        if column == widths.count { widths.append(0) }
        let width = if case .sign = cell.kind { 1 } else { SafeText(cell.text).width }
        widths[column] = max(widths[column], width)
      }
    }
    return widths
  }

  private static func openColumn(of row: ListRow) -> Int? {
    row.cells.firstIndex(where: \.isOpen)
  }

  func draw(
    _ row: ListRow, on ground: Ground, _ keymap: Keymap, in rect: Rect, _ frame: inout Frame
  ) {
    var x = rect.x
    for (cell, width) in zip(row.cells, widths) where width > 0 {
      let place = Rect(x: x, y: rect.y, width: min(width, rect.right - x), height: 1)
      x += width + Self.gap
      if case .sign(let outcome) = cell.kind {
        let sign = JobSign.span(of: outcome)
        frame.put(sign.text, in: place, ink: sign.ink.on(ground))
        continue
      }
      var text = keymap.text(cell.text)
      switch cell.kind {
      case .address: text = ShortAddress.keepingEnd(text, in: place.width)
      case .sentence: text = ShortAddress.inSentence(text, in: place.width)
      default: break
      }
      frame.put(
        text, in: place, ink: Self.ink(of: cell, on: ground),
        aligned: cell.kind == .number ? .right : .left)
    }
  }

  private static func ink(of cell: ListCell, on ground: Ground) -> Ink {
    switch cell.kind {
    case .text, .address, .line, .sentence, .sign: Ink(.text, on: ground)
    case .outcome(let outcome): JobSign.span(of: outcome).ink.on(ground)
    case .number, .faint: Ink(.muted, on: ground)
    case .fault: Ink(.noticeError, on: ground)
    case .method: ComposerPanel.methodInk(String(cell.text.drop { $0 == " " })).on(ground)
    }
  }
}

extension ListCell {
  /// Whether the column gets the remaining width.
  fileprivate var isOpen: Bool {
    switch kind {
    case .address, .line, .sentence: true
    default: false
    }
  }
}
