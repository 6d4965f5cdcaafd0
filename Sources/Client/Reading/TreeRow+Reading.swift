import ClientDocuments
import ReadingValues

extension TreeRow {
  /// Creates the displayed row from a row of the document.
  init(_ row: FoldedRows.Row, isSingle: Bool) {
    let child = row.child
    let label: Label =
      if let key = child.key {
        .key(JSONPreview.key(key))
      } else if isSingle, row.depth == 0 {
        .root
      } else {
        .place(child.ordinal)
      }
    self.init(
      label: label, kind: Kind(child.node.kind), depth: row.depth,
      preview: child.node.kind == .string
        ? JSONPreview.string(child.preview) : JSONPreview.text(child.preview), isCut: child.isCut,
      children: child.childCount?.known,
      mayGrow: child.childCount.map { if case .atLeast = $0 { true } else { false } } ?? false,
      isOpen: row.isOpen)
    size = child.size
    oddities = child.oddities
    isKeyCut = child.isKeyCut
    if !oddities.isEmpty, let key = child.key { isKeyOdd = !Oddity.of(string: key[...]).isEmpty }
  }
}

extension TreeRow.Kind {
  fileprivate init(_ kind: JSONNode.Kind) {
    switch kind {
    case .object: self = .object
    case .array: self = .array
    case .string: self = .string
    case .number: self = .number
    case .true, .false: self = .boolean
    case .null: self = .null
    case .unknown, .missing, .document: self = .unknown
    }
  }
}
