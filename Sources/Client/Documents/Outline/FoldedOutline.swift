/// The visible rows of an outline in which some nodes are closed.
///
/// Folding visits all nodes, of which there are at most `Outline.mostNodes`. All other operations
/// are look-ups.
package struct FoldedOutline: Sendable {
  package private(set) var outline: Outline
  private var isOpen: [Bool]
  /// The node of each row, in ascending order.
  private var visible: [Int32] = []

  /// The maximum number of rows that are opened by default.
  private static let fewRows = 2_000

  /// Creates the rows with nodes open down to a depth.
  ///
  /// - Parameter depth: The deepest visible level, which is reduced if there would be too many
  ///   rows.
  package init(_ outline: Outline, toDepth depth: Int) {
    self.outline = outline
    isOpen = []
    for depth in stride(from: depth, through: 0, by: -1) {
      open(toDepth: depth)
      if visible.count <= Self.fewRows { break }
    }
  }

  /// Replaces the outline with a later outline of the same body. Open nodes stay open.
  package mutating func update(to later: Outline) {
    var place = 0
    let before = outline.nodes
    var stillOpen = [Bool](repeating: false, count: later.nodes.count)
    for (number, node) in later.nodes.enumerated() {
      while place < before.count, before[place].span.lowerBound < node.span.lowerBound {
        place += 1
      }
      // Several earlier nodes may start at the same byte, so the state is copied from the node at
      // the same depth.
      var same = place
      while same < before.count, before[same].span.lowerBound == node.span.lowerBound {
        if before[same].depth == node.depth { stillOpen[number] = isOpen[same] }
        same += 1
      }
    }
    outline = later
    isOpen = stillOpen
    rebuild()
  }

  package var count: Int { visible.count }

  /// Returns the node in a row, or nil if the row does not exist.
  package func node(ofRow row: Int) -> Int? {
    visible.indices.contains(row) ? Int(visible[row]) : nil
  }

  /// Returns the row of a node or, if it is hidden, of the nearest visible node around it.
  package func row(of node: Int) -> Int? {
    guard outline.nodes.indices.contains(node) else { return nil }
    var node = node
    while node >= 0 {
      let place = firstRow(from: node)
      if place < visible.count, visible[place] == Int32(node) { return place }
      node = outline.nodes[node].parent
    }
    return nil
  }

  package func isOpen(_ node: Int) -> Bool { isOpen[node] && outline.nodes[node].children > 0 }

  package mutating func setOpen(_ node: Int, _ open: Bool) {
    isOpen[node] = open
    rebuild()
  }

  /// The effect of folding several nodes.
  package enum Fold: Hashable, Sendable { case open, closed }

  /// Opens or closes a node and its siblings.
  package mutating func setSiblings(of node: Int, _ fold: Fold) {
    let parent = outline.nodes[node].parent
    var at = parent < 0 ? 0 : parent + 1
    while at < outline.nodes.count, outline.nodes[at].parent == parent {
      isOpen[at] = fold == .open
      at = outline.nodes[at].next
    }
    rebuild()
  }

  /// Returns the first or last child of a node, or nil if there are no children.
  package func child(_ end: FoldedRows.End, of node: Int) -> Int? {
    guard outline.nodes[node].children > 0 else { return nil }
    var at = node + 1
    while end == .last, let next = sibling(after: at) { at = next }
    return at
  }

  /// Returns the first or last sibling of a node, which may be the node itself.
  package func sibling(_ end: FoldedRows.End, of node: Int) -> Int {
    let parent = outline.nodes[node].parent
    var at = end == .last ? node : max(0, parent + 1)
    while end == .last, let next = sibling(after: at) { at = next }
    return at
  }

  package mutating func openAll() { open(toDepth: .max) }

  /// Shows the nodes down to a depth. Depth 0 shows only the roots.
  package mutating func open(toDepth depth: Int) {
    isOpen = outline.nodes.map { $0.depth < depth }
    rebuild()
  }

  /// Opens the nodes that hide a node, and returns its row.
  package mutating func reveal(_ node: Int) -> Int? {
    var parent = outline.nodes[node].parent
    while parent >= 0 {
      isOpen[parent] = true
      parent = outline.nodes[parent].parent
    }
    rebuild()
    return row(of: node)
  }

  /// Returns the next sibling, or nil after the last node.
  package func sibling(after node: Int) -> Int? {
    let next = outline.nodes[node].next
    guard next < outline.nodes.count, outline.nodes[next].parent == outline.nodes[node].parent
    else { return nil }
    return next
  }

  /// Returns the previous sibling, or nil before the first node.
  package func sibling(before node: Int) -> Int? {
    // The previous sibling is the preceding node or one of its ancestors.
    let parent = outline.nodes[node].parent
    var at = node - 1
    while at >= 0, at != parent {
      if outline.nodes[at].parent == parent { return at }
      at = outline.nodes[at].parent
    }
    return nil
  }

  private func firstRow(from node: Int) -> Int {
    var low = 0
    var high = visible.count
    while low < high {
      let middle = (low + high) / 2
      if visible[middle] < Int32(node) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func rebuild() {
    visible.removeAll(keepingCapacity: true)
    var at = 0
    while at < outline.nodes.count {
      visible.append(Int32(at))
      at = isOpen[at] ? at + 1 : outline.nodes[at].next
    }
  }
}
