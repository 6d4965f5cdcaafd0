import ClientDocuments

/// Bodies that are no JSON: outlines and tables.
extension FuzzTarget {
  static let kinds = [
    FuzzTarget(name: "csv", corpus: csv) { try walk(table: $0) },
    FuzzTarget(name: "event-stream", corpus: events) { try grow(events: $0) },
    FuzzTarget(name: "multipart", corpus: parts) { bytes in
      for boundary in ["b", "----x", nil] { try walk(.multipart(boundary: boundary), bytes) }
    },
    FuzzTarget(name: "outline", corpus: markup) { bytes in
      for form in [OutlineForm.xml, .html, .form] { try walk(form, bytes) }
    },
    FuzzTarget(name: "kind", corpus: csv + events + parts + markup) { try tellKind($0) },
  ]

  private static let csv = [
    "id,name,price\n1,\"a, \"\"b\"\"\n c\",2.50\n2,,\n3,x\n", "a;b;c\r\n1;2;3\r\n\r\n4;5;6;7\r\n",
    "a\tb\n\"1\"2\t\"\n", ",,,\n\",\"\n", "a|b|c\n1|2|3\n1|2|3\n",
  ]
  private static let events = [
    "event: price\ndata: {\"a\": 1}\nid: 7\n\n: beat\n\ndata\ndata: x\r\n\r\nretry: 10\r\r",
    "\u{FEFF}data: 1\n\n", "\n\n:\n\ndata:\n",
  ]
  private static let parts = [
    "before\r\n--b\r\nContent-Type: text/plain\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n"
      + "--b\r\n\r\n{\"k\": [1]}\r\n--b--\r\nbehind",
    "------x\nContent-Disposition: form-data; filename=\"f\n\n\u{0}\u{1}\n------x--", "--b\n--b--",
  ]
  private static let markup = [
    "<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY b \"c\">]><a b='c'><d/>x&amp;y<![CDATA[<]]>\n</a>",
    "<!doctype html><html><body><p>a<p>b<br><ul><li>1<li>2</ul><script>if (a<b) {}</script>",
    "a=1&b=%20+%zz&&=&c", "<a><b></a></b><!-- -- --></>", "<a b=\"<c d='>'\">",
  ]

  // MARK: Outlines

  private static func walk(_ form: OutlineForm, _ bytes: [UInt8]) throws {
    try look(at: Outline(form, bytes), ByteSource(bytes))
    // As much as has arrived of a longer body.
    let half = Array(bytes.prefix(bytes.count / 2))
    try look(at: Outline(form, half, of: bytes.count), ByteSource(bytes))
  }

  /// A stream read as it grows must be the stream read at once.
  private static func grow(events bytes: [UInt8]) throws {
    let complete = Outline(.events, bytes)
    try look(at: complete, ByteSource(bytes))
    var grown = FoldedEvents()
    for end in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 7)) {
      try grown.extend(to: ByteSource(Array(bytes.prefix(end))))
    }
    try grown.extend(to: ByteSource(bytes))
    _ = try grown.open(toDepth: .max, around: 0)
    let spans = try grown.rows(in: 0..<grown.count).map { $0.outline.nodes[$0.node].span }
    precondition(spans == complete.nodes.map(\.span), "events differ by the pieces they came in")
  }

  private static func look(at outline: Outline, _ source: ByteSource) throws {
    let text = OutlineText(outline, in: source)
    for (number, node) in outline.nodes.enumerated() {
      let around = node.parent >= 0 ? outline.nodes[node.parent].span : 0..<source.count
      precondition(
        node.span.lowerBound >= around.lowerBound && node.span.upperBound <= around.upperBound,
        "a node reaches out of the one it is in")
      for part in [node.label, node.value] {
        precondition(part.upperBound <= source.count, "a part of a node behind the end")
      }
      precondition(node.parent < number && node.next > number, "nodes out of order")
    }
    for number in outline.nodes.indices.prefix(60) {
      _ = try text.pieces(of: number)
      _ = text.valueRange(of: number)
      _ = try text.name(of: number)
      _ = try text.path(to: number)
    }
    var rows = FoldedOutline(outline, toDepth: 2)
    rows.openAll()
    precondition(rows.count == outline.nodes.count, "not all rows show when all is open")
    for row in 0..<min(rows.count, 60) {
      guard let node = rows.node(ofRow: row) else { preconditionFailure("a row without a node") }
      precondition(rows.row(of: node) == row, "a node in another row")
      if let next = rows.sibling(after: node) {
        precondition(rows.sibling(before: next) == node, "siblings do not agree")
      }
    }
    if let node = outline.node(at: source.count / 2) { precondition(rows.reveal(node) != nil) }
    rows.update(to: outline)
    rows.open(toDepth: 1)
  }

  // MARK: Tables

  private static func walk(table bytes: [UInt8]) throws {
    let dialect = TableDialect.detect(mediaType: "text/csv", start: Array(bytes.prefix(16 << 10)))
    for delimiter in Set([dialect.delimiter, UInt8(ascii: ",")]) {
      let complete = try TableDocument(ByteSource(bytes), delimiter: delimiter)
      var grown = TableDocument(delimiter: delimiter)
      for end in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 5)) {
        try grown.extend(to: ByteSource(Array(bytes.prefix(end))), budget: 10)
      }
      while grown.left > 0 || grown.source.count < bytes.count {
        try grown.extend(to: ByteSource(bytes), budget: 100)
      }
      let records = try complete.records(in: 0..<complete.count)
      precondition(records.count == complete.count, "a record is missing")
      let again = try grown.records(in: 0..<grown.count)
      precondition(again == records, "records differ by the pieces they came in")
      for record in records.prefix(80) {
        let fields = record.fields
        precondition(record.span.upperBound <= bytes.count, "a record behind the end")
        precondition(
          fields.allSatisfy {
            $0.lowerBound >= record.span.lowerBound && $0.upperBound <= record.span.upperBound
          }, "a field out of its record")
        let found = try complete.record(at: record.span.lowerBound)
        precondition(found == record.number, "a record at another place")
        for field in fields.prefix(20) { _ = TableField.decoded(Array(bytes[field])) }
      }
    }
    var table = try SortedTable(ByteSource(bytes), dialect)
    for column in [0, 1, 2, 999] {
      try table.sort(by: table.nextOrder(of: column))
      let rows = try table.records(in: 0..<table.count)
      precondition(Set(rows.map(\.number)).count == table.count, "sorting lost a row")
      _ = try table.header()
    }
  }

  private static func tellKind(_ bytes: [UInt8]) throws {
    let start = Array(bytes.prefix(1_024))
    for type in [nil, "text/plain", "text/csv", "application/json", "text/html; a=b", "image/png"] {
      _ = BodyKind.detect(mediaType: type, start: start)
      _ = TableDialect.detect(mediaType: type, start: bytes)
    }
    _ = TableDialect.isUnmistakable(bytes)
  }
}
