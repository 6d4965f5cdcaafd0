/// The content of the screen as a value.
package struct Frame: Equatable, Sendable {
  package let size: Size
  /// The cells row by row, `size.width` in each row.
  package private(set) var cells: [Cell]
  /// The position of the text cursor, or nil if it is hidden.
  package var cursor: Point?

  /// Creates an empty screen.
  package init(size: Size, ink: Ink = Ink(.text)) {
    self.size = size
    cells = Array(repeating: Cell(.blank, ink), count: size.width * size.height)
  }

  /// The full screen.
  package var bounds: Rect { Rect(size) }

  /// The cell at `point`, which must be inside the frame.
  package subscript(point: Point) -> Cell {
    get { cells[index(point)] }
    set { cells[index(point)] = newValue }
  }

  /// Returns the index of a cell in `cells`.
  package func index(_ point: Point) -> Int {
    precondition(bounds.contains(point), "The cell is outside the frame.")
    return point.y * size.width + point.x
  }

  mutating func replace(_ index: Int, with cell: Cell) { cells[index] = cell }
}
