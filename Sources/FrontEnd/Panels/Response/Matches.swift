import Terminal
import ViewModels

/// Functions that highlight search matches on the screen.
enum Matches {
  /// Marks the matches in a row. A literal match is marked only if it is fully visible. A regular
  /// expression is matched against the visible text.
  static func lay(_ ground: Ground, under marks: SearchMarks, in row: Rect, frame: inout Frame) {
    let area = row.intersection(frame.bounds)
    guard !marks.text.isEmpty, !area.isEmpty else { return }
    // The glyphs with their columns. A wide glyph is listed once.
    let cells = (area.x..<area.right).compactMap { x -> Cell? in
      let glyph = frame[Point(x: x, y: area.y)].glyph
      return glyph.isContinuation ? nil : Cell(x: x, text: glyph.text, width: Int(glyph.width))
    }
    let found = marks.isExpression ? matches(marks, cells) : places(marks, cells)
    for range in found where !range.isEmpty {
      let (first, last) = (cells[range.lowerBound], cells[range.upperBound - 1])
      frame.lay(
        ground, under: Rect(x: first.x, y: area.y, width: last.x + last.width - first.x, height: 1))
    }
  }

  private struct Cell {
    let x: Int
    let text: String
    let width: Int
  }

  /// Returns the cells of each match of a regular expression.
  private static func matches(_ marks: SearchMarks, _ cells: [Cell]) -> [Range<Int>] {
    var bytes: [UInt8] = []
    // The cell of each byte.
    var owners: [Int] = []
    for (number, cell) in cells.enumerated() {
      bytes += cell.text.utf8
      owners += [Int](repeating: number, count: cell.text.utf8.count)
    }
    return marks.matches(in: bytes).filter { !$0.isEmpty }.map { range in
      owners[range.lowerBound]..<owners[range.upperBound - 1] + 1
    }
  }

  /// Returns the cells of each match of literal text.
  private static func places(_ marks: SearchMarks, _ cells: [Cell]) -> [Range<Int>] {
    let isExact = marks.isExact
    let needle = SafeText(marks.text).glyphs.map { fold($0.text, isExact) }
    let letters = cells.map { fold($0.text, isExact) }
    var found: [Range<Int>] = []
    var start = 0
    while !needle.isEmpty, start + needle.count <= letters.count {
      guard Array(letters[start..<start + needle.count]) == needle else {
        start += 1
        continue
      }
      found.append(start..<start + needle.count)
      start += needle.count
    }
    return found
  }

  private static func fold(_ text: String, _ isExact: Bool) -> String {
    isExact ? text : text.lowercased()
  }
}
