/// A container that somebody opened or closed, against what its surroundings would have it.
struct Fold: Sendable {
  enum Mode: Equatable, Sendable {
    /// Its children show, closed.
    case children
    /// All values below it no deeper than this show; the depth counts from the roots.
    case levels(Int)

    /// How deep its rows go when they are numbered by depth, not by place.
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
  /// After its closing bracket; `Int.max` while that has not arrived.
  var end = Int.max
  /// Its rows in its own numbering.
  var content = 0..<0
  /// Its own row, and what would follow it, in the numbering of the fold around it.
  var slot = 0..<1
}

/// A run of rows that follow each other in the numbering of one fold.
struct Segment: Sendable {
  /// The number of the first row on the screen.
  let row: Int
  let count: Int
  let fold: Int
  /// The number of the first row within the fold.
  let position: Int

  /// Lays out the open folds one in the other: a fold's rows stand behind its own row.
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
  /// Whether it comes earlier in the tree; the document comes before all.
  func precedes(_ other: JSONNode) -> Bool {
    offset == other.offset ? depth < other.depth : offset < other.offset
  }
}
