import ClientDocuments

/// The body on a desk: its bytes, its tree if it has one, and the texts made of it.
struct OpenBody: Sendable {
  private(set) var source = ByteSource()
  private(set) var kind = BodyKind.text
  private(set) var facts = DocumentFacts(kind: .text)
  /// For JSON.
  var tree: FoldedRows?
  private var lines = TextDocument()
  /// The laid-out text, made when it is first looked at.
  private var layout: TextDocument?
  /// The search that is under way, and what is counted of its hits.
  var hunt: Hunt?
  var census: HitCensus?

  init() {}

  init(
    _ source: ByteSource, mediaType: String?, _ arrival: JSONDocument.Arrival
  ) throws(DocumentError) {
    kind = BodyKind.detect(mediaType: mediaType, start: try source.bytes(in: 0..<1024))
    try take(source, arrival)
    if var rows = tree {
      let open = try rows.opened(toDepth: 2)
      if let open { rows = open }
      tree = rows
    }
  }

  /// The same body, now longer: what is open stays open.
  mutating func extend(
    to source: ByteSource, _ arrival: JSONDocument.Arrival
  ) throws(DocumentError) { try take(source, arrival) }

  /// A complete body with more in it: what is open before the first new byte stays open.
  mutating func grow(to source: ByteSource) throws(DocumentError) {
    let offset = try self.source.sharedLength(with: source)
    if var rows = tree {
      try rows.update(to: try JSONDocument(indexing: source), grownAt: offset)
      tree = rows
    }
    lines = TextDocument()
    try forget(for: source)
    facts.fault = try fault()
  }

  private mutating func forget(for source: ByteSource) throws(DocumentError) {
    self.source = source
    layout = nil
    (hunt, census) = (nil, nil)
    if kind != .binary { try lines.extend(to: source) }
  }

  private mutating func take(
    _ source: ByteSource, _ arrival: JSONDocument.Arrival
  ) throws(DocumentError) {
    try forget(for: source)
    if kind == .json || kind == .jsonLines {
      if var rows = tree {
        var document = rows.document
        try document.extend(to: source, arrival)
        try rows.update(to: document)
        tree = rows
      } else {
        var document = JSONDocument(form: kind == .json ? .value : .lines)
        try document.extend(to: source, arrival)
        tree = try FoldedRows(document)
      }
    }
    facts = DocumentFacts(
      kind: factsKind, canBeLaidOut: canBeLaidOut,
      fault: arrival == .ended ? try fault() : nil)
  }

  private var canBeLaidOut: Bool {
    tree != nil && source.count <= DocumentDesk.largestLayout
  }

  private var factsKind: DocumentFacts.Kind {
    switch kind {
    case .json: .json
    case .jsonLines: .jsonLines
    case .xml: .xml
    case .text: .text
    case .binary: .binary
    }
  }

  private func fault() throws(DocumentError) -> String? {
    guard kind == .json, source.count <= DocumentDesk.largestJudged else { return nil }
    return JSONValidator.fault(in: try source.bytes(in: 0..<source.count))?.sentence
  }

  /// The text a view shows, and where its bytes are; nil for a tree and for hexadecimal rows.
  mutating func text(of view: DocumentView) throws(DocumentError) -> TextDocument? {
    if view == .tree, tree != nil { return nil }
    if kind == .binary { return nil }
    guard view == .pretty, canBeLaidOut else { return lines }
    if let layout { return layout }
    let bytes = JSONLayout.text(try source.bytes(in: 0..<source.count))
    let made = try TextDocument(indexing: ByteSource(bytes))
    layout = made
    return made
  }

  // MARK: Rows

  /// The rows of a view, cut to those there are.
  mutating func window(
    _ wanted: Range<Int>, _ view: DocumentView
  ) throws(DocumentError) -> RowWindow {
    if view == .tree, let tree {
      let range = wanted.clamped(to: 0..<tree.count)
      let isSingle = kind == .json
      let rows = try tree.rows(in: range).map { DocumentRow.tree(TreeRow($0, isSingle: isSingle)) }
      return RowWindow(offset: range.lowerBound, rows: rows, total: tree.count)
    }
    if let text = try text(of: view) {
      let range = wanted.clamped(to: 0..<text.lineCount)
      let rows = try text.lines(in: range, length: 2048).map { line in
        DocumentRow.line(
          TextRow(
            number: line.number + 1, text: String(decoding: line.bytes, as: UTF8.self),
            isCut: line.isCut))
      }
      return RowWindow(offset: range.lowerBound, rows: rows, total: text.lineCount)
    }
    let hex = HexRows(source)
    let range = wanted.clamped(to: 0..<hex.count)
    let rows = try hex.rows(in: range).map { DocumentRow.line(TextRow(number: nil, text: $0.text)) }
    return RowWindow(offset: range.lowerBound, rows: rows, total: hex.count)
  }

  /// The tree's row of this number; nil where there is none.
  func treeRow(_ row: Int) throws(DocumentError) -> FoldedRows.Row? {
    guard row >= 0 else { return nil }
    return try tree?.rows(in: row..<row + 1, previewLength: 0).first
  }

  func node(at row: Int) throws(DocumentError) -> JSONNode? { try treeRow(row)?.node }
}

extension FoldedRows {
  /// The most rows that are opened without being asked for.
  private static let fewRows = 2_000

  /// The same rows open to a depth, unless those are too many to find one's way.
  fileprivate func opened(toDepth depth: Int) throws(DocumentError) -> FoldedRows? {
    for depth in stride(from: depth, through: 1, by: -1) {
      var rows = self
      try rows.open(toDepth: depth)
      if rows.count <= Self.fewRows { return rows }
    }
    return nil
  }
}
