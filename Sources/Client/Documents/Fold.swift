/// A container that the user opened or closed. Its state differs from the default in the
/// surrounding fold.
struct Fold: Sendable {
  enum Mode: Equatable, Sendable {
    /// Only the container's children are visible, each of them closed.
    case children
    /// All values in the container down to this depth are visible. Roots have depth 0.
    case levels(Int)

    /// The maximum depth of the fold's rows, or nil if the rows are numbered by index.
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
  /// The offset after the container's closing bracket, or `Int.max` while the bracket has not been
  /// received.
  var end = Int.max
  /// The range of the fold's rows in the fold's own numbering.
  var content = 0..<0
  /// The range of the container's row and its descendants' rows, in the numbering of the
  /// surrounding fold.
  var slot = 0..<1
}

/// A sequence of rows with consecutive numbers in one fold.
struct Segment: Sendable {
  /// The index of the segment's first row in the list of all visible rows.
  let row: Int
  let count: Int
  let fold: Int
  /// The number of the first row in the fold's own numbering.
  let position: Int

  /// Returns the segments of nested folds, in row order. The rows inside a fold follow the row of
  /// its container.
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
  /// Returns whether this node is before another node in the tree. The document comes first.
  func precedes(_ other: JSONNode) -> Bool {
    offset == other.offset ? depth < other.depth : offset < other.offset
  }
}
