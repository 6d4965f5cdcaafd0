/// The cells that must be written to change one frame into another.
package struct FrameDifference: Equatable, Sendable {
  /// Consecutive cells in a row that change.
  package struct Run: Equatable, Sendable {
    package let start: Point
    package let cells: [Cell]
  }

  /// The runs, from top to bottom and from left to right. A run never begins or ends inside a wide
  /// character.
  package private(set) var runs: [Run] = []

  /// Computes the runs in which `new` differs from `old`.
  ///
  /// If there is no old frame or the sizes differ, the runs are all rows of `new`.
  package init(from old: Frame?, to new: Frame) {
    for y in 0..<new.size.height {
      let row = y * new.size.width
      guard let old, old.size == new.size else {
        let cells = Array(new.cells[row..<row + new.size.width])
        if !cells.isEmpty { runs.append(Run(start: Point(x: 0, y: y), cells: cells)) }
        continue
      }
      appendRuns(from: old, to: new, row: y)
    }
  }

  package var isEmpty: Bool { runs.isEmpty }

  private mutating func appendRuns(from old: Frame, to new: Frame, row y: Int) {
    let width = new.size.width
    let row = y * width
    var x = 0
    while x < width {
      guard old.cells[row + x] != new.cells[row + x] else {
        x += 1
        continue
      }
      var first = x
      while x < width, old.cells[row + x] != new.cells[row + x] { x += 1 }
      // Both halves of a wide character are written together.
      while x < width, new.cells[row + x].glyph.isContinuation { x += 1 }
      while first > 0, new.cells[row + first].glyph.isContinuation { first -= 1 }
      runs.append(
        Run(start: Point(x: first, y: y), cells: Array(new.cells[row + first..<row + x])))
    }
  }

  /// Returns `old` after the runs are written.
  package func applied(to old: Frame) -> Frame {
    var frame = old
    for run in runs {
      for (offset, cell) in run.cells.enumerated() {
        frame[Point(x: run.start.x + offset, y: run.start.y)] = cell
      }
    }
    return frame
  }
}
