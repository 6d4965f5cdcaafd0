import ClientDocuments
import ReadingValues

/// The part of a body after a JSON syntax error, which is shown as lines. The part before the error
/// is indexed again and shown as a tree.
///
/// This part is empty for JSON Lines, because the tree continues after an invalid line.
struct BodyRest: Sendable {
  /// The offset at which the tree ends.
  let start: Int
  /// The line that contains `start`.
  let line: Int
  /// The first offset at which the new tree differs from the previous one.
  let changed: Int
  /// The lines that begin at or after `start`.
  var lines = TextDocument()
  /// The index of the text before `start` while it is being created, or nil after it has become
  /// part of the tree.
  var cut: JSONDocument?
}

/// Functions that read a body in steps: first the displayed content, then the grammar check.
///
///     text ──► tree or lines ──► lines on request ──► grammar check ──►
///     done
///                                                          │ error
///                                   tree up to the error, then lines
///
/// Text in an encoding other than UTF-8 is decoded in chunks first. Lines are read after all
/// received bytes have been decoded. The grammar check also waits for the end of the body.
extension OpenBody {
  /// Reads approximately `budget` more received bytes. Does nothing if everything has been read.
  mutating func continueReading(_ budget: Int) throws(DocumentError) {
    if viewed?.progress != nil {
      try viewed?.extend(budget: budget)
      return
    }
    if undecoded != nil { try decodeOn(min(budget, Self.decodingStep)) }
    try readText(budget)
  }

  /// Reads approximately `budget` more bytes of decoded text.
  mutating func readText(_ budget: Int) throws(DocumentError) {
    if isTreeBehind, let json {
      try tree?.index(json.text, arrival, budget: budget)
      guard source.count <= budget else { return }
    }
    if let left = shape?.left, left > 0 {
      try shape?.continueReading(budget)
      guard source.count <= budget else { return }
    }
    if let left = wrapped?.text.left, left > 0 {
      try readWrapped(budget)
      guard source.count <= budget else { return }
    }
    if needsLines {
      try readLines(budget)
      guard source.count <= budget else { return }
    }
    guard !isTreeBehind, !needsLines, tree != nil, arrival == .ended, let json else { return }
    if rest != nil { return try readRest(budget) }
    var check = check ?? JSONCheck(form: json.form)
    guard !check.isDone else { return }
    self.check = nil
    try check.step(json.text, budget: budget)
    self.check = check
    guard check.isDone, let fault = check.fault else { return }
    let broken = check.brokenLines.map(\.range)
    if let stop = check.stop, stop.offset < source.count || !broken.isEmpty {
      let (start, line) = try self.start(ofRestFrom: stop)
      rest = BodyRest(
        start: start, line: line, changed: broken.first?.lowerBound ?? start,
        cut: JSONDocument(form: json.form, brokenLines: broken))
    } else if let first = broken.first {
      rest = BodyRest(
        start: source.count, line: fault.place.line, changed: first.lowerBound,
        cut: JSONDocument(form: json.form, brokenLines: broken))
    }
    if rest != nil, source.count <= budget { try readRest(budget) }
  }

  /// Reads the bytes appended to the file since the last growth event.
  ///
  /// Without this function, reading a fast response would pause until the next growth event. Does
  /// nothing during a search, because growth ends a search and the view model expects that only
  /// after an event.
  ///
  /// - Parameter least: The minimum growth in bytes. Smaller growth is read after the next event.
  /// - Returns: Whether the file has grown by at least this amount.
  mutating func takeGrowth(ofAtLeast least: Int) throws(DocumentError) -> Bool {
    guard arrival == .growing, tree != nil, finding.isIdle else { return false }
    return try takeAppendedBytes(atLeast: least)
  }

