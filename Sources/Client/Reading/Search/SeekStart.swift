import ClientDocuments
import ReadingValues

/// The nodes that were open when a search began.
struct SeekStart: Sendable {
  let number: Int
  let tree: FoldedRows?
  let shape: BodyShape?

  /// Opens exactly the nodes that were open when the search began, even if the body has grown
  /// since.
  func reopen(_ tree: inout FoldedRows?, _ shape: inout BodyShape?) throws(DocumentError) {
    if var rows = self.tree, let now = tree {
      try rows.update(to: now.document)
      tree = rows
    }
    if case .events(let earlier)? = self.shape, case .events(let now)? = shape {
      shape = .events(try now.folded(as: earlier))
    }
    if case .outline(var rows, let form)? = self.shape, case .outline(let now, _)? = shape {
      if rows.outline.nodes.count != now.outline.nodes.count { rows.update(to: now.outline) }
      shape = .outline(rows, form)
    }
  }
}
