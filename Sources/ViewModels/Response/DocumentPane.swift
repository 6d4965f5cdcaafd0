import ClientDocuments
package import ReadingValues

/// One view of the body: the loaded rows, the selected row and the visible rows.
package struct DocumentPane: Equatable, Sendable {
  package let view: DocumentView
  package private(set) var list = ScrolledList()
  package private(set) var window = RowWindow()
  /// The number of columns scrolled off at the left. In a table, the index of the selected column.
  package private(set) var column = 0
  /// Whether requested rows have not arrived yet.
  package private(set) var isPending = false
  /// The number of steps whose updates have not arrived yet.
  private var steps = 0

  package init(_ view: DocumentView) { self.view = view }

  /// The visible rows. A row that has not arrived yet is nil.
  package var visible: [(number: Int, row: DocumentRow?)] {
    list.visibleRows(of: window.total).map { ($0, window[$0]) }
  }

  package var selectedRow: DocumentRow? { window[list.selected] }

  /// The selected row if it belongs to a tree. Otherwise nil.
  package var selectedTreeRow: TreeRow? {
    if case .tree(let row) = selectedRow { row } else { nil }
  }

  /// The columns of the table. Nil if no table is shown.
  package var table: TableHead? { window.table }

  /// The index of the selected table column.
  package var tableColumn: Int { min(column, max(0, (table?.titles.count ?? 1) - 1)) }

  /// Whether the selected row is in a tree.
  package var isInTree: Bool {
    switch selectedRow {
    case .tree, .outline: true
    case .line, .table, nil: false
    }
  }

  /// Whether the selected row has child rows.
  var isOnContainer: Bool {
    switch selectedRow {
    case .tree(let row): row.isContainer
    case .outline(let row): row.children > 0
    case .line, .table, nil: false
    }
  }

  /// The rows to load. They cover about three screens around the selection.
  package var wanted: Range<Int> {
    let start = max(0, list.selected - list.height - list.height / 2)
    return start..<start + max(3 * list.height, 30)
  }

  /// Whether rows must be requested.
  var needsRows: Bool {
    !isPending
      && (!window.holds(list.visibleRows(of: window.total)) || lineLength > window.lineLength)
  }

  /// The number of bytes of a line to load. Text up to the scroll position is loaded even if each
  /// character has four bytes.
  var lineLength: Int { table == nil ? 2048 + (column + 1023) / 1024 * 4096 : 2048 }

  /// The maximum number of columns to scroll sideways. Text farther to the right is visible when
  /// lines wrap.
  private static let mostColumns = 16_384

  mutating func move(_ command: MoveCommand) {
    switch command {
    case .left where table != nil: column = max(0, tableColumn - 1)
    case .right where table != nil: column = min(tableColumn + 1, (table?.titles.count ?? 1) - 1)
    case .left where view == .wrapped, .right where view == .wrapped: break
    case .left: column = max(0, column - 8)
    case .right: column = min(column + 8, Self.mostColumns)
    default:
      let row = command.destination(
        from: list.selected, count: window.total, page: list.height)
      list.move(.to(row), among: window.total)
    }
  }

  mutating func select(_ row: Int) { list.move(.to(row), among: window.total) }
  mutating func scroll(by rows: Int) { list.scroll(by: rows, among: window.total) }
  mutating func resize(height: Int) { list.resize(height: height, among: window.total) }
  mutating func ask() { isPending = true }

  /// The row from which the next step starts. While earlier steps have no update yet, this is the
  /// target of the last step.
  var stepOrigin: DocumentRequest.StepOrigin { steps > 0 ? .lastStep : .row }
  mutating func step() { steps += 1 }
  mutating func stepped() { steps = max(0, steps - 1) }

  /// Restores an earlier selection and the horizontal scroll position.
  mutating func restore(_ before: DocumentPane) { (list, column) = (before.list, before.column) }

  /// Scrolls sideways to a column of the text, unless it is visible or too far to the right.
  ///
  /// - Parameter width: The number of visible columns.
  mutating func reveal(column wanted: Int, width: Int) {
    guard table == nil, view != .wrapped, wanted < Self.mostColumns else { return }
    if wanted < column || wanted >= column + width - 8 {
      // The start of the line stays visible if possible.
      let start = wanted < width - 8 ? 0 : wanted - width / 2
      column = start / 8 * 8
    }
  }

  mutating func take(_ update: DocumentUpdate) {
    // A progress update is not the result of a request for rows.
    if !update.isProgress { isPending = false }
    let wasAtEnd = list.selected == window.total - 1
    if let window = update.window { self.window = window }
    if let column = update.column, table != nil { self.column = column }
    let shift = update.origin.map { list.selected - $0 } ?? 0
    var row = update.row.map { $0 + shift } ?? list.selected
    if wasAtEnd, update.row == nil, update.origin != nil,
      case .opened(let facts) = update.outcome, facts.kind == .events
    {
      // The user went to the last event while events were being read. The selection follows the
      // stream.
      row = window.total - 1
    }
    list.move(.jump(to: row), among: window.total)
  }

  /// Divides the bytes into hexadecimal rows of another length. The selected byte stays selected.
  /// The new rows must then be requested.
  mutating func divide(into length: HexRows.Length) {
    guard let before = window.hexLength else { return }
    let bytes = window.total * before.rawValue
    window = RowWindow(total: (bytes + length.rawValue - 1) / length.rawValue)
    window.hexLength = length
    let row = list.selected * before.rawValue / length.rawValue
    list.move(.jump(to: row), among: window.total)
  }

  /// Clears the rows. The pane keeps its height.
  mutating func clear() {
    let height = list.height
    self = DocumentPane(view)
    list.resize(height: height, among: 0)
  }
}
