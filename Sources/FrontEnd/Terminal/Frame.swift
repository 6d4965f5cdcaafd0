/// The content of the screen as a value.
package struct Frame: Equatable, Sendable {
  package let size: Size
  /// The cells of all rows. Each row has `size.width` cells.
  package private(set) var cells: [Cell]
  /// The position of the text cursor, or nil if the cursor is hidden.
  package var cursor: Point?

  /// Creates an empty screen.
  package init(size: Size, ink: Ink = Ink(.text)) {
    self.size = size
    cells = Array(repeating: Cell(.blank, ink), count: size.width * size.height)
  }

  package var bounds: Rect { Rect(size) }

  /// The cell at `point`. The point must be inside the frame.
  package subscript(point: Point) -> Cell {
    get { cells[index(point)] }
    set { cells[index(point)] = newValue }
  }

  package func index(_ point: Point) -> Int {
    precondition(bounds.contains(point), "The cell is outside the frame.")
    return point.y * size.width + point.x
  }

  mutating func replace(_ index: Int, with cell: Cell) { cells[index] = cell }
}
