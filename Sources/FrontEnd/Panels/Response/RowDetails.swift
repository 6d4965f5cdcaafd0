import Terminal
import ViewModels

/// The full text of the selected row, below the list, if the row is truncated.
enum RowDetails {
  /// Returns the number of rows for the text in an area of this size, including the line between
  /// the list and the text.
  static func height(_ model: ResponseModel, _ size: Size) -> Int {
    let count = lines(model, size).count
    guard count > 0, size.height >= 4 else { return 0 }
    // The list gets at least half of the rows, or fewer if it has fewer lines.
    return min(count + 1, max(size.height / 2, size.height - model.lineCount))
  }

  static func draw(_ model: ResponseModel, in area: Rect, list: Size, frame: inout Frame) {
    guard !area.isEmpty else { return }
    frame.fill(area.row(0), ink: Ink(.border), with: "─")
    let lines = lines(model, list)
    for line in 0..<min(lines.count, area.height - 1) {
      let isCut = line == area.height - 2 && lines.count > area.height - 1
      frame.put(
        isCut ? lines[line] + "…" : lines[line], in: area.row(line + 1).inset(columns: 1),
        ink: Ink(.text))
    }
  }

  private static func lines(_ model: ResponseModel, _ size: Size) -> [SafeText] {
    switch model.tab {
    case .attempts: AttemptLines.details(model, width: size.width - 2)
    case .view: ViewLines.details(model, width: size.width - 2)
    case .wire: WireLines.details(model, width: size.width - 2)
    case .compare: CompareLines.details(model, width: size.width - 2)
    case .checks: CheckLines.details(model, width: size.width - 2)
    case .headers: HeaderLines.details(model, width: size.width - 2)
    case .tree, .raw, .timing, .topics: []
    }
  }
}
