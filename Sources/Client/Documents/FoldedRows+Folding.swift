extension FoldedRows {
  /// Shows the children of a container. Does nothing if the container is open or the node is not a
  /// container.
  package mutating func open(_ node: JSONNode) throws(DocumentError) {
    guard node.isContainer else { return }
    if let own = foldIndex(of: node) { return setOpen(own, true) }
    let around = folds[enclosing(node)]
    guard node.depth >= around.mode.limit ?? 0 else { return }
    let fold = Fold(node: node, mode: .children, isOpen: true)
    insert(try measured(fold, in: around, document.reader()))
  }

  /// Hides the children of a container. Folds inside the container are stored and restored when it
  /// is opened again.
  package mutating func close(_ node: JSONNode) throws(DocumentError) {
    guard node.isContainer, node.kind != .document else { return }
    if let own = foldIndex(of: node) { return setOpen(own, false) }
    let around = folds[enclosing(node)]
    guard let limit = around.mode.limit, node.depth < limit else { return }
    let fold = Fold(node: node, mode: around.mode, isOpen: false)
    insert(try measured(fold, in: around, document.reader()))
  }

  /// Opens a closed row, or closes an open one.
  package mutating func toggle(_ row: Row) throws(DocumentError) {
    if row.isOpen { try close(row.node) } else { try open(row.node) }
  }

  /// Opens every container in `node`, or in the document, in a time that does not depend on the
  /// size of the body.
  package mutating func openAll(below node: JSONNode? = nil) throws(DocumentError) {
    guard let node else { return try reset(to: .levels(JSONDocument.everyLevel)) }
    try replace(node, .levels(JSONDocument.everyLevel), isOpen: .open)
  }

  /// Closes every container in the document, or only `node` and the containers in it.
  package mutating func closeAll(below node: JSONNode? = nil) throws(DocumentError) {
    guard let node else { return try reset(to: .children) }
    try replace(node, .children, isOpen: .closed)
  }

  /// Shows exactly the values down to `depth`. Depth 0 shows only the roots, and depth 1 also shows
  /// their children.
  ///
  /// - Parameter depth: The depth, limited to 0...10.
  package mutating func open(toDepth depth: Int) throws(DocumentError) {
    try reset(to: .levels(min(max(0, depth), JSONDocument.deepestLevel)))
  }

  /// Opens the containers that hide the value at `offset`. Returns the row of the value, or nil if
  /// there is no value.
  package mutating func reveal(_ offset: Int) throws(DocumentError) -> Int? {
    let reader = document.reader()
    let track = try document.track(to: offset, reader)
    guard let last = track.steps.last else { return nil }
    var around = folds[0]
    var new: [Fold] = []
    for step in track.steps.dropFirst() {
      if let own = foldIndex(of: step.container) {
        if !folds[own].isOpen { setOpen(own, true) }
        around = folds[own]
      } else if step.container.depth >= around.mode.limit ?? 0 {
        let fold = Fold(node: step.container, mode: .children, isOpen: true)
        around = try measured(fold, in: around, reader)
        new.append(around)
      }
    }
    insert(all: new)
    let slot = try document.slot(
      at: track.slotStart, ordinal: last.ordinal, of: last.container, reader)
    return try row(of: slot.value)
  }

  enum Leaf { case open, closed }

  /// Replaces the fold of a container, and removes all folds inside it.
  mutating func replace(
    _ node: JSONNode, _ mode: Fold.Mode, isOpen leaf: Leaf
  ) throws(DocumentError) {
    guard node.isContainer, node.kind != .document else { return try reset(to: mode) }
    let reader = document.reader()
    let end = try document.end(of: node, reader)
    removeFolds(in: node.offset..<max(end, node.offset + 1))
    let fold = Fold(node: node, mode: mode, isOpen: leaf == .open)
    insert(try measured(fold, in: folds[enclosing(node)], reader))
  }

  /// Returns a fold with its rows counted in `content` and `slot`.
  func measured(
    _ fold: Fold, in around: Fold?, _ reader: ByteReader
  ) throws(DocumentError) -> Fold {
    var fold = fold
    let isDocument = fold.node.kind == .document
    let end = try document.end(of: fold.node, reader)
    let isEndKnown = isDocument ? document.isComplete : end < reader.count || document.isComplete
    fold.end = isEndKnown && !isDocument ? end : .max
    if let limit = fold.mode.limit {
      let start = isDocument ? 0 : fold.node.offset + 1
      let first = try document.rows(before: start, limit: limit, reader)
      fold.content = first..<max(first, try document.rows(before: end, limit: limit, reader))
    } else {
      fold.content = 0..<(try document.childCount(of: fold.node, reader).known)
    }
    guard let around else { return fold }
    if let limit = around.mode.limit {
      let own = try document.rows(before: fold.node.offset + 1, limit: limit, reader) - 1
      fold.slot = own..<max(own + 1, try document.rows(before: end, limit: limit, reader))
    } else {
      let place = try document.steps(to: fold.node.offset).last?.ordinal ?? 0
      fold.slot = place..<place + 1
    }
    return fold
  }
}
