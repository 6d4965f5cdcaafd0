import Terminal
import ViewModels

/// The columns of a list that is a table. The open column has the remaining width, and all others
/// are as wide as their cells.
struct ListTable {
  /// The width of each column, or zero for a column that does not fit.
  private let widths: [Int]

  private static let gap = ColumnWidths.gap
  /// The maximum number of rows that are measured for each frame, from the start of the list.
  private static let measuredRows = 200

  /// Creates the columns. Returns nil if no measured row has an open column.
  ///
  /// - Parameter visible: The rows on the screen, which are always measured.
  init?(_ all: [ListRow], visible: Range<Int>, width: Int) {
    let rows = Array(all.prefix(Self.measuredRows)) + all[visible.clamped(to: all.indices)]
    guard let open = rows.lazy.compactMap(Self.openColumn).first else { return nil }
    let needs = Self.columns(of: rows)
    let faint = needs.indices.filter { column in
      rows.contains { $0.cells.indices.contains(column) && $0.cells[column].kind == .faint }
    }
    widths = ColumnWidths(needs: needs, open: open, faint: faint, width: width).shared
  }

  /// Returns the width that shows all columns in full, or zero if no row has cells.
  static func width(of rows: [ListRow]) -> Int {
    let widths = columns(of: rows).filter { $0 > 0 }
    return widths.reduce(0, +) + max(0, widths.count - 1) * gap
  }

  private static func columns(of rows: [ListRow]) -> [Int] {
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.cells.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], Self.width(of: cell))
      }
    }
    return widths
  }

  /// The width of a bar when the widths of the columns are computed from the cells.
  private static let barWidth = 32

  private static func width(of cell: ListCell) -> Int {
    switch cell.kind {
    case .sign: 1
    case .bar: barWidth
    default: SafeText(cell.text).width
    }
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
      if case .bar(let bar) = cell.kind {
        WaterfallBar(start: bar.start, end: bar.end)
          .draw(
            Ink(bar.kind == .failed ? .stateFailed : .stateRunning, on: ground), in: place, &frame)
        continue
      }
      var text = keymap.text(cell.text)
      switch cell.kind {
      case .address: text = ShortAddress.keepingEnd(text, in: place.width)
      case .sentence, .faintSentence: text = ShortAddress.inSentence(text, in: place.width)
      default: break
      }
      frame.put(
        text, in: place, ink: Self.ink(of: cell, on: ground),
        aligned: cell.kind == .number ? .right : .left)
    }
  }

  private static func ink(of cell: ListCell, on ground: Ground) -> Ink {
    switch cell.kind {
    case .text, .address, .line, .sentence, .sign, .bar: Ink(.text, on: ground)
    case .outcome(let outcome): JobSign.span(of: outcome).ink.on(ground)
    case .number, .faint, .faintSentence: Ink(.muted, on: ground)
    case .fault: Ink(.noticeError, on: ground)
    case .method: ComposerPanel.methodInk(String(cell.text.drop { $0 == " " })).on(ground)
    }
  }
}

extension ListCell {
  /// Whether the column has the remaining width.
  fileprivate var isOpen: Bool {
    switch kind {
    case .address, .line, .sentence, .faintSentence, .bar: true
    default: false
    }
  }
}

/// The column widths of a list. The open column has the remaining width.
struct ColumnWidths {
  let needs: [Int]
  let open: Int
  /// The columns that are narrowed first.
  let faint: [Int]
  let width: Int
  /// The width of each column, or zero for a column that is left out.
  private(set) var shared: [Int]

  /// The number of empty columns between two columns of the list.
  static let gap = 2
  /// The minimum width of the open column. Other columns are left out to reach this width.
  private static let leastOpen = 18
  /// The minimum width of a faint column. A narrower column is left out.
  private static let leastFaint = 12

  init(needs: [Int], open: Int, faint: [Int], width: Int) {
    (self.needs, self.open, self.faint, self.width) = (needs, open, faint, width)
    // At first, no column is wider than a third of the list, but 8 columns are always allowed.
    shared = needs.map { min($0, max(8, width / 3)) }
    shared[open] = 0
    leaveOut()
    narrowFaint()
    widenCut()
    shared[open] = max(1, room)
  }

  private var room: Int { width - shared.reduce(0) { $0 + ($1 == 0 ? 0 : $1 + Self.gap) } }

  /// Leaves out columns until the open column is wide enough.
  ///
  /// Faint columns are left out first, then the others, each from right to left.
  private mutating func leaveOut() {
    let least = min(needs[open], Self.leastOpen)
    for column in faint.reversed() + needs.indices.reversed() where room < least {
      shared[column] = 0
    }
  }

  /// Narrows faint columns until the open column is wide enough.
  private mutating func narrowFaint() {
    for column in faint where shared[column] > Self.leastFaint {
      shared[column] -= min(max(0, needs[open] - room), shared[column] - Self.leastFaint)
    }
  }

  /// Widens truncated columns by the width that the open column does not need.
  private mutating func widenCut() {
    var spare = max(0, room - needs[open])
    for column in shared.indices where shared[column] > 0 {
      let more = min(spare, needs[column] - shared[column])
      shared[column] += more
      spare -= more
    }
  }
}
