import ClientDocuments
import Testing

@Suite struct TextDocumentTests {
  private func text(_ line: TextDocument.Line) -> String {
    String(decoding: line.bytes, as: UTF8.self)
  }

  @Test func `lines come without their breaks`() throws {
    let document = try TextDocument(indexing: ByteSource(text: "a\r\n\nlast"))
    #expect(document.lineCount == 3)
    #expect(try document.lines(in: 0..<9).map(text) == ["a", "", "last"])
    #expect(try TextDocument(indexing: ByteSource(text: "a\n")).lineCount == 1)
    #expect(try TextDocument(indexing: ByteSource()).lineCount == 0)
  }

  @Test func `any line is found, and a place knows its line`() throws {
    let source = ByteSource(text: (0..<40_000).map { "line \($0)\n" }.joined())
    var document = TextDocument()
    while try document.extend(to: source, budget: 70_000) > 0 {}
    #expect(document.lineCount == 40_000)
    for number in [0, 1, 9_999, 20_000, 39_999] {
      let line = try #require(try document.lines(in: number..<number + 1).first)
      #expect(text(line) == "line \(number)")
      #expect(try document.line(at: line.offset) == number)
      #expect(try document.line(at: line.offset + 3) == number)
    }
  }

  @Test func `a long line is shown in parts`() throws {
    let document = try TextDocument(
      indexing: ByteSource(text: String(repeating: "x", count: 300_000) + "end\nnext"))
    let line = try #require(try document.lines(in: 0..<1, from: 299_999, length: 3).first)
    #expect(text(line) == "xen")
    #expect(line.isCut)
    #expect(try document.lines(in: 1..<2).map(text) == ["next"])
  }

  @Test func `bytes are shown in rows of sixteen`() throws {
    let rows = HexRows(ByteSource(Array(0x41...0x52) + [0]))
    #expect(rows.count == 2)
    #expect(
      try rows.rows(in: 0..<2).map(\.text) == [
        "00000000  41 42 43 44 45 46 47 48  49 4a 4b 4c 4d 4e 4f 50  ABCDEFGHIJKLMNOP",
        "00000010  51 52 00                                          QR.",
      ])
  }

  @Test(
    arguments: [
      ("application/json; charset=utf-8", "{}", BodyKind.json),
      ("application/problem+json", "{", .json),
      ("application/x-ndjson", "{}\n{}", .jsonLines), (nil, " [1]", .json),
      (nil, "{}\n{}\n", .jsonLines),
      (nil, "{\n}\n", .json), (nil, "<a/>", .xml), ("text/html", "hi", .xml),
      ("text/plain", "[1]", .json),
      ("text/plain", "hi", .text), (nil, "a\0b", .binary), ("image/png", "\u{1}PNG", .binary),
      ("application/json", "\u{1}\u{2}", .binary), (nil, "", .text),
    ] as [(String?, String, BodyKind)])
  func `a body's kind is told by its type and its bytes`(
    type: String?, start: String, kind: BodyKind
  ) {
    #expect(BodyKind.detect(mediaType: type, start: Array(start.utf8)) == kind)
  }

  @Test func `layout keeps every byte that is no space`() {
    let text = #"{"a" : [1.0e+5, "x\"\u00e9 y" ,{ },[]],"b":null}"#
    let expected = """
      {
        "a": [
          1.0e+5,
          "x\\"\\u00e9 y",
          {},
          []
        ],
        "b": null
      }
      """
    #expect(String(decoding: JSONLayout.text(Array(text.utf8)), as: UTF8.self) == expected)
  }

  @Test(arguments: 0..<40)
  func `layout in pieces gives the same and loses nothing`(seed: Int) {
    let json = RandomJSON(seed: seed, size: 400)
    let whole = JSONLayout.text(json.bytes)
    for size in [1, 2, 3, 7, 64] {
      var layout = JSONLayout()
      var result: [UInt8] = []
      for start in stride(from: 0, to: json.bytes.count, by: size) {
        layout.feed(json.bytes[start..<min(start + size, json.bytes.count)]) { result += $1 }
      }
      #expect(result == whole, "seed \(seed), pieces of \(size)")
    }
    #expect(JSONLayout.text(whole) == whole, "seed \(seed)")
    #expect(JSONValidator.fault(in: whole) == nil, "seed \(seed)")
  }
}
