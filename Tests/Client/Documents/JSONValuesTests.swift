import ClientDocuments
import Testing

@Suite struct JSONValuesTests {
  private let text =
    #"{"a b":[1,{"x/y":"t\u00e9\ud83d\ude00\ud800","~":12345678901234567890.10}],"c":tru}"#

  @Test func `a pointer names a value, and a value its pointer`() throws {
    let document = try JSONDocument(text: text)
    for (pointer, raw, jq) in [
      ("", text, "."), ("/a b/0", "1", #".["a b"][0]"#),
      ("/a b/1/~0", "12345678901234567890.10", #".["a b"][1]["~"]"#),
      ("/c", "tru", ".c"),
    ] {
      let node = try document.node(at: JSONPointer(pointer))
      #expect(String(decoding: try document.rawText(of: node), as: UTF8.self) == raw)
      #expect(try document.pointer(to: node).text == pointer)
      #expect(try document.jqPath(to: node) == jq)
    }
  }

  @Test func `a string is copied decoded, everything else as it stands`() throws {
    let document = try JSONDocument(text: text)
    let string = try document.node(at: JSONPointer("/a b/1/x~1y"))
    #expect(try document.copyText(of: string) == "té😀\u{FFFD}")
    let array = try document.node(at: JSONPointer("/a b/0"))
    #expect(try document.copyText(of: array) == "1")
  }

  @Test(arguments: ["/nope", "/a b/2", "/a b/01", "/a b/-", "/c/0"])
  func `a pointer to nothing says what is missing`(pointer: String) throws {
    let document = try JSONDocument(text: text)
    let last = String(pointer.split(separator: "/").last ?? "")
    #expect(throws: DocumentError.nothingAt(pointer: pointer, missing: last)) {
      try document.node(at: JSONPointer(pointer))
    }
  }

  @Test(arguments: ["a", "/~", "/~2", "/a~"])
  func `what is no pointer is refused`(text: String) {
    #expect(throws: DocumentError.badPointer(text: text)) { try JSONPointer(text) }
  }

  @Test(arguments: 0..<60)
  func `every value of a random document is found by its pointer`(seed: Int) throws {
    let json = RandomJSON(seed: seed, size: seed % 6 == 0 ? 20_000 : 500)
    let document = try JSONDocument(indexing: ByteSource(json.bytes))
    for value in json.values.prefix(60) {
      #expect(try document.range(of: value.node) == value.offset..<value.end, "seed \(seed)")
      let steps = try document.steps(to: value.offset)
      #expect(steps.last?.ordinal == value.ordinal, "seed \(seed)")
      let parent = value.parent.map { json.values[$0].node } ?? document.document
      #expect(steps.last?.container == parent, "seed \(seed)")
    }
  }

  @Test func `every piece size gives the same index`() throws {
    let json = RandomJSON(seed: 4, size: 3_000)
    let whole = try FoldedRows(JSONDocument(indexing: ByteSource(json.bytes)))
    for size in Array(1...130) + [4095, 4096, 4097] {
      var document = JSONDocument()
      var source = ByteSource()
      for start in stride(from: 0, to: json.bytes.count, by: size) {
        source.append(json.bytes[start..<min(start + size, json.bytes.count)])
        try document.extend(to: source, .growing)
      }
      try document.extend(to: source, .ended)
      var rows = try FoldedRows(document)
      var expected = whole
      try rows.openAll()
      try expected.openAll()
      #expect(rows.count == json.values.count, "pieces of \(size)")
      let found = try rows.rows(in: 0..<80)
      #expect(try found == expected.rows(in: 0..<80), "pieces of \(size)")
    }
  }

  @Test func `depth, length and bad bytes do no harm`() throws {
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    var rows = try FoldedRows(JSONDocument(text: deep))
    try rows.openAll()
    #expect(rows.count == 100_000)
    let last = try #require(try rows.rows(in: 99_999..<100_000).first)
    #expect(last.node.offset == 99_999 && last.depth == 99_999)
    #expect(try rows.parentRow(of: last.node) == 99_998)
    #expect(JSONValidator.fault(in: Array(deep.utf8)) == nil)

    let digits = String(repeating: "7", count: 10_000)
    let number = try JSONDocument(text: "[\(digits)]")
    #expect(try number.copyText(of: number.node(at: JSONPointer("/0"))) == digits)

    let bad = try JSONDocument(indexing: ByteSource([0x5B, 0x22, 0xFF, 0xC0, 0x22, 0x5D]))
    let string = try bad.node(at: JSONPointer("/0"))
    #expect(try bad.rawText(of: string) == [0x22, 0xFF, 0xC0, 0x22])
  }

  @Test(arguments: [
    "", "]", "[1,,2]", "[1 2]", "{\"a\" 1}", "{\"a\":}", "[[1}", "\"abc", "{\"a\":[1,", "[1]]],2",
    "nul", "[\"\\", ",", ":", "{:1}", "[{]}", "[1 [2,3] 4, 5]",
  ])
  func `what is no JSON is still shown without harm`(text: String) throws {
    var rows = try FoldedRows(JSONDocument(text: text))
    try rows.openAll()
    let shown = try rows.rows(in: 0..<100)
    #expect(shown.count <= max(1, rows.count))
    for row in shown { _ = try rows.document.pointer(to: row.node) }
    #expect(JSONValidator.fault(in: Array(text.utf8)) != nil)
  }
}
