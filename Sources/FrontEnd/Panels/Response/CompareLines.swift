import Terminal
import ViewModels

/// Functions that draw the Compare tab. Earlier values are on the left, and current values on the
/// right or, in a narrow panel, below.
enum CompareLines {
  static func draw(
    _ model: ResponseModel, _ canvas: PanelCanvas, in area: Rect, frame: inout Frame
  ) {
    let rows = model.comparison?.rows ?? []
    let columns = Columns(model.comparison, width: area.width - 2)
    ListLines.draw(model, rows.count, canvas, in: area, frame: &frame) { row, place, frame in
      draw(rows[row], columns, place, &frame)
      Matches.lay(
        row == model.list(of: .compare).selected ? .matchCurrent : .match,
        under: model.body.finding.marks,
        in: place, frame: &frame)
    }
  }

  /// The columns of the tab: the labels, and two sides of equal width.
  private struct Columns {
    /// The maximum number of rows whose labels are measured, which is more than a screen shows.
    private static let measured = 200

    let label: Int
    let arrangement: ComparePane.Arrangement
    /// The number of columns by which the values are scrolled to the left.
    let scrolled: Int

    init(_ pane: ComparePane?, width: Int) {
      let widest = (pane?.rows.prefix(Self.measured) ?? []).map { CompareLines.label(of: $0).width }
      let most = max(12, width / 3)
      label = min(max(0, width), most, max(6, (widest.max() ?? 0) + 1))
      scrolled = pane?.column ?? 0
      arrangement = pane?.arrangement ?? .sideBySide
    }

    /// Returns the areas of the label and of the two sides, separated by one empty column.
    func split(_ place: Rect) -> (label: Rect, values: Rect) {
      let (left, values) = place.split(leftColumns: label)
      return (left.split(rightColumns: 1).left, values)
    }
  }

  /// Returns the text in the left column, which may be empty.
  private static func label(of row: ComparePane.Row) -> SafeText {
    switch row {
    case .text, .columns, .now: ""
    case .before(let row): label(of: row)
    case .head(let name, _, _): SafeText("~ \(name)")
    case .value(let row): label(of: row)
    }
  }

  private static func label(of row: CompareRow) -> SafeText {
    let indent = String(repeating: "  ", count: min(row.depth, 20))
    return switch row.kind {
    case .equal, .holds: ""
    case .changed: SafeText("~ \(indent)\(row.label)")
    case .added: SafeText("+ \(indent)\(row.label)")
    case .removed: SafeText("- \(indent)\(row.label)")
    case .moved(let from, let to): SafeText("^ \(indent)\(from) → \(to)")
    }
  }

  private static func draw(
    _ row: ComparePane.Row, _ columns: Columns, _ place: Rect, _ frame: inout Frame
  ) {
    switch row {
    case .text(let words):
      frame.put(SafeText(words), in: place, ink: Ink(.muted))
    case .columns(let left, let right) where columns.arrangement == .stacked:
      frame.put(SafeText("- \(left)  + \(right)"), in: place, ink: Ink(.muted))
    case .before(let line):
      let ink = Ink(line.isMove ? .noticeInfo : .noticeWarning)
      one("- ", SafeText(line.left), Ink(.muted), self.label(of: row), ink, columns, place, &frame)
    case .now(let line):
      one("+ ", SafeText(line.right), Ink(.text), "", Ink(.text), columns, place, &frame)
    case .columns(let left, let right):
      let (_, values) = place.split(leftColumns: columns.label)
      sides(SafeText(left), SafeText(right), 0, values, &frame, ink: Ink(.muted))
    case .head(_, let left, let right):
      let (label, values) = columns.split(place)
      frame.put(self.label(of: row), in: label, ink: Ink(.noticeWarning))
      sides(SafeText(left), SafeText(right), columns.scrolled, values, &frame)
    case .value(let row): draw(row, columns, place, &frame)
    }
  }

