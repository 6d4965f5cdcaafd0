package import ClientDocuments
package import ClientModel
package import ReadingValues

/// The View tab of a response: its view, rendering state, sort order and filter.
///
///     no view ──the catalog names one──> waiting ──response──> asked ──> rendered or refused
///        ^                                  └──────another response───────────────┘
package struct ViewPane: LineTab, Equatable, Sendable {
  package enum State: Equatable, Sendable {
    /// No complete response was received yet.
    case waiting
    /// The reader is rendering the view.
    case asked
    case rendered(RenderedView)
    /// The view cannot be rendered. The text gives the reason.
    case refused(String)
  }

  package enum Direction: Equatable, Sendable { case ascending, descending }

  /// The sort order of a table.
  package struct Order: Equatable, Sendable {
    package let column: Int
    package let direction: Direction
  }

  /// The view for the request's endpoint. Nil if the endpoint has none.
  package private(set) var plan: ViewPlan?
  package private(set) var state = State.waiting
  /// The index of the selected column. `sort` sorts by this column.
  package private(set) var column = 0
  package private(set) var order: Order?
  /// The filter of a list. An empty text shows all rows.
  package private(set) var filter = SearchQuery("")
  /// The displayed rows.
  package private(set) var rows: [RenderedView.Row] = []
  /// The selected row and the scroll position.
  var list = ScrolledList()

  package var view: RenderedView? { if case .rendered(let view) = state { view } else { nil } }

  /// The hint for the toggle key. The key sorts a table or removes the filter of a list.
  package var toggleWord: String { view?.operations == .filterable ? "show all" : "sort" }

  /// Sets another view. Nil removes the view. The height of the panel stays the same.
  mutating func choose(_ plan: ViewPlan?) {
    let height = list.height
    self = ViewPane()
    self.plan = plan
    list.resize(height: height, among: 0)
  }

  mutating func resize(height: Int) {
    list.resize(height: height, among: list.selected + height)
  }

  /// Moves the selection into the valid range. Called when the number of rows changed.
  private mutating func clamp() {
    list.resize(height: list.height, among: rows.count)
    list.move(.to(list.selected), among: rows.count)
  }

  /// Clears the view. Called when the response changed or has grown.
  mutating func clear() {
    guard state != .waiting else { return }
    state = .waiting
    arrange()
  }

  /// Records a request to render the view.
  ///
  /// - Returns: The view to render, or nil if there is none or the request was already made.
  mutating func ask() -> ViewPlan? {
    guard let plan, state == .waiting else { return nil }
    state = .asked
    return plan
  }

  mutating func take(_ rendering: Rendering) {
    switch rendering {
    case .view(let view): state = .rendered(view)
    case .refused(let words): state = .refused(words)
    }
    arrange()
    clamp()
  }

  func text(of row: RenderedView.Row) -> String? { row.text }

  // MARK: Arranging

  mutating func step(column step: Int) {
    let count = view?.columns.count { $0.kind != .bar } ?? 0
    if count > 0 { column = (min(column, count - 1) + step + count) % count }
  }

  /// Sorts by the selected column. Numbers are in descending order, texts in alphabetical order. A
  /// second call for the same column reverses the order.
  mutating func sort() {
    guard let view, view.columns.indices.contains(column) else { return }
    let first: Direction = view.columns[column].kind == .number ? .descending : .ascending
    let turned: Direction = order?.direction == .ascending ? .descending : .ascending
    order = Order(column: column, direction: order?.column == column ? turned : first)
    arrange()
  }

  /// Sorts, selects the next or previous column, or removes the filter.
  mutating func arrange(by command: ResponseCommand) {
    switch command {
    case .open: step(column: 1)
    case .close: step(column: -1)
    case _ where view?.operations == .filterable: filter(filter.other(""))
    default: sort()
    }
    clamp()
  }

  /// Returns the reason why the command cannot sort or filter the rows. Returns nil if it can.
  func obstacle(to command: ResponseCommand) -> Notice? {
    switch view?.operations {
    case .sortable: nil
    case .filterable where command == .toggle:
      filter.text.isEmpty
        ? .cannot("All rows are shown.", "No filter is set.", "Find a text to filter by it.") : nil
    case .fixed, .filterable, nil:
      .cannot("Nothing folds or sorts here.", "The View tab is open.", "Use the Tree tab.")
    }
  }

  /// Selects the next row that contains a match. Returns false if there is none.
  mutating func select(
    with marks: SearchMarks, _ direction: DocumentSearch.Direction, _ start: DocumentSearch.Start
  ) -> Bool {
    let step = direction == .forward ? 1 : -1
    let first = start == .withRow ? 0 : 1
    for distance in first..<max(first, rows.count) + first {
      let place = (list.selected + step * distance + 2 * rows.count) % max(1, rows.count)
      guard rows.indices.contains(place), marks.stand(in: rows[place].text) else { continue }
      list.move(.to(place), among: rows.count)
      return true
    }
    return false
  }

  mutating func filter(_ query: SearchQuery) {
    filter = query
    arrange()
    clamp()
  }

  private mutating func arrange() {
    switch state {
    case .waiting: rows = [.words("There is no complete response to render yet.")]
    case .asked: rows = [.words("Rendering…")]
    case .refused(let words): rows = [.words(words)]
    case .rendered(let view): rows = arranged(view)
    }
  }

  private func arranged(_ view: RenderedView) -> [RenderedView.Row] {
    switch view.operations {
    case .fixed: return view.rows
    case .filterable:
      guard !filter.text.isEmpty else { return view.rows }
      let marks = SearchMarks(filter)
      let all = view.rows.count { $0.isCells }
      let found = view.rows.filter { !$0.isCells || marks.stand(in: $0.text) }
      let words =
        "\(found.count { $0.isCells }) of \(all) with \(filter.form == .literal ? "“\(filter.text)”" : filter.quoted)"
      return [.words(words)] + found
    case .sortable:
      guard let order, let titles = view.rows.firstIndex(of: .titles) else { return view.rows }
      let head = view.rows[...titles]
      let body = view.rows[(titles + 1)...].filter(\.isCells)
      let foot = view.rows[(titles + 1)...].filter { !$0.isCells }
      let sorted = body.sorted { left, right in
        order.direction == .ascending
          ? left.comes(before: right, by: order.column)
          : right.comes(before: left, by: order.column)
      }
      return head + sorted + foot
    }
  }
}

extension RenderedView.Row {
  static func words(_ text: String) -> RenderedView.Row {
    .prose(indent: 0, [RenderedView.Piece(text, .dim)])
  }

  var isCells: Bool { if case .cells = self { true } else { false } }

  /// Returns whether this row precedes another row in ascending order. Amounts are compared as
  /// numbers. Two cells without amounts are compared as texts. A cell without an amount precedes a
  /// cell with one.
  fileprivate func comes(before other: RenderedView.Row, by column: Int) -> Bool {
    guard case .cells(let mine) = self, case .cells(let theirs) = other,
      mine.indices.contains(column), theirs.indices.contains(column)
    else { return false }
    switch (mine[column].amount, theirs[column].amount) {
    case (let left?, let right?): return left < right
    case (nil, _?): return true
    case (_?, nil): return false
    case (nil, nil): return mine[column].text < theirs[column].text
    }
  }
}
