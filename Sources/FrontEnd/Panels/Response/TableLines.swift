import ReadingValues
import Terminal
import ViewModels

/// The visible rows of a table. Columns are as wide as their visible content, and the selected
/// column is always visible.
struct TableLines {
  private static let gap = 2
  private static let widest = 40
  /// The maximum width of the selected column, which is larger because the user is reading this
  /// column.
  private static let widestSelected = 80

  private let head: TableHead
  private let selected: Int
  /// The visible columns and their widths.
  private let columns: Range<Int>
  private let widths: [Int]
  private let gutter: Int

  init?(_ pane: DocumentPane, width: Int) {
    guard let head = pane.table, !head.titles.isEmpty else { return nil }
    self.head = head
    let selected = pane.tableColumn
    self.selected = selected
    gutter = String(pane.window.total).utf8.count + 1
    let rows = pane.visible.compactMap { _, row in
      if case .table(let row)? = row { row } else { nil }
    }
    let room = max(1, width - gutter)
    func wide(_ column: Int) -> Int {
      var most = Self.title(head, column).width
      for row in rows where row.cells.indices.contains(column) {
        most = max(most, Self.text(row.cells[column]).width)
      }
      return max(1, min(most, column == selected ? Self.widestSelected : Self.widest, room))
    }
    // Columns are added to the left of the selected one while there is space, then to the right.
    var first = selected
    var widths = [wide(selected)]
    var used = widths[0]
    while first > 0, used + Self.gap < room {
      let next = wide(first - 1)
      guard used + Self.gap + next <= room else { break }
      first -= 1
      widths.insert(next, at: 0)
      used += Self.gap + next
    }
    while first + widths.count < head.titles.count, used + Self.gap < room {
      let next = wide(first + widths.count)
      widths.append(min(next, room - used - Self.gap))
      used += Self.gap + next
    }
    columns = first..<first + widths.count
    self.widths = widths
  }

  func drawHead(in place: Rect, frame: inout Frame) {
    var spans = [
      Span(SafeText(mark("‹", if: columns.lowerBound > 0)).padded(to: gutter), Ink(.muted))
    ]
    for column in columns {
      var ink = Ink(.fieldLabel)
      if column == selected { ink.emphasis = .underline }
      spans.append(
        Span(Self.title(head, column).padded(to: widths[column - columns.lowerBound]), ink))
      spans.append(Span(SafeText(String(repeating: " ", count: Self.gap)), Ink(.text)))
    }
    if columns.upperBound < head.titles.count {
      let more = "+\(head.titles.count - columns.upperBound) ›"
      frame.put(spans, in: place.split(rightColumns: more.count).left)
      frame.put(SafeText(more), in: place.split(rightColumns: more.count).right, ink: Ink(.muted))
    } else {
      frame.put(spans, in: place)
    }
  }

  func draw(_ row: TableRow, in place: Rect, frame: inout Frame) {
    let (left, right) = place.split(leftColumns: gutter)
    // The number of a row with too many or too few fields has a warning colour.
    frame.put(
      SafeText("\(row.number)"), in: left.split(leftColumns: gutter - 1).left,
      ink: Ink(row.isRagged ? .noticeWarning : .lineNumber), aligned: .right)
    var spans: [Span] = []
    for column in columns {
      let width = widths[column - columns.lowerBound]
      if row.cells.indices.contains(column) {
        let cell = row.cells[column]
        let text = Self.text(cell)
        let gap = String(repeating: " ", count: cell.isNumber ? max(0, width - text.width) : 0)
        let aligned = gap.isEmpty ? text : SafeText(gap) + text
        spans.append(
          Span(aligned.padded(to: width), Ink(cell.isNumber ? .jsonNumber : .text)))
      } else {
        spans.append(Span(SafeText("·").padded(to: width), Ink(.noticeWarning)))
      }
      spans.append(Span(SafeText(String(repeating: " ", count: Self.gap)), Ink(.text)))
    }
    let more = row.cells.count - head.titles.count
    if more > 0, columns.upperBound == head.titles.count {
      spans.append(
        Span(SafeText("+\(more) field\(more == 1 ? "" : "s")"), Ink(.noticeWarning)))
    }
    frame.put(spans, in: right)
  }

  private func mark(_ text: String, if condition: Bool) -> String { condition ? text : "" }

  private static func title(_ head: TableHead, _ column: Int) -> SafeText {
    let title = SafeText(head.titles[column])
    guard let order = head.order, order.column == column else { return title }
    return title + (order.direction == .ascending ? " ▲" : " ▼")
  }

  private static func text(_ cell: TableRow.Cell) -> SafeText {
    let text = SafeText(cell.text)
    return cell.isCut ? text + "…" : text
  }
}
