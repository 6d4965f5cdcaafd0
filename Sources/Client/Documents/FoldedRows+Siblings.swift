extension FoldedRows {
  /// The first or last child of a container.
  package enum End: Hashable, Sendable { case first, last }

  /// The maximum number of siblings to open on deep levels. The index does not count rows of deep
  /// levels, so each of these siblings is opened separately.
  private static let mostDeepSiblings = 1_000

  /// Returns the row of the first or last child of an open container, or nil if the container has
  /// no children.
  ///
  /// Reads approximately 32 KiB, regardless of the number of children.
  package func childRow(_ end: End, of node: JSONNode) throws(DocumentError) -> Int? {
    let count = try document.childCount(of: node).known
    let place = end == .first ? 0 : count - 1
    guard place >= 0,
      let child = try document.children(of: node, in: place..<place + 1, previewLength: 0).first
    else { return nil }
    return try row(of: child.node)
  }

  /// Returns the row of the first or last sibling of a value, which may be the value itself.
  package func siblingRow(_ end: End, of node: JSONNode) throws(DocumentError) -> Int? {
    guard let step = try document.steps(to: node.offset).last else { return nil }
    return try childRow(end, of: step.container)
  }

  /// Closes a value and its siblings, and all containers inside them.
  package mutating func closeSiblings(of node: JSONNode) throws(DocumentError) {
    guard let step = try document.steps(to: node.offset).last else { return }
    try replace(step.container, .children, isOpen: .open)
  }

  /// Opens a value and its siblings. Their children are closed.
  ///
  /// - Returns: False if the siblings are more than nine levels deep and too many to open.
  package mutating func openSiblings(of node: JSONNode) throws(DocumentError) -> Bool {
    guard let step = try document.steps(to: node.offset).last else { return true }
    let parent = step.container
    if parent.depth + 2 <= JSONDocument.deepestLevel {
      try replace(parent, .levels(parent.depth + 2), isOpen: .open)
      return true
    }
    let count = try document.childCount(of: parent).known
    guard count <= Self.mostDeepSiblings else { return false }
    try replace(parent, .children, isOpen: .open)
    for child in try document.children(of: parent, in: 0..<count, previewLength: 0) {
      try open(child.node)
    }
    return true
  }
}