  /// Returns the start of the invalid part. The part includes a comma before the error, because the
  /// index would count a value after the comma.
  private func start(
    ofRestFrom stop: JSONFault
  ) throws(DocumentError) -> (offset: Int, line: Int) {
    let near = max(0, stop.offset - 4096)..<stop.offset
    let before = Array(try source.bytes(in: near))
    let blanks = before.reversed().prefix { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard before.count > blanks.count, before[before.count - blanks.count - 1] == UInt8(ascii: ",")
    else { return (stop.offset, stop.place.line) }
    let lines = blanks.count { $0 == 0x0A }
    return (stop.offset - blanks.count - 1, stop.place.line - lines)
  }

  /// The progress of reading, or nil if all received bytes have been read.
  var reading: ReadingProgress? {
    if let progress = viewed?.progress { return progress }
    if let undecoded {
      return ReadingProgress(
        .indexing, done: source.undecoded.count, total: undecoded.bytes.count)
    }
    if isTreeBehind, let tree {
      return ReadingProgress(.indexing, done: tree.document.indexedCount, total: source.count)
    }
    if let left = shape?.left, left > 0 {
      return ReadingProgress(.indexing, done: source.count - left, total: source.count)
    }
    if let text = wrapped?.text, text.left > 0 {
      return ReadingProgress(.indexing, done: text.length - text.left, total: text.length)
    }
    if needsLines { return ReadingProgress(.indexing, done: lines.indexed, total: source.count) }
    guard tree != nil, arrival == .ended else { return nil }
    if let rest {
      guard rest.isBehind(source) else { return nil }
      return ReadingProgress(.checking, done: rest.done, total: source.count)
    }
    if check?.isDone == true { return nil }
    return ReadingProgress(.checking, done: check?.checked ?? 0, total: source.count)
  }

  mutating func readLines(_ budget: Int) throws(DocumentError) {
    try lines.extend(to: source, budget: budget)
  }

  private var isTreeBehind: Bool {
    guard let document = tree?.document, rest == nil || rest?.cut != nil else { return false }
    if arrival == .ended { return !document.isComplete }
    return document.indexedCount < source.count / 64 * 64
  }

  private var needsLines: Bool {
    (wantsLines || (tree == nil && shape == nil && type.hasText)) && lines.indexed < source.count
  }

  /// Indexes the text before the error as a tree, and the text after it as lines.
  private mutating func readRest(_ budget: Int) throws(DocumentError) {
    guard var rest else { return }
    self.rest = nil
    if var cut = rest.cut, let json {
      rest.cut = nil
      let left = try cut.extend(to: json.text.prefix(rest.start), .ended, budget: budget)
      if left == 0 {
        try tree?.update(to: cut, grownAt: rest.changed)
      } else {
        rest.cut = cut
      }
    } else {
      try rest.lines.extend(to: source.suffix(from: rest.start), budget: budget)
    }
    if rest.cut == nil, source.count <= budget {
      try rest.lines.extend(to: source.suffix(from: rest.start), budget: budget)
    }
    self.rest = rest
  }

  /// Returns rows of a tree, followed by the text after a syntax error as lines.
  func window(
    _ wanted: Range<Int>, of tree: FoldedRows
  ) throws(DocumentError) -> RowWindow {
    let range = wanted.clamped(to: 0..<tree.count)
    var (rows, lead) = try TreeRows(tree: tree, grammar: grammar).rows(range)
    guard let rest, rest.cut == nil else {
      // The tree counts commas to count rows, so invalid JSON may have fewer rows than counted.
      let isShort = rows.count < range.count
      return RowWindow(
        offset: range.lowerBound, rows: rows,
        total: isShort ? range.lowerBound + rows.count : tree.count, lead: lead)
    }
    let total = tree.count + rest.lines.lineCount
    let all = wanted.clamped(to: 0..<total)
    // Empty rows replace the missing rows, so that later rows keep their numbers.
    while rows.count < range.count { rows.append(.line(TextRow(number: nil, text: ""))) }
    let behind = max(0, all.lowerBound - tree.count)..<max(0, all.upperBound - tree.count)
    rows += try rest.lines.lines(in: behind, length: 2048).map { line in
      DocumentRow.line(
        TextRow(
          number: rest.line + line.number,
          text: String(decoding: line.bytes, as: UTF8.self), isCut: line.isCut))
    }
    return RowWindow(offset: all.lowerBound, rows: rows, total: total, lead: lead)
  }
}

extension BodyRest {
  fileprivate var done: Int {
    cut.map(\.indexedCount) ?? start + lines.indexed
  }

  fileprivate func isBehind(_ source: ByteSource) -> Bool {
    cut != nil || lines.indexed < source.count - start
  }
}
