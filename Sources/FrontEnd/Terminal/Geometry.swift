/// A size in cells. Width and height are never negative.
package struct Size: Hashable, Sendable {
  package let width: Int
  package let height: Int

  /// Creates a size in columns and rows. Negative numbers become zero.
  package init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
  }
}

/// The position of a cell. The top left corner is (0, 0).
package struct Point: Hashable, Sendable {
  package let x: Int
  package let y: Int

  package init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}

/// A rectangle of cells. Nothing is drawn in an empty rectangle.
package struct Rect: Hashable, Sendable {
  package let x: Int
  package let y: Int
  package let width: Int
  package let height: Int

  /// Creates a rectangle whose top left cell is (`x`, `y`). A negative width or height becomes
  /// zero.
  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = max(0, width)
    self.height = max(0, height)
  }

  package init(_ size: Size) { self.init(x: 0, y: 0, width: size.width, height: size.height) }

  package var size: Size { Size(width: width, height: height) }
  /// The first column right of the rectangle.
  package var right: Int { x + width }
  /// The first row below the rectangle.
  package var bottom: Int { y + height }
  package var isEmpty: Bool { width == 0 || height == 0 }

  package func contains(_ point: Point) -> Bool {
    point.x >= x && point.x < right && point.y >= y && point.y < bottom
  }

  /// Returns the cells that are in both rectangles. The result is empty if there are none.
  package func intersection(_ other: Rect) -> Rect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return Rect(
      x: left, y: top, width: min(right, other.right) - left,
      height: min(bottom, other.bottom) - top)
  }

  /// Returns row `index`, counted from the top of this rectangle. The result is empty if there is
  /// no such row.
  package func row(_ index: Int) -> Rect {
    guard index >= 0, index < height else { return Rect(x: x, y: y, width: 0, height: 0) }
    return Rect(x: x, y: y + index, width: width, height: 1)
  }

  /// Removes columns on the left and right, and rows at the top and bottom.
  package func inset(columns: Int = 0, rows: Int = 0) -> Rect {
    Rect(
      x: x + min(columns, width), y: y + min(rows, height), width: width - 2 * columns,
      height: height - 2 * rows)
  }

  /// Returns a rectangle of `size` in the centre of this one, limited to the size of this one.
  package func centered(_ size: Size) -> Rect {
    let width = min(size.width, self.width)
    let height = min(size.height, self.height)
    return Rect(
      x: x + (self.width - width) / 2, y: y + (self.height - height) / 2, width: width,
      height: height)
  }
}

/// Functions that divide a rectangle in two. The given width or height is limited to that of the
/// rectangle, so the other part may be empty.
extension Rect {
  /// Returns two adjacent rectangles. The left one has the given width.
  package func split(leftColumns columns: Int) -> (left: Rect, right: Rect) {
    let columns = min(max(0, columns), width)
    return (
      Rect(x: x, y: y, width: columns, height: height),
      Rect(x: x + columns, y: y, width: width - columns, height: height)
    )
  }

  /// Returns two adjacent rectangles. The right one has the given width.
  package func split(rightColumns columns: Int) -> (left: Rect, right: Rect) {
    split(leftColumns: width - min(max(0, columns), width))
  }

  /// Returns two adjacent rectangles. The upper one has the given height.
  package func split(topRows rows: Int) -> (top: Rect, bottom: Rect) {
    let rows = min(max(0, rows), height)
    return (
      Rect(x: x, y: y, width: width, height: rows),
      Rect(x: x, y: y + rows, width: width, height: height - rows)
    )
  }

  /// Returns two adjacent rectangles. The lower one has the given height.
  package func split(bottomRows rows: Int) -> (top: Rect, bottom: Rect) {
    split(topRows: height - min(max(0, rows), height))
  }
}
