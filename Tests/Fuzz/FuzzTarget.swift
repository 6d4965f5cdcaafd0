import ClientDocuments

/// One reader of bodies that is fed with what it does not expect. A new format is one more row here.
struct FuzzTarget: Sendable {
  let name: String
  /// Good inputs to begin with.
  let corpus: [String]
  /// Must come back from any bytes, without a crash and soon; errors are fine.
  let read: @Sendable ([UInt8]) throws -> Void

  static let all =
    [
      FuzzTarget(name: "json", corpus: json) { try walk($0, .value) },
      FuzzTarget(name: "ndjson", corpus: lines) { try walk($0, .lines) },
      FuzzTarget(name: "grammar", corpus: json + lines) { try judge($0) },
      FuzzTarget(name: "text", corpus: lines + json) { try walk(lines: $0) },
      FuzzTarget(name: "search", corpus: json) { try search($0) },
    ] + kinds

  private static let json = [
    #"{"a": [1, 2, {"b": "c\u00e9\n"}], "d": null, "e": [[], {}, [[]]], "f": -1.5e3}"#, "[]",
    "[[[[]]]]",
    #"["\ud83d\ude00", "\\\"", "a,b]c}", true, false]"#, #"{"k":"v","k":{"k":{"k":[0]}}}"#, "\"x\"",
  ]
  private static let lines = ["{\"a\":1}\n[2,\n3]\n\n\"x\"\n4", "1\n2\n", "\r\n\r\na,b;c\td\n"]

  /// Grows a document in pieces, folds it, and reads rows and what can be asked of each.
  private static func walk(_ bytes: [UInt8], _ form: JSONDocument.Form) throws {
    for grain in [JSONDocument.IndexDensity.fine, .usual] {
      var rows = try FoldedRows(JSONDocument(form: form, grain: grain))
      let half = ByteSource(Array(bytes.prefix(bytes.count / 2)))
      try rows.extend(to: half, .growing, budget: 64)
      while try rows.extend(to: ByteSource(bytes), .ended, budget: 200) > 0 {}
      try look(at: rows)
      try rows.openAll()
      try look(at: rows)
      try rows.open(toDepth: 2)
      try look(at: rows)
      if let found = try rows.reveal(bytes.count / 2) { precondition(found >= 0) }
      try rows.closeAll()
      try look(at: rows)
    }
  }

  private static func look(at rows: FoldedRows) throws {
    for window in [0..<8, rows.count / 2..<rows.count / 2 + 8, max(0, rows.count - 8)..<rows.count]
    {
      for row in try rows.rows(in: window) {
        precondition(row.node.offset <= rows.document.source.count, "a row behind the end")
        let range = try rows.document.range(of: row.node)
        precondition(range.upperBound <= rows.document.source.count, "a value behind the end")
        _ = try rows.row(of: row.node)
        _ = try rows.parentRow(of: row.node)
        _ = try rows.nextSiblingRow(of: row.node)
        _ = try rows.document.jqPath(to: row.node)
        _ = try rows.document.pointer(to: row.node)
        _ = try rows.document.copyText(of: row.node)
      }
    }
  }

  /// The verdict must be the same at once and in pieces.
  private static func judge(_ bytes: [UInt8]) throws {
    for form in [JSONValidator.Form.value, .lines] {
      var complete = JSONValidator(keys: .compare, form: form)
      complete.feed(bytes)
      var pieces = JSONValidator(form: form)
      for start in stride(from: 0, to: bytes.count, by: 7) {
        pieces.feed(bytes[start..<min(bytes.count, start + 7)])
      }
      let (one, other) = (complete.finish(), pieces.finish())
      precondition(one == other, "\(String(describing: one)) and \(String(describing: other))")
    }
    _ = JSONLayout.text(bytes)
    _ = JSONText.string(bytes[...])
  }

  private static func walk(lines bytes: [UInt8]) throws {
    var text = TextDocument()
    while try text.extend(to: ByteSource(bytes), budget: 100) > 0 {}
    let lines = try text.lines(in: 0..<text.lineCount, length: 20)
    precondition(lines.count == text.lineCount, "a line is missing")
    for line in lines.prefix(50) {
      let number = try text.line(at: line.offset)
      precondition(number == line.number, "a line with another number")
    }
    _ = try HexRows(ByteSource(bytes)).rows(in: 0..<4)
  }

  /// Hits must be there, in order, and the same both ways.
  private static func search(_ bytes: [UInt8]) throws {
    let document = try JSONDocument(indexing: ByteSource(bytes), grain: .fine)
    let queries =
      ["a", "\"", "\\", "é", "c\u{e9}", "]"].map { SearchQuery($0) }
      + ["^[^a]*$", "\\d+", "é|\\\\"].map { SearchQuery($0, .expression) }
    for query in queries {
      let pattern = try SearchPattern(query, .tree)
      var search = BodySearch(pattern, in: document, from: 0, .forward)
      var last = -1
      for _ in 0..<10_000 {
        guard case .found(let range) = try search.step() else { break }
        precondition(
          range.lowerBound > last && range.upperBound <= bytes.count, "a hit out of order")
        last = range.lowerBound
      }
    }
  }
}
