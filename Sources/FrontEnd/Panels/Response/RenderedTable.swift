package import ReadingValues
import Terminal
package import ViewModels

/// The rows of a rendered view as lines of text, with aligned table columns.
package struct RenderedTable {
  /// The minimum width of a text column, unless its text is shorter.
  private static let narrowest = 6
  private static let widestBar = 40
  private static let gap = 2

  private let columns: [RenderedView.Column]
  private let widths: [Int]
  /// The pane with the sort order and the selected column.
  ///
  /// The value is nil if the view is not in a panel or cannot be sorted.
  private let pane: ViewPane?

  /// Creates the table.
  ///
  /// - Parameter width: The maximum width of a line in columns, or nil for no limit.
  package init(_ view: RenderedView, width: Int?, _ pane: ViewPane? = nil) {
    columns = view.columns
    self.pane = view.operations == .sortable ? pane : nil
    let mark = self.pane == nil ? 0 : 2
    var widths = columns.map { column in
      column.kind == .bar
        ? 0 : max(SafeText(column.title).width + mark, SafeText(column.widest).width)
    }
    let room = width ?? .max / 2
    let gaps = Self.gap * max(0, columns.count - 1)
    let barRoom = columns.contains { $0.kind == .bar } ? Self.narrowest : 0
    while widths.reduce(gaps + barRoom, +) > room, let most = widths.max(), most > Self.narrowest {
      // Each pass narrows one of the widest columns, but not below the width of the next widest
      // one.
      let over = widths.reduce(gaps + barRoom, +) - room
      let next = widths.filter { $0 < most }.max() ?? Self.narrowest
      guard let place = widths.firstIndex(of: most) else { break }
      widths[place] = max(Self.narrowest, most - max(1, min(over, most - max(next, 1))))
    }
    let rest = room - widths.reduce(gaps, +)
    if let bar = columns.firstIndex(where: { $0.kind == .bar }) {
      widths[bar] = min(Self.widestBar, max(0, rest))
    }
    self.widths = widths
  }

  /// Returns a row as spans for the screen.
  func spans(_ row: RenderedView.Row) -> [Span] {
    switch row {
    case .blank: []
    case .prose(let indent, let pieces):
      [Span(SafeText(String(repeating: "  ", count: indent)), Ink(.text))]
        + pieces.map { Span(SafeText($0.text), Self.ink(of: $0.tone)) }
    case .titles: line { title(at: $0) }
    case .cells(let cells): line { cells.indices.contains($0) ? cell(cells[$0], at: $0) : nil }
    }
  }

  /// Returns a row as text that is safe to print.
  package func text(_ row: RenderedView.Row) -> String {
    var text = spans(row).map(\.text.string).joined()
    while text.last == " " { text.removeLast() }
    return text
  }

  private func line(_ field: (Int) -> Span?) -> [Span] {
    var spans: [Span] = []
    for place in columns.indices {
      if place > 0 { spans.append(Span("  ", Ink(.text))) }
      if let span = field(place) { spans.append(span) }
    }
    return spans
  }

  private func title(at place: Int) -> Span {
    var text = SafeText(columns[place].title)
    if let order = pane?.order, order.column == place {
      text = text + (order.direction == .ascending ? " ▲" : " ▼")
    }
    var ink = Ink(.fieldLabel)
    if let pane, pane.column == place { ink.emphasis = .underline }
    return Span(aligned(text, at: place), ink)
  }

  private func cell(_ cell: RenderedView.Cell, at place: Int) -> Span {
    guard columns[place].kind == .bar else {
      return Span(aligned(SafeText(cell.text), at: place), Self.ink(of: cell.tone))
    }
    let length = Int(((cell.amount ?? 0) * Double(widths[place])).rounded())
    return Span(SafeText(String(repeating: "━", count: length)), Ink(.stateRunning))
  }

  private func aligned(_ text: SafeText, at place: Int) -> SafeText {
    let width = widths[place]
    guard columns[place].kind == .number, text.width < width else {
      return place == columns.count - 1 ? text.fitted(to: width) : text.padded(to: width)
    }
    return SafeText(String(repeating: " ", count: width - text.width)) + text
  }

  private static func ink(of tone: RenderedView.Tone) -> Ink {
    switch tone {
    case .text: Ink(.text)
    case .strong: Ink(.text).bold
    case .heading: Ink(.heading)
    case .dim: Ink(.muted)
    case .good: Ink(.statusSuccess)
    case .bad: Ink(.statusServerError)
    case .number: Ink(.jsonNumber)
    case .link: Ink(.link)
    }
  }
}
