/// One record of a table.
package struct TableRow: Hashable, Sendable {
  /// A decoded field. Untrusted: not safe to draw.
  package struct Cell: Hashable, Sendable {
    package var text: String
    package var isNumber: Bool
    /// Whether the field is longer than the text.
    package var isCut: Bool

    package init(_ text: String, isNumber: Bool = false, isCut: Bool = false) {
      (self.text, self.isNumber, self.isCut) = (text, isNumber, isCut)
    }
  }

  /// The one-based number of the record in the body, not counting the header.
  package var number: Int
  package var cells: [Cell]
  /// Whether the number of fields differs from the number of columns.
  package var isRagged: Bool

  package init(number: Int, cells: [Cell], isRagged: Bool = false) {
    (self.number, self.cells, self.isRagged) = (number, cells, isRagged)
  }
}

/// The columns and sort order of a table.
package struct TableHead: Hashable, Sendable {
  package enum Direction: Hashable, Sendable { case ascending, descending }

  package struct Order: Hashable, Sendable {
    package var column: Int
    package var direction: Direction

    package init(column: Int, direction: Direction) {
      (self.column, self.direction) = (column, direction)
    }
  }

  /// The titles of the columns. Untrusted: not safe to draw.
  package var titles: [String]
  package var order: Order?
  /// The reason why the table cannot be sorted, as a sentence, or nil if it can be sorted.
  package var obstacle: String?

  package init(titles: [String], order: Order? = nil, obstacle: String? = nil) {
    (self.titles, self.order, self.obstacle) = (titles, order, obstacle)
  }
}
