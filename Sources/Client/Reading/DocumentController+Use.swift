package import ClientDocuments
package import ReadingValues

/// Functions that return properties of tree values for other features.
extension DocumentController {
  mutating func use(
    _ purpose: NodeUse.Purpose, _ request: DocumentRequest, _ update: inout DocumentUpdate
  ) throws(DocumentError) {
    guard request.view == .tree, let document = body.tree?.document,
      let row = try body.treeRow(request.row)
    else {
      update.outcome = .nothing("Only a JSON value can be used this way.")
      return
    }
    // An assertion on a series of values applies to each value, not only to the selected one.
    guard purpose != .assertion || unfiltered != nil || !body.facts.kind.isSeries else {
      update.outcome = .nothing(
        "An assertion would apply to each value of this body, not only to this one.")
      return
    }
    let range = try document.range(of: row.node)
    let path = try document.path(of: row.node)
    let keys = path.compactMap { step in if case .key(let key) = step { key } else { nil } }
    let isShort = range.count <= NodeUse.longest
    let isContainer = row.node.kind == .object || row.node.kind == .array
    var use = NodeUse(
      key: keys.last, query: try document.jqPath(to: row.node),
      kind: TreeRow(row, isSingle: true).kind,
      raw: isShort
        ? String(decoding: try document.source.bytes(in: range), as: UTF8.self) : nil,
      text: isShort && !isContainer ? try document.copyText(of: row.node) : nil,
      count: isContainer ? row.child.childCount?.known : nil,
      span: NodeSpan(range, generation: request.generation))
    if unfiltered == nil {
      use.pointer = try document.pointer(to: row.node).text
    } else {
      if case .copied(let text, _)? = try filteredPath(.query, row.node) { use.query = text }
      if case .copied(let text, _)? = try filteredPath(.path, row.node) { use.pointer = text }
    }
    update.outcome = .used(use, purpose)
  }

  /// Returns the bytes of a value, or of the displayed body if `span` is nil. Returns nil if
  /// another body has been opened since.
  package func bytes(of span: NodeSpan?) throws(DocumentError) -> ByteSource? {
    guard let span else {
      var body = body
      try body.decodeAll()
      return body.source
    }
    guard span.generation == generation else { return nil }
    return body.source.prefix(span.range.upperBound).suffix(from: span.range.lowerBound)
  }
}
