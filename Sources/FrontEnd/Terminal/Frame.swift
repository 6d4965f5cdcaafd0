/// One screen as a value.
package struct Frame: Equatable, Sendable {
  package let size: Size
  /// Row after row, `size.width` each.
  package private(set) var cells: [Cell]
  /// Where the cursor blinks; hidden if there is none.
  package var cursor: Point?

  /// An empty screen.
  package init(size: Size, ink: Ink = Ink(.text)) {
    self.size = size
    cells = Array(repeating: Cell(.blank, ink), count: size.width * size.height)
  }

  /// The full screen.
  package var bounds: Rect { Rect(size) }

  /// The cell at `point`, which must lie inside.
  package subscript(point: Point) -> Cell {
    get { cells[index(point)] }
    set { cells[index(point)] = newValue }
  }

  /// The place of a cell in `cells`.
  package func index(_ point: Point) -> Int {
    precondition(bounds.contains(point), "A cell outside of the frame was asked for.")
    return point.y * size.width + point.x
  }

  mutating func replace(_ index: Int, with cell: Cell) { cells[index] = cell }
}
