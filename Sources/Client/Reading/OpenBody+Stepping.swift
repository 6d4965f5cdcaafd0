import ClientDocuments
import ReadingValues

/// Steps from one value to another: siblings, parent, children, and what a path leads to.
extension OpenBody {
  mutating func go(
    _ step: DocumentRequest.Step, _ number: Int, _ update: inout DocumentUpdate
  ) throws(DocumentError) {
    if case .record(let list)? = shape { return try go(step, number, of: list, &update) }
    if let shape { return go(step, number, in: shape, &update) }
    guard var rows = tree, let node = try node(at: number) else {
      update.outcome = .nothing("This body has no tree to walk.")
      return
    }
    switch step {
    case .nextSibling: update.row = try rows.nextSiblingRow(of: node)
    case .previousSibling: update.row = try rows.previousSiblingRow(of: node)
    case .firstSibling: update.row = try rows.siblingRow(.first, of: node)
    case .lastSibling: update.row = try rows.siblingRow(.last, of: node)
    case .parent: update.row = try rows.parentRow(of: node)
    case .firstChild, .lastChild:
      try rows.open(node)
      update.row = try rows.childRow(step == .firstChild ? .first : .last, of: node)
      if update.row != nil { tree = rows }
    }
    if update.row == nil { update.outcome = .nothing(step.obstacle) }
  }

  private mutating func go(
    _ step: DocumentRequest.Step, _ row: Int, in shape: BodyShape, _ update: inout DocumentUpdate
  ) {
    guard case .outline(var rows, let form) = shape, let node = rows.node(ofRow: row) else {
      update.outcome = .nothing("This body has no tree to walk.")
      return
    }
    let target: Int?
    switch step {
    case .nextSibling: target = rows.sibling(after: node)
    case .previousSibling: target = rows.sibling(before: node)
    case .firstSibling: target = rows.sibling(.first, of: node)
    case .lastSibling: target = rows.sibling(.last, of: node)
    case .parent:
      let parent = rows.outline.nodes[node].parent
      target = parent < 0 ? nil : parent
    case .firstChild, .lastChild:
      target = rows.child(step == .firstChild ? .first : .last, of: node)
      if target != nil, !rows.isOpen(node) {
        rows.setOpen(node, true)
        self.shape = .outline(rows, form)
      }
    }
    update.row = target.flatMap { rows.row(of: $0) }
    if update.row == nil { update.outcome = .nothing(step.obstacle) }
  }

  /// Selects what a path leads to; where it leads nowhere, the last value on the way is selected.
  mutating func follow(_ text: String, _ update: inout DocumentUpdate) throws(DocumentError) {
    guard var rows = tree else {
      update.outcome = .nothing("This body has no tree: only JSON has paths.")
      return
    }
    guard let path = ValuePath(text) else {
      update.outcome = .nothing("\"\(text)\" is not a path: write .a[3].b, $.a or /a/3/b.")
      return
    }
    let reach = try rows.document.follow(path)
    if let node = reach.node, let row = try rows.reveal(node.offset) {
      tree = rows
      update.row = row
    } else if reach.missing == nil {
      update.row = 0
    }
    guard let missing = reach.missing else { return }
    let place = try reach.node.map { node throws(DocumentError) in
      try rows.document.jqPath(to: node)
    }
    let around = place.map { $0 == "." ? "the outermost value" : $0 } ?? "the body"
    let rest = rows.document.isComplete ? "" : ", as far as it is read"
    update.outcome = .nothing("There is no \(missing.words) in \(around)\(rest).")
  }

  func copyParentKey(
    of node: JSONNode, in document: JSONDocument, _ update: inout DocumentUpdate
  ) throws(DocumentError) {
    switch try document.path(of: node).dropLast().last {
    case .key(let key): update.outcome = .copied(key, .parentKey)
    case .place(let place): update.outcome = .copied(String(place), .parentKey)
    case nil: update.outcome = .nothing("The value around this one has no key.")
    }
  }
}

extension ValuePath.Part {
  fileprivate var words: String {
    switch self {
    case .key(let key), .either(let key): "\"\(key)\""
    case .place(let place): "[\(place)]"
    }
  }
}

extension DocumentRequest.Step {
  /// Why the step leads nowhere.
  fileprivate var obstacle: String {
    switch self {
    case .nextSibling: "This is the last of its siblings."
    case .previousSibling: "This is the first of its siblings."
    case .firstSibling, .lastSibling: "This has no siblings."
    case .parent: "This is the outermost value."
    case .firstChild, .lastChild: "This value holds nothing."
    }
  }
}
