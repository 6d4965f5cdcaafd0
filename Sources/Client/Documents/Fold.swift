/// A container that the user opened or closed, contrary to the default in the enclosing fold.
struct Fold: Sendable {
  enum Mode: Equatable, Sendable {
    /// The children are visible, and each of them is closed.
    case children
    /// All values in the container are visible down to this depth. Roots have depth 0.
    case levels(Int)

    /// The depth limit for rows in this fold, or nil if the rows are the container's children.
    var limit: Int? {
      switch self {
      case .children: nil
      case .levels(let limit): limit
      }
    }
  }

  let node: JSONNode
  let mode: Mode
  var isOpen: Bool
  /// The offset after the closing bracket, or `Int.max` until the bracket has been received.
  var end = Int.max
  /// The range of rows in the fold. Row 0 is the first row that this fold counts.
  var content = 0..<0
  /// The container's row and the rows of its descendants, as counted by the enclosing fold.
  var slot = 0..<1
}

/// Consecutive rows of one fold.
struct Segment: Sendable {
  /// The number of the segment's first row among all visible rows.
  let row: Int
  let count: Int
  let fold: Int
  /// The number of the segment's first row within the fold.
  let position: Int

  /// Returns the segments of nested folds, in row order. The rows of a fold follow the row of its
  /// container.
  static func all(of folds: [Fold]) -> [Segment] {
    var segments: [Segment] = []
    var row = 0
    var open: [(fold: Int, position: Int)] = []
    func emit(_ fold: Int, _ range: Range<Int>) {
      guard !range.isEmpty else { return }
      segments.append(
        Segment(row: row, count: range.count, fold: fold, position: range.lowerBound))
      row += range.count
    }
    func closeLast() {
      let last = open.removeLast()
      let end = folds[last.fold].content.upperBound
      emit(last.fold, last.position..<max(last.position, end))
    }
    var hiddenUntil = 0
    for (place, fold) in folds.enumerated() {
      if place > 0 {
        if fold.node.offset < hiddenUntil { continue }
        while let last = open.last, fold.node.offset >= folds[last.fold].end { closeLast() }
        guard let around = open.last else { break }
        emit(around.fold, around.position..<max(around.position, fold.slot.lowerBound + 1))
        open[open.count - 1].position = max(around.position, fold.slot.upperBound)
      }
      if fold.isOpen {
        open.append((place, fold.content.lowerBound))
      } else {
        hiddenUntil = fold.end
      }
    }
    while !open.isEmpty { closeLast() }
    return segments
  }
}

extension JSONNode {
  /// Returns whether this node precedes another node in the tree. The document precedes all other
  /// nodes.
  func precedes(_ other: JSONNode) -> Bool {
    offset == other.offset ? depth < other.depth : offset < other.offset
  }
}
