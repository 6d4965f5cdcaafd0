package import ClientDocuments

/// What is looked for in a body, which way and from where.
package struct DocumentSearch: Hashable, Sendable {
  package enum Direction: Hashable, Sendable { case forward, backward }
  /// Whether a hit in the row itself counts.
  package enum Start: Hashable, Sendable { case withRow, behindRow }

  package var query: SearchQuery
  package var direction: Direction
  package var start: Start
  /// Distinguishes this search from the ones before it: their late updates are passed over.
  package var number: Int

  package init(_ query: SearchQuery, _ direction: Direction, _ start: Start, number: Int) {
    self.query = query
    self.direction = direction
    self.start = start
    self.number = number
  }
}

/// Where finding began whose text is still being typed.
package struct SeekOrigin: Hashable, Sendable {
  /// Distinguishes it from what was typed to find before.
  package var number: Int
  package var row: Int

  package init(number: Int, row: Int) {
    self.number = number
    self.row = row
  }
}

/// How far a search is that has found nothing yet, in bytes.
package struct SearchProgress: Hashable, Sendable {
  package var done: Int
  package var total: Int

  package init(done: Int, total: Int) { (self.done, self.total) = (done, total) }

  package var percent: Int { total > 0 ? min(99, done * 100 / total) : 0 }
}

/// Which hit the selection is on, and how many there are; rows are counted, not words.
package struct HitStanding: Hashable, Sendable {
  package enum Extent: Hashable, Sendable {
    case complete
    /// The rest of the body is being counted.
    case counting
    /// Counting was stopped, or there are more hits than are worth counting.
    case atLeast
  }

  /// From 1; nil while it is not counted.
  package var position: Int?
  package var count: Int
  package var extent: Extent

  package init(position: Int?, count: Int, extent: Extent) {
    self.position = position
    self.count = count
    self.extent = extent
  }
}
