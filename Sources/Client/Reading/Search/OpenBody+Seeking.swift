import ClientDocuments
import ReadingValues

/// What is open in a body when finding in it begins.
struct SeekStart: Sendable {
  let number: Int
  let tree: FoldedRows?
  let shape: BodyShape?
}

/// Finding while the text is being typed: each letter looks from the same place anew, so that a hit of
/// the first letters opens nothing for good.
extension OpenBody {
  mutating func seek(
    _ search: DocumentSearch, _ origin: SeekOrigin, _ view: DocumentView, _ step: Int,
    _ update: inout DocumentUpdate
  ) throws(DocumentError) {
    try goBack(to: origin)
    finding.begin(SeekStart(number: origin.number, tree: tree, shape: shape))
    // Where nothing is found, or not yet, that is where one stands.
    update.row = origin.row
    try find(search, row: origin.row, view, step, &update)
  }

  /// Opens what was open when finding began, in as much of the body as there is by now.
  mutating func goBack(to origin: SeekOrigin) throws(DocumentError) {
    guard let start = finding.start(of: origin) else { return }
    if var rows = start.tree, let now = tree {
      try rows.update(to: now.document)
      tree = rows
    }
    if case .outline(var rows, let form)? = start.shape, case .outline(let now, _)? = shape {
      if rows.outline.nodes.count != now.outline.nodes.count { rows.update(to: now.outline) }
      shape = .outline(rows, form)
    }
  }
}
