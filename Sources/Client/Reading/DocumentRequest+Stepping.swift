import ClientDocuments
import ReadingValues

/// Steps from a value to its siblings, parent and children.
extension FoldedRows {
  /// Returns the row after a step. Returns nil if the step is not possible. A step to a child opens
  /// the node.
  mutating func row(
    after step: DocumentRequest.Step, from node: JSONNode
  ) throws(DocumentError) -> Int? {
    switch step {
    case .nextSibling: return try nextSiblingRow(of: node)
    case .previousSibling: return try previousSiblingRow(of: node)
    case .firstSibling: return try siblingRow(.first, of: node)
    case .lastSibling: return try siblingRow(.last, of: node)
    case .parent: return try parentRow(of: node)
    case .firstChild, .lastChild:
      try open(node)
      return try childRow(step == .firstChild ? .first : .last, of: node)
    }
  }
}

extension FoldedOutline {
  /// Returns the row after a step. Returns nil if the step is not possible. A step to a child opens
  /// the node.
  mutating func row(after step: DocumentRequest.Step, from node: Int) -> Int? {
    let target: Int?
    switch step {
    case .nextSibling: target = sibling(after: node)
    case .previousSibling: target = sibling(before: node)
    case .firstSibling: target = sibling(.first, of: node)
    case .lastSibling: target = sibling(.last, of: node)
    case .parent:
      let parent = outline.nodes[node].parent
      target = parent < 0 ? nil : parent
    case .firstChild, .lastChild:
      target = child(step == .firstChild ? .first : .last, of: node)
      if target != nil, !isOpen(node) { setOpen(node, true) }
    }
    return target.flatMap { row(of: $0) }
  }
}

extension JSONDocument {
  /// Returns the outcome of copying the key of the container of a value. If the container is in an
  /// array, the index of the container is copied instead.
  func parentKey(of node: JSONNode) throws(DocumentError) -> DocumentUpdate.Outcome {
    switch try path(of: node).dropLast().last {
    case .key(let key): .copied(key, .parentKey)
    case .place(let place): .copied(String(place), .parentKey)
    case nil: .nothing("The container of this value has no key.")
    }
  }
}

extension DocumentRequest.Step {
  /// The reason why the step is not possible.
  var obstacle: String {
    switch self {
    case .nextSibling: "There is no next sibling."
    case .previousSibling: "There is no previous sibling."
    case .firstSibling, .lastSibling: "This value has no siblings."
    case .parent: "This is the outermost value."
    case .firstChild, .lastChild: "This value has no children."
    }
  }
}
