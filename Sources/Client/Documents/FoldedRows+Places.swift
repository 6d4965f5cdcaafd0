extension FoldedRows {
  /// Returns the row of a value, or nil if the value is in a closed container.
  package func row(of node: JSONNode) throws(DocumentError) -> Int? {
    guard node.kind != .document else { return nil }
    var around = 0
    for (place, fold) in folds.enumerated().dropFirst() {
      guard fold.node.offset < node.offset else { break }
      guard node.offset < fold.end else { continue }
      guard fold.isOpen else { return nil }
      around = place
    }
    let fold = folds[around]
    let position: Int
    if let limit = fold.mode.limit {
      guard node.depth <= limit else { return nil }
      let reader = document.reader()
      position = try document.rows(before: node.offset + 1, limit: limit, reader) - 1
    } else {
      guard let step = try document.steps(to: node.offset).last, step.container == fold.node else {
        return nil
      }
      position = step.ordinal
    }
    let segment = segments.first {
      $0.fold == around && position >= $0.position && position < $0.position + $0.count
    }
    return segment.map { $0.row + position - $0.position }
  }

  /// Returns the row of a value or, if it is hidden, of the nearest visible container around it.
  /// The selection moves to this row when a container is closed.
  package func nearestRow(to node: JSONNode) throws(DocumentError) -> Int? {
    if let row = try row(of: node) { return row }
    for step in try document.steps(to: node.offset).reversed() {
      if let row = try row(of: step.container) { return row }
    }
    return nil
  }

  /// Returns the row of the container around a value, or nil for a root.
  package func parentRow(of node: JSONNode) throws(DocumentError) -> Int? {
    guard let step = try document.steps(to: node.offset).last else { return nil }
    return try row(of: step.container)
  }

  /// Returns the row of the next value in the same container, or nil after the last value.
  package func nextSiblingRow(of node: JSONNode) throws(DocumentError) -> Int? {
    try siblingRow(of: node, 1)
  }

  /// Returns the row of the previous value in the same container, or nil before the first value.
  package func previousSiblingRow(of node: JSONNode) throws(DocumentError) -> Int? {
    try siblingRow(of: node, -1)
  }

  private func siblingRow(of node: JSONNode, _ distance: Int) throws(DocumentError) -> Int? {
    guard let step = try document.steps(to: node.offset).last else { return nil }
    let place = step.ordinal + distance
    guard place >= 0,
      let sibling = try document.children(
        of: step.container, in: place..<place + 1, previewLength: 0
      ).first
    else { return nil }
    return try row(of: sibling.node)
  }

  /// Returns the index of a container's own fold, or nil if the container has none.
  func foldIndex(of node: JSONNode) -> Int? {
    let place = firstFold(from: node)
    return place < folds.count && folds[place].node == node ? place : nil
  }

  /// Returns the index of the innermost fold around a container.
  func enclosing(_ node: JSONNode) -> Int {
    var place = firstFold(from: node) - 1
    while place > 0, folds[place].end <= node.offset { place -= 1 }
    return max(0, place)
  }

  /// Returns the index of the first fold that is not before the container.
  func firstFold(from node: JSONNode) -> Int {
    var low = 0
    var high = folds.count
    while low < high {
      let middle = (low + high) / 2
      if folds[middle].node.precedes(node) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
