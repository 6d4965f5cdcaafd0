import Terminal
import ViewModels

/// Draws the Compare tab: what was at the left, what is at the right, a sign before each.
enum CompareLines {
  static func draw(
    _ model: ResponseModel, _ canvas: PanelCanvas, in area: Rect, frame: inout Frame
  ) {
    let rows = model.comparison?.rows ?? []
    ListLines.draw(model, rows.count, canvas, in: area, frame: &frame) { row, place, frame in
      draw(rows[row], place, &frame)
      Matches.lay(
        row == model.list(of: .compare).selected ? .matchCurrent : .match,
        under: model.finding.marks,
        in: place, frame: &frame)
    }
  }

  private static func draw(_ row: ComparePane.Row, _ place: Rect, _ frame: inout Frame) {
    switch row {
    case .words(let words):
      frame.put(SafeText(words), in: place, ink: Ink(.muted))
    case .columns(let left, let right):
      let (_, values) = place.split(leftColumns: labelWidth(place))
      sides(SafeText(left), SafeText(right), values, &frame, ink: Ink(.muted))
    case .head(let name, let left, let right):
      let (label, values) = place.split(leftColumns: labelWidth(place))
      frame.put(SafeText("~ \(name)"), in: label, ink: Ink(.noticeWarning))
      sides(SafeText(left), SafeText(right), values, &frame)
    case .value(let row): draw(row, place, &frame)
    }
  }

  private static func draw(_ row: CompareRow, _ place: Rect, _ frame: inout Frame) {
    let indent = String(repeating: "  ", count: min(row.depth, 20))
    let (label, values) = place.split(leftColumns: labelWidth(place))
    switch row.kind {
    case .equal(let count):
      let words = count == 1 ? "1 equal" : "\(count) equal"
      frame.put(SafeText("  \(indent)… \(words)"), in: place, ink: Ink(.muted))
    case .holds:
      frame.put(SafeText("  \(indent)\(row.label)"), in: place, ink: Ink(.text))
    case .changed:
      frame.put(SafeText("~ \(indent)\(row.label)"), in: label, ink: Ink(.noticeWarning))
      sides(SafeText(row.left), SafeText(row.right), values, &frame)
    case .added:
      frame.put(SafeText("+ \(indent)\(row.label)"), in: label, ink: Ink(.stateSucceeded))
      sides("", SafeText(row.right), values, &frame)
    case .removed:
      frame.put(SafeText("- \(indent)\(row.label)"), in: label, ink: Ink(.stateFailed))
      sides(SafeText(row.left), "", values, &frame)
    case .moved(let from, let to):
      frame.put(SafeText("^ \(indent)\(from) → \(to)"), in: label, ink: Ink(.noticeInfo))
      sides(SafeText(row.left), SafeText(row.right), values, &frame)
    }
  }

  private static func labelWidth(_ place: Rect) -> Int {
    min(place.width, max(12, place.width / 3))
  }

  private static func sides(
    _ left: SafeText, _ right: SafeText, _ place: Rect, _ frame: inout Frame,
    ink: Ink = Ink(.text)
  ) {
    let (first, rest) = place.split(leftColumns: place.width / 2)
    let (left, right) = showingDifference(left, right, in: rest.width - 2)
    frame.put(left.fitted(to: max(0, first.width - 1)), in: first, ink: Ink(.muted))
    frame.put("│", in: rest, ink: Ink(.border))
    frame.put(right, in: rest.split(leftColumns: 2).right, ink: ink)
  }

  /// Leaves out the beginning that two values share if the difference would be cut off otherwise.
  private static func showingDifference(
    _ left: SafeText, _ right: SafeText, in width: Int
  ) -> (SafeText, SafeText) {
    guard max(left.width, right.width) > width else { return (left, right) }
    let equal = String(zip(left.string, right.string).prefix { $0 == $1 }.map(\.0))
    let columns = SafeText(equal).width
    // A few equal characters stay before the difference, so that its place can be recognised.
    guard columns + 4 > width, columns > 4 else { return (left, right) }
    return ("…" + left.dropping(columns: columns - 4), "…" + right.dropping(columns: columns - 4))
  }

  /// The selected row in full where it is cut.
  static func details(_ model: ResponseModel, width: Int) -> [SafeText] {
    let row = model.list(of: .compare).selected
    guard let rows = model.comparison?.rows, rows.indices.contains(row) else { return [] }
    switch rows[row] {
    case .words(let words):
      let text = SafeText(words)
      return text.width > width ? Paragraph.lines(of: text, width: width) : []
    case .columns: return []
    case .head(let name, let left, let right):
      return full("\(name)", SafeText(left), SafeText(right), width)
    case .value(let row):
      guard row.kind != .holds, let path = row.place else { return [] }
      return full(path, SafeText(row.left), SafeText(row.right), width)
    }
  }

  private static func full(
    _ name: String, _ left: SafeText, _ right: SafeText, _ width: Int
  ) -> [SafeText] {
    let room = (width - width / 3) / 2 - 3
    guard left.width > room || right.width > room else { return [] }
    return [SafeText(name)] + Paragraph.lines(of: "- " + left, width: width)
      + Paragraph.lines(of: "+ " + right, width: width)
  }
}
