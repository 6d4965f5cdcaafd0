/// How the columns of a list share its width. One column is open: it has what the others leave.
struct ColumnWidths {
  /// The columns of what stands widest in each.
  let needs: [Int]
  let open: Int
  /// The columns that give way first.
  let faint: [Int]
  let width: Int
  /// Zero for a column that is left out.
  private(set) var shared: [Int]

  /// The blanks between two columns.
  static let gap = 2
  /// The columns that the open one keeps before others are left out.
  private static let leastOpen = 18
  /// The columns of a faint one that is not left out.
  private static let leastFaint = 12

  init(needs: [Int], open: Int, faint: [Int], width: Int) {
    (self.needs, self.open, self.faint, self.width) = (needs, open, faint, width)
    // At first no column has more than a third.
    shared = needs.map { min($0, max(8, width / 3)) }
    shared[open] = 0
    leaveOut()
    narrowFaint()
    widenCut()
    shared[open] = max(1, room)
  }

  /// What the other columns leave for the open one.
  private var room: Int { width - shared.reduce(0) { $0 + ($1 == 0 ? 0 : $1 + Self.gap) } }

  /// Leaves out faint columns while the open one has too little, then others from the last on.
  private mutating func leaveOut() {
    let least = min(needs[open], Self.leastOpen)
    for column in faint.reversed() + needs.indices.reversed() where room < least {
      shared[column] = 0
    }
  }

  /// Takes from faint columns what the open one lacks.
  private mutating func narrowFaint() {
    for column in faint where shared[column] > Self.leastFaint {
      shared[column] -= min(max(0, needs[open] - room), shared[column] - Self.leastFaint)
    }
  }

  /// Widens columns that are cut by what the open column does not need.
  private mutating func widenCut() {
    var spare = max(0, room - needs[open])
    for column in shared.indices where shared[column] > 0 {
      let more = min(spare, needs[column] - shared[column])
      shared[column] += more
      spare -= more
    }
  }
}
