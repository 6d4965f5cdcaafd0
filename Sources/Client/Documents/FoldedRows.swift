/// The visible rows of a document whose containers can be closed.
///
/// Row numbers are zero-based. Each row is a value, and closing brackets have no row. Only a
/// snapshot of the document and the user's folds are stored, so the memory does not depend on the
/// size of the body. Reading rows may read the body, so it must not be done on the UI thread.
package struct FoldedRows: Sendable {
  /// A line of the tree.
  package struct Row: Hashable, Sendable {
    /// The zero-based row number.
    package let number: Int
    package let child: JSONChild
    /// Whether the value's children are visible in the following rows.
    package let isOpen: Bool

    package var node: JSONNode { child.node }
    /// The indentation level, which is 0 for a root.
    package var depth: Int { child.node.depth }
  }

  package private(set) var document: JSONDocument
  /// The number of rows. It grows while the body is received.
  package private(set) var count = 0

  /// Whether the index contains values whose rows are not counted yet.
  private var isUncounted = false

  /// The folds in document order. The first fold belongs to the document.
  private(set) var folds: [Fold] = []
  private(set) var segments: [Segment] = []

  /// Creates the rows. Only the roots are visible, and a single root is open.
  package init(_ document: JSONDocument) throws(DocumentError) {
    self.document = document
    try reset(to: .children)
    if document.form == .value, let root = try document.root() { try open(root) }
  }

  /// Replaces the document with a later snapshot of the same body. Open nodes stay open.
  package mutating func update(to document: JSONDocument) throws(DocumentError) {
    self.document = document
    try remeasure()
  }

  private mutating func remeasure() throws(DocumentError) {
    isUncounted = false
    let wasEmpty = count == 0
    let reader = document.reader()
    for place in folds.indices where folds[place].end == .max {
      try measure(place, reader)
    }
    rebuild()
    if wasEmpty, document.form == .value, let root = try document.root() { try open(root) }
  }

  /// Indexes approximately `budget` more bytes of the same body. Open nodes stay open.
  ///
  /// - Returns: The number of bytes that remain to be indexed.
  @discardableResult
  package mutating func extend(
    to source: ByteSource, _ arrival: JSONDocument.TransferState, budget: Int
  ) throws(DocumentError) -> Int {
    let left = try index(source, arrival, budget: budget)
    try countRows()
    return left
  }

  /// Indexes more bytes without counting rows. `countRows` must be called after the last step.
  @discardableResult
  package mutating func index(
    _ source: ByteSource, _ arrival: JSONDocument.TransferState, budget: Int
  ) throws(DocumentError) -> Int {
    isUncounted = true
    return try document.extend(to: source, arrival, budget: budget)
  }

  /// Counts the rows of the values indexed since the last count.
  package mutating func countRows() throws(DocumentError) {
    if isUncounted { try remeasure() }
  }

  /// Replaces the document with a longer document whose first `offset` bytes are the same. Open
  /// containers that begin before `offset` stay open.
  package mutating func update(
    to document: JSONDocument, grownAt offset: Int
  ) throws(DocumentError) {
    folds.removeAll { $0.node.kind != .document && $0.node.offset >= offset }
    for place in folds.indices where folds[place].end > offset { folds[place].end = .max }
    try update(to: document)
  }

  /// Returns the rows in `window`. Rows past the end are ignored.
  ///
  /// If the body is not valid JSON, there may be fewer rows than `count`.
  package func rows(
    in window: Range<Int>, previewLength: Int = JSONDocument.previewLength
  ) throws(DocumentError) -> [Row] {
    let wanted = window.clamped(to: 0..<count)
    let reader = document.reader()
    var result: [Row] = []
    var place = firstSegment(reaching: wanted.lowerBound)
    while place < segments.count, segments[place].row < wanted.upperBound {
      let segment = segments[place]
      let part = wanted.clamped(to: segment.row..<segment.row + segment.count)
      let from = segment.position + part.lowerBound - segment.row
      var number = part.lowerBound
      try forEachSlot(in: folds[segment.fold], from..<from + part.count, reader) {
        slot throws(DocumentError) in
        let child = try document.child(slot, previewLength: previewLength, reader)
        let isOpen = (child.childCount?.known ?? 0) > 0 && isOpen(slot.value, in: segment.fold)
        result.append(Row(number: number, child: child, isOpen: isOpen))
        number += 1
      }
      place += 1
    }
    return result
  }

  private func forEachSlot(
    in fold: Fold, _ window: Range<Int>, _ reader: ByteReader,
    _ body: (JSONSlot) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    guard let limit = fold.mode.limit else {
      return try document.forEachSlot(of: fold.node, in: window, reader, body)
    }
    try document.forEachSlot(numbered: window, limit: limit, reader, body)
  }

  private func isOpen(_ node: JSONNode, in fold: Int) -> Bool {
    if let own = foldIndex(of: node) { return folds[own].isOpen }
    return folds[fold].mode.limit.map { node.depth < $0 } ?? false
  }

  func firstSegment(reaching row: Int) -> Int {
    var low = 0
    var high = segments.count
    while low < high {
      let middle = (low + high) / 2
      if segments[middle].row + segments[middle].count <= row {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  // MARK: Folding, for the extension that decides what to fold

  mutating func reset(to mode: Fold.Mode) throws(DocumentError) {
    folds = [Fold(node: document.document, mode: mode, isOpen: true)]
    try measure(0, document.reader())
    rebuild()
  }

  mutating func insert(_ fold: Fold) {
    folds.insert(fold, at: firstFold(from: fold.node))
    rebuild()
  }

  mutating func insert(all new: [Fold]) {
    guard !new.isEmpty else { return }
    folds = (folds + new).sorted { $0.node.precedes($1.node) }
    rebuild()
  }

  mutating func setOpen(_ place: Int, _ isOpen: Bool) {
    folds[place].isOpen = isOpen
    rebuild()
  }

  mutating func removeFolds(in range: Range<Int>) {
    folds.removeAll { $0.node.kind != .document && range.contains($0.node.offset) }
    rebuild()
  }

  private mutating func measure(_ place: Int, _ reader: ByteReader) throws(DocumentError) {
    let fold = folds[place]
    let parent = place == 0 ? nil : folds[enclosing(fold.node)]
    folds[place] = try measured(fold, in: parent, reader)
  }

  private mutating func rebuild() {
    segments = Segment.all(of: folds)
    count = segments.last.map { $0.row + $0.count } ?? 0
  }
}
