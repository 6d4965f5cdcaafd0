import ClientDocuments
import ReadingValues

/// A creator of tree rows with the information that is shown beside their text.
struct TreeRows {
  let tree: FoldedRows
  let grammar: GrammarMessages

  /// The maximum number of steps to show at the start and at the end of a path.
  static let (mostFirst, mostLast) = (8, 40)

  /// Returns the tree's rows in a range, and the path to the first row.
  func rows(
    _ range: Range<Int>
  ) throws(DocumentError) -> (rows: [DocumentRow], lead: [Crumb]) {
    let found = try tree.rows(in: range)
    guard let first = found.first else { return ([], []) }
    let twins = try tree.repeatedKeys(among: found)
    // In the text of a JSON sequence, separators are replaced with line breaks, which are not in
    // the body.
    let places =
      grammar.kind == .jsonSequence ? [] : try tree.document.places(of: found.map(\.node))
    var rows: [DocumentRow] = []
    for (number, row) in found.enumerated() {
      var treeRow = TreeRow(row, isSingle: grammar.kind == .json)
      if twins.contains(row.number) { treeRow.oddities.append(.equalKeys) }
      if !places.isEmpty { treeRow.place = places[number] }
      if row.depth == 0 { treeRow.fault = grammar.message(ofLineAt: row.node.offset) }
      rows.append(.tree(treeRow))
    }
    return (rows, try lead(to: first.node, in: tree.document))
  }

  /// Returns the path to the container around a value. The middle of a very deep path is omitted.
  private func lead(
    to node: JSONNode, in document: JSONDocument
  ) throws(DocumentError) -> [Crumb] {
    // The root of a single value is not a step of the path. In JSON Lines, each root is a step.
    var steps = try document.steps(to: node.offset).dropLast()
    if document.form == .value { steps = steps.dropFirst() }
    let isDeep = steps.count > Self.mostFirst + Self.mostLast
    let first = try crumbs(isDeep ? steps.prefix(Self.mostFirst) : steps, document)
    return isDeep ? first + [.gap] + (try crumbs(steps.suffix(Self.mostLast), document)) : first
  }

  private func crumbs(
    _ steps: ArraySlice<JSONStep>, _ document: JSONDocument
  ) throws(DocumentError) -> [Crumb] {
    try document.parts(of: steps, keyLength: Crumb.longestKey).map(Crumb.init)
  }
}
