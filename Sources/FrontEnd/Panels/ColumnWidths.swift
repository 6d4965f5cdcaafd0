/// The widths of the columns of a list. One column is open: it gets the remaining width.
struct ColumnWidths {
  /// The width of the widest text in each column.
  let needs: [Int]
  let open: Int
  /// The columns that are narrowed first.
  let faint: [Int]
  let width: Int
  /// The width of each column; zero for a column that is left out.
  private(set) var shared: [Int]

  /// The blanks between two columns.
  static let gap = 2
  /// The minimum width of the open column. Other columns are left out to preserve it.
  private static let leastOpen = 18
  /// The minimum width of a faint column that is not left out.
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

  /// The width that the other columns leave for the open one.
  private var room: Int { width - shared.reduce(0) { $0 + ($1 == 0 ? 0 : $1 + Self.gap) } }

  /// Leaves out faint columns while the open column is too narrow, and then others from the last
  /// on.
  private mutating func leaveOut() {
    let least = min(needs[open], Self.leastOpen)
    for column in faint.reversed() + needs.indices.reversed() where room < least {
      shared[column] = 0
    }
  }

  /// Narrows faint columns by the width that the open one lacks.
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
