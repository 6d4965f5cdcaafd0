import ClientDocuments
import Testing

struct TableTests {
  private func table(_ text: String) throws -> TableDocument {
    try TableDocument(ByteSource(text: text), delimiter: UInt8(ascii: ","))
  }

  private func fields(_ text: String) throws -> [[String]] {
    let bytes = Array(text.utf8)
    return try table(text).records(in: 0..<1_000).map { record in
      record.fields.map { String(decoding: TableField.decoded(Array(bytes[$0])), as: UTF8.self) }
    }
  }

  @Test func `quotes hold delimiters, line breaks and quotes`() throws {
    #expect(
      try fields("a,\"b,1\"\r\n\"two\nlines\",\"say \"\"hi\"\"\"\n\nx\"y\",\n,\n") == [
        ["a", "b,1"], ["two\nlines", "say \"hi\""], ["x\"y\"", ""], ["", ""],
      ])
  }

  @Test func `a quote that is never closed is reported`() throws {
    #expect(try table("a,\"b\nc,d\n").isOpenQuote)
    #expect(try !table("a,\"b\"\nc,d\n").isOpenQuote)
  }

  private static let scraps = ["a", ",", "\"", "\"\"", "\n", "\r\n", "é", " ", ";", "12", "\u{0}"]

  @Test(arguments: 0..<200)
  func `fields with their delimiters make up the record again`(seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    let text = (0..<Int(random.next() % 400)).map { _ in
      Self.scraps[Int(random.next() % UInt64(Self.scraps.count))]
    }.joined()
    let bytes = Array(text.utf8)
    let table = try table(text)
    let records = try table.records(in: 0..<table.count)
    #expect(records.count == table.count, "seed \(seed)")
    var last = 0
    for record in records {
      #expect(record.span.lowerBound >= last, "seed \(seed)")
      // Between two records stand line breaks alone.
      let between = bytes[last..<record.span.lowerBound]
      #expect(between.allSatisfy { $0 == 0x0A || $0 == 0x0D }, "seed \(seed)")
      let joined = record.fields.map { Array(bytes[$0]) }.joined(separator: [UInt8(ascii: ",")])
      #expect(Array(joined) == Array(bytes[record.span]), "seed \(seed)")
      last = record.span.upperBound
      #expect(try table.records(in: record.number..<record.number + 1) == [record])
      #expect(try table.record(at: record.span.lowerBound) == record.number, "seed \(seed)")
    }
  }

  @Test(arguments: 0..<50)
  func `a table that comes bit by bit is the same as at once`(seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    let bytes = (0..<2_000).flatMap { _ in
      Array(Self.scraps[Int(random.next() % UInt64(Self.scraps.count))].utf8)
    }
    var growing = TableDocument(delimiter: UInt8(ascii: ","))
    var length = 0
    while length < bytes.count {
      length = min(bytes.count, length + 1 + Int(random.next() % 500))
      try growing.extend(to: ByteSource(Array(bytes[..<length])))
    }
    let complete = try TableDocument(ByteSource(bytes), delimiter: UInt8(ascii: ","))
    #expect(growing.count == complete.count, "seed \(seed)")
    #expect(try growing.records(in: 0..<9_999) == complete.records(in: 0..<9_999), "seed \(seed)")
  }

  @Test(arguments: [
    ("a,b\n1,2\n", ",", true), ("a;b;c\n1,5;2;3\n", ";", true), ("a\tb\n1\t2\n", "\t", true),
    ("1|2\n3|4\n", "|", false), ("x,1\ny,2\n", ",", false),
  ])
  func `delimiter and header are found out`(text: String, delimiter: String, hasHeader: Bool) {
    let dialect = TableDialect.detect(mediaType: "text/csv", start: Array(text.utf8))
    #expect(
      dialect == TableDialect(delimiter: delimiter.utf8.first ?? 0, hasHeader: hasHeader))
  }

  /// What the fuzzer found: the mark was taken for a field when its first bytes came alone.
  @Test(arguments: 1...9)
  func `a byte order mark that comes in pieces is none of the first field`(piece: Int) throws {
    let bytes: [UInt8] = [0xEF, 0xBB, 0xBF] + Array("6;7\r\n8;9\n".utf8)
    var table = TableDocument(delimiter: UInt8(ascii: ";"))
    for end in stride(from: piece, to: bytes.count + piece, by: piece) {
      try table.extend(to: ByteSource(Array(bytes.prefix(end))))
    }
    #expect(try table.records(in: 0..<9).map(\.span) == [3..<6, 8..<11])
  }

  @Test func `sorting takes numbers as numbers and turns round`() throws {
    let text = "n,s\n10,b\n9,a\n,c\n-1.5,d\n"
    let dialect = TableDialect(delimiter: UInt8(ascii: ","), hasHeader: true)
    var table = try SortedTable(ByteSource(text: text), dialect)
    func first() throws -> [String] {
      try table.records(in: 0..<9).map { record in
        String(decoding: Array(text.utf8)[record.span], as: UTF8.self)
      }
    }
    #expect(table.nextOrder(of: 0) == .init(column: 0, direction: .ascending))
    try table.sort(by: table.nextOrder(of: 0))
    #expect(try first() == ["-1.5,d", "9,a", "10,b", ",c"])
    #expect(table.row(ofRecord: 1) == 2 && table.record(ofRow: 2) == 1)
    try table.sort(by: table.nextOrder(of: 0))
    #expect(try first() == ["10,b", "9,a", "-1.5,d", ",c"])
    try table.sort(by: table.nextOrder(of: 0))
    #expect(try first() == ["10,b", "9,a", ",c", "-1.5,d"])
    try table.sort(by: .init(column: 1, direction: .ascending))
    #expect(try first() == ["9,a", "10,b", ",c", "-1.5,d"])
  }
}
