package import ClientDocuments

/// A search in a body: the query, the direction and the start.
package struct DocumentSearch: Hashable, Sendable {
  package enum Direction: Hashable, Sendable { case forward, backward }
  /// The start of a search. `withRow` includes the start row, and `behindRow` does not.
  package enum Start: Hashable, Sendable { case withRow, behindRow }

  package var query: SearchQuery
  package var direction: Direction
  package var start: Start
  /// The number of this search. Late updates for earlier searches are ignored.
  package var number: Int

  package init(_ query: SearchQuery, _ direction: Direction, _ start: Start, number: Int) {
    self.query = query
    self.direction = direction
    self.start = start
    self.number = number
  }
}

/// The origin of a search while its text is typed.
package struct SeekOrigin: Hashable, Sendable {
  /// The number of this origin. Each search has a new number.
  package var number: Int
  package var row: Int

  package init(number: Int, row: Int) {
    self.number = number
    self.row = row
  }
}

/// The progress in bytes of a search that has not found a match yet.
package struct SearchProgress: Hashable, Sendable {
  package var done: Int
  package var total: Int

  package init(done: Int, total: Int) { (self.done, self.total) = (done, total) }

  package var percent: Int { total > 0 ? min(99, done * 100 / total) : 0 }
}

/// The selected match and the number of matches. Each matching row is one match.
package struct MatchPosition: Hashable, Sendable {
  package enum Extent: Hashable, Sendable {
    case complete
    /// Counting is not finished.
    case counting
    /// Counting was stopped, or the limit of matches was reached.
    case atLeast
  }

  /// The one-based position of the selected match, or nil if it is unknown.
  package var position: Int?
  package var count: Int
  package var extent: Extent

  package init(position: Int?, count: Int, extent: Extent) {
    self.position = position
    self.count = count
    self.extent = extent
  }
}