  private static func draw(
    _ row: CompareRow, _ columns: Columns, _ place: Rect, _ frame: inout Frame
  ) {
    let indent = String(repeating: "  ", count: min(row.depth, 20))
    let (label, values) = columns.split(place)
    switch row.kind {
    case .equal(let count):
      let words = count == 1 ? "1 equal" : "\(count) equal"
      frame.put(SafeText("  \(indent)… \(words)"), in: place, ink: Ink(.muted))
    case .holds:
      frame.put(SafeText("  \(indent)\(row.label)"), in: place, ink: Ink(.text))
    case .changed:
      frame.put(self.label(of: row), in: label, ink: Ink(.noticeWarning))
      sides(SafeText(row.left), SafeText(row.right), columns.scrolled, values, &frame)
    case .added where columns.arrangement == .stacked:
      one(
        "+ ", SafeText(row.right), Ink(.text), self.label(of: row), Ink(.stateSucceeded), columns,
        place, &frame)
    case .removed where columns.arrangement == .stacked:
      one(
        "- ", SafeText(row.left), Ink(.muted), self.label(of: row), Ink(.stateFailed), columns,
        place, &frame)
    case .added:
      frame.put(self.label(of: row), in: label, ink: Ink(.stateSucceeded))
      sides("", SafeText(row.right), columns.scrolled, values, &frame)
    case .removed:
      frame.put(self.label(of: row), in: label, ink: Ink(.stateFailed))
      sides(SafeText(row.left), "", columns.scrolled, values, &frame)
    case .moved:
      frame.put(self.label(of: row), in: label, ink: Ink(.noticeInfo))
      sides(SafeText(row.left), SafeText(row.right), columns.scrolled, values, &frame)
    }
  }

  /// Draws one value in the full width to the right of the label.
  private static func one(
    _ sign: SafeText, _ value: SafeText, _ ink: Ink, _ label: SafeText, _ labelInk: Ink,
    _ columns: Columns,
    _ place: Rect, _ frame: inout Frame
  ) {
    let (left, values) = columns.split(place)
    frame.put(label, in: left, ink: labelInk)
    frame.put(sign + value.dropping(columns: columns.scrolled), in: values, ink: ink)
  }

  private static func sides(
    _ left: SafeText, _ right: SafeText, _ scrolled: Int, _ place: Rect, _ frame: inout Frame,
    ink: Ink = Ink(.text)
  ) {
    let (first, rest) = place.split(leftColumns: place.width / 2)
    let (left, right) =
      scrolled > 0
      ? (left.dropping(columns: scrolled), right.dropping(columns: scrolled))
      : showingDifference(left, right, in: rest.width - 2)
    frame.put(left.fitted(to: max(0, first.width - 1)), in: first, ink: Ink(.muted))
    frame.put("│", in: rest, ink: Ink(.border))
    frame.put(right, in: rest.split(leftColumns: 2).right, ink: ink)
  }

  /// Removes the common beginning of two values if their difference would be truncated.
  private static func showingDifference(
    _ left: SafeText, _ right: SafeText, in width: Int
  ) -> (SafeText, SafeText) {
    guard max(left.width, right.width) > width else { return (left, right) }
    let equal = String(zip(left.string, right.string).prefix { $0 == $1 }.map(\.0))
    let columns = SafeText(equal).width
    // A few equal characters before the difference are kept, to show its position.
    guard columns + 4 > width, columns > 4 else { return (left, right) }
    return ("…" + left.dropping(columns: columns - 4), "…" + right.dropping(columns: columns - 4))
  }

  /// Returns the full text of the selected row, or an empty array if the row is not truncated.
  static func details(_ model: ResponseModel, width: Int) -> [SafeText] {
    let row = model.list(of: .compare).selected
    guard let rows = model.comparison?.rows, rows.indices.contains(row) else { return [] }
    switch rows[row].difference {
    case .before, .now: return []
    case .text(let words):
      let text = SafeText(words)
      return text.width > width ? Paragraph.lines(of: text, width: width) : []
    case .columns: return []
    case .head(let name, let left, let right):
      return full("\(name)", SafeText(left), SafeText(right), model, width)
    case .value(let row):
      guard row.kind != .holds, let path = row.place else { return [] }
      return full(path, SafeText(row.left), SafeText(row.right), model, width)
    }
  }

  private static func full(
    _ name: String, _ left: SafeText, _ right: SafeText, _ model: ResponseModel, _ width: Int
  ) -> [SafeText] {
    let columns = Columns(model.comparison, width: width)
    let values = width - columns.label
    let room = columns.arrangement == .stacked ? values - 2 : values / 2 - 3
    guard left.width > room || right.width > room else { return [] }
    return [SafeText(name)] + Paragraph.lines(of: "- " + left, width: width)
      + Paragraph.lines(of: "+ " + right, width: width)
  }
}

extension ComparePane.Row {
  /// The earlier value.
  fileprivate var left: String {
    switch self {
    case .head(_, let left, _): left
    case .value(let row): row.left
    case .columns, .text, .before, .now: ""
    }
  }

  fileprivate var right: String {
    switch self {
    case .head(_, _, let right): right
    case .value(let row): row.right
    case .columns, .text, .before, .now: ""
    }
  }

  fileprivate var isMove: Bool {
    if case .value(let row) = self, case .moved = row.kind { true } else { false }
  }
}
