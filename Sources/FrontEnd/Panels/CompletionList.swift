import Terminal
import ViewModels

/// The list of words that can complete the text before the cursor. It is drawn below the cursor, or
/// above the cursor if there is more space.
enum CompletionList {
  private static let mostRows = 6
  /// The maximum width of a value. A longer value is truncated.
  private static let widestValue = 30
  private static let narrowestValue = 6
  private static let narrowestSource = 8
  /// The maximum distance of the cursor from the left edge at which the list begins at the edge. A
  /// list at the cursor would leave parts of the covered rows visible before it.
  private static let nearEdge = 12

  static func draw(_ model: ComposerModel, in area: Rect, frame: inout Frame) {
    guard let cursor = frame.cursor, area.contains(cursor) else { return }
    let candidates = model.candidates
    // A single common word is already shown after the cursor.
    guard candidates.count > 1 || candidates.first.map({ !$0.source.isEmpty }) == true else {
      return
    }
    let (above, below) = (cursor.y - area.y, area.bottom - cursor.y - 1)
    let height = min(mostRows, candidates.count, max(above, below))
    guard height > 0 else { return }
    let top = max(0, min(model.candidate - height + 1, candidates.count - height))
    let shown = candidates[top..<(top + height)]
    let words = shown.map { SafeText($0.word) }
    let values = shown.map { SafeText($0.value) }
    let sources = shown.map { SafeText($0.source) }
    let word = words.map(\.width).max() ?? 0
    let longest = (
      value: min(widestValue, values.map(\.width).max() ?? 0),
      source: sources.map(\.width).max() ?? 0
    )
    // If there is too little space, sources are truncated first, then values.
    let room = area.width - word - 6
    let source = min(longest.source, max(narrowestSource, room - longest.value))
    let columns = [word, min(longest.value, max(narrowestValue, room - source)), source]
    let width = min(area.width, columns.filter { $0 > 0 }.reduce(0) { $0 + $1 + 2 })
    let start = cursor.x - area.x <= nearEdge ? area.x : cursor.x
    let x = max(area.x, min(start, area.right - width))
    let y = below >= height || below >= above ? cursor.y + 1 : cursor.y - height
    for (index, word) in words.enumerated() {
      let row = Rect(x: x, y: y + index, width: width, height: 1)
      // The rest of the covered row is blank, so that the list and its text cannot be confused.
      frame.fill(Rect(x: x, y: row.y, width: area.right - x, height: 1), ink: Ink(.text))
      var rest = row.inset(columns: 1)
      for (column, (text, role)) in zip(
        columns, [(word, Role.variable), (values[index], .text), (sources[index], .muted)])
      where column > 0 {
        let (place, further) = rest.split(leftColumns: min(column, rest.width))
        frame.put(text.fitted(to: place.width), in: place, ink: Ink(role))
        rest = further.split(leftColumns: min(2, further.width)).right
      }
      frame.lay(top + index == model.candidate ? .selected : .dialog, under: row)
    }
  }
}
