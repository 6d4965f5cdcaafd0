/// One record of a table.
package struct TableRow: Hashable, Sendable {
  /// One field, decoded. Text from outside, not safe to draw.
  package struct Cell: Hashable, Sendable {
    package var text: String
    package var isNumber: Bool
    /// Whether it goes on behind the text.
    package var isCut: Bool

    package init(_ text: String, isNumber: Bool = false, isCut: Bool = false) {
      (self.text, self.isNumber, self.isCut) = (text, isNumber, isCut)
    }
  }

  /// Its place in the body from 1, the record with the names not counted.
  package var number: Int
  package var cells: [Cell]
  /// Whether it has another number of fields than there are columns.
  package var isRagged: Bool

  package init(number: Int, cells: [Cell], isRagged: Bool = false) {
    (self.number, self.cells, self.isRagged) = (number, cells, isRagged)
  }
}

/// The columns of a table, and what its rows are sorted by.
package struct TableHead: Hashable, Sendable {
  package enum Direction: Hashable, Sendable { case ascending, descending }

  package struct Order: Hashable, Sendable {
    package var column: Int
    package var direction: Direction

    package init(column: Int, direction: Direction) {
      (self.column, self.direction) = (column, direction)
    }
  }

  /// Text from outside, not safe to draw.
  package var titles: [String]
  package var order: Order?
  /// Why it cannot be sorted, in a sentence; nil when it can.
  package var obstacle: String?

  package init(titles: [String], order: Order? = nil, obstacle: String? = nil) {
    (self.titles, self.order, self.obstacle) = (titles, order, obstacle)
  }
}
