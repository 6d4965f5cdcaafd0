/// The cursor of the composer: the tab, the selected field and the first visible row.
struct FieldCursor: Sendable {
  var tab = ComposerTab.parameters
  var field = ComposerField.url
  private(set) var top = 0

  /// Returns the fields of each row, in the order of the up and down commands. The first line is
  /// always visible.
  static func stops(_ rows: ComposerRows) -> [[ComposerField]] { [[.method, .url]] + rows.fields }

  /// Selects a field and the tab that contains it.
  mutating func select(_ field: ComposerField) {
    if let tab = field.tab { self.tab = tab }
    self.field = field
  }

  /// Shows a tab from its first row. The cursor moves to `first`, or to the URL if `first` is nil.
  mutating func show(_ tab: ComposerTab, first: ComposerField?) {
    (self.tab, field, top) = (tab, first ?? .url, 0)
  }

  /// Moves between the name and the value of a row, or between the method and the URL.
  mutating func moveSideways(_ command: MoveCommand) {
    switch (field, command) {
    case (.cell(let grid, let row, _), .left): field = .cell(grid, row: row, .name)
    case (.cell(let grid, let row, _), .right): field = .cell(grid, row: row, .value)
    case (.url, .left): field = .method
    case (.method, .right): field = .url
    default: break
    }
  }

  /// Moves to another row.
  ///
  /// - Parameter height: The number of rows on the screen.
  mutating func move(_ command: MoveCommand, among rows: ComposerRows, height: Int) {
    if tab == .preview, field == .url {
      top = command.destination(from: top, count: rows.count, page: height)
      return
    }
    let stops = Self.stops(rows)
    // The row of the cursor may no longer exist, because the body was changed as text.
    let place = stops.firstIndex { $0.contains(field) } ?? 0
    let target = command.destination(from: place, count: stops.count, page: height)
    guard target != place else { return }
    if case .cell(_, _, .value) = field, stops[target].count > 1 {
      field = stops[target][1]
    } else {
      field = stops[target].count > 1 && target == 0 ? .url : stops[target][0]
    }
    reveal(rows, line: 0, height: height)
  }

  /// Moves to the next or previous field with a text. The first field follows the last one.
  ///
  /// - Parameter fixed: Fields whose text cannot be changed. They are skipped.
  /// - Returns: Whether the cursor was on such a field.
  mutating func step(
    _ step: Int, among rows: ComposerRows, without fixed: some Collection<ComposerField>
  ) -> Bool {
    let fields = Self.stops(rows).flatMap { $0 }.filter { !$0.isChoice && !fixed.contains($0) }
    guard let place = fields.firstIndex(of: field) else { return false }
    field = fields[(place + step + fields.count) % fields.count]
    return true
  }

  /// Moves to the first field of the row below another field. Returns false if there is none.
  mutating func go(below other: ComposerField, among rows: ComposerRows) -> Bool {
    let stops = Self.stops(rows)
    guard let place = stops.firstIndex(where: { $0.contains(other) }),
      stops.indices.contains(place + 1), let next = stops[place + 1].first
    else { return false }
    field = next
    return true
  }

  mutating func scroll(by step: Int, among rows: ComposerRows, height: Int) {
    top = max(0, min(top + step, rows.count - height))
  }

  /// Scrolls to the cursor.
  ///
  /// - Parameters:
  ///   - line: The line of the text cursor in a body.
  ///   - below: The number of rows below the cursor to show as well, if there is room.
  mutating func reveal(_ rows: ComposerRows, line: Int, height: Int, below: Int = 0) {
    guard let wanted = rows.row(of: field, line: line) else { return }
    let last = wanted + max(0, below)
    if last >= top + height { top = last - height + 1 }
    if wanted < top { top = wanted }
    top = max(0, min(top, max(0, rows.count - height)))
  }

  /// Moves the cursor away from a removed field. The new field is at index `place`. If `place` is
  /// nil, it is `first`.
  mutating func restore(near place: Int?, among rows: ComposerRows, first: ComposerField?) {
    let stops = Self.stops(rows)
    guard case .form = field, !stops.contains(where: { $0.contains(field) }) else { return }
    field = place.flatMap { stops[min($0, stops.count - 1)].last } ?? first ?? .url
  }
}
