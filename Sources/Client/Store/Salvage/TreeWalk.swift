/// A traversal of one tree from its root. It reads the rows, and records the parts that cannot be
/// read.
struct TreeWalk {
  /// A range of row numbers that a damaged part of a table may have contained.
  typealias Span = ClosedRange<Int64>

  private(set) var visited: Set<UInt32> = []
  /// The ranges of rows that could not be read. Empty if everything was read.
  private(set) var lostSpans: [Span] = []
  /// The rows whose number is readable but whose content is not.
  private(set) var lostRows: [Int64] = []
  private let file: PageFile
  private let kind: Form

  /// The way in which a table stores its rows.
  enum Form { case numbered, keyed }

  init(_ file: PageFile, _ kind: Form) {
    self.file = file
    self.kind = kind
  }

  /// Reads all rows.
  ///
  /// - Parameter body: Receives the number of each row, which is 0 in a keyed table, and its
  ///   values.
  mutating func read(
    from root: UInt32, _ body: (Int64, [StoredValue]) throws -> Void
  ) rethrows {
    try read(root, .min ... .max, depth: 0, body)
  }

  private mutating func read(
    _ number: UInt32, _ span: Span, depth: Int, _ body: (Int64, [StoredValue]) throws -> Void
  ) rethrows {
    // A valid tree is never this deep, but a damaged one may contain a cycle.
    guard depth < 40, visited.insert(number).inserted, let page = TreePage(number, of: file),
      page.kind.isOfTable == (kind == .numbered)
    else {
      lostSpans.append(span)
      return
    }
    switch page.kind {
    case .leafTable:
      for cell in page.cells {
        guard let row = cell.row, span.contains(row) else {
          lostSpans.append(span)
          continue
        }
        guard let values = cell.payload.flatMap(StoredValue.values) else {
          lostRows.append(row)
          continue
        }
        try body(row, values)
      }
    case .interiorTable: try readChildren(of: page, span, depth, body)
    case .leafIndex, .interiorIndex:
      for cell in page.cells {
        if let values = cell.payload.flatMap(StoredValue.values) {
          try body(0, values)
        } else {
          lostSpans.append(span)
        }
        if page.kind == .interiorIndex {
          try read(cell.child ?? 0, span, depth: depth + 1, body)
        }
      }
      if page.kind == .interiorIndex {
        try read(page.rightmost ?? 0, span, depth: depth + 1, body)
      }
    }
  }

  /// Reads the child pages. Each child contains the rows after the key of the previous cell, up to
  /// and including the key of its own cell.
  private mutating func readChildren(
    of page: TreePage, _ span: Span, _ depth: Int, _ body: (Int64, [StoredValue]) throws -> Void
  ) rethrows {
    var low = span.lowerBound
    for cell in page.cells {
      guard let child = cell.child, let row = cell.row, row >= low, row < span.upperBound else {
        // `low` does not change, so the next readable cell's range includes the range of this cell.
        lostSpans.append(low...span.upperBound)
        continue
      }
      try read(child, low...row, depth: depth + 1, body)
      low = row + 1
    }
    try read(page.rightmost ?? 0, low...span.upperBound, depth: depth + 1, body)
  }
}
