import ClientDocuments
import Testing

struct PartsAndEventsTests {
  @Test func `form data is pairs, decoded for people`() throws {
    let text = "a=b%20c&n=J%C3%B6rg+M&empty=&x&&%zz=1\r\n"
    let outline = Outline(.form, Array(text.utf8))
    let rows = OutlineText(outline, in: ByteSource(text: text))
    #expect(
      try outline.nodes.indices.map { try rows.pieces(of: $0).pieces.map(\.text).joined() } == [
        "a = b c", "n = Jörg M", "empty = ", "x = ", "%zz = 1",
      ])
    let raw = Array(text.utf8)[rows.valueRange(of: 1)]
    #expect(String(decoding: raw, as: UTF8.self) == "J%C3%B6rg+M")
  }

  @Test func `parts have headers and content, byte for byte`() {
    let text =
      "preamble\r\n--BB\r\nContent-Disposition: form-data; name=\"f\"\r\nContent-Type: text/x\r\n\r\n"
      + "one\r\n\r\ntwo\r\n--BB\r\n\r\n--BBnot\r\n--BB--\r\nepilogue"
    #expect(
      Outline.notation(.multipart(boundary: "BB"), text) == [
        "surroundings |", "part f|one\r\n\r\ntwo",
        ".header Content-Disposition|form-data; name=\"f\"", ".header Content-Type|text/x",
        ".content |one\r\n\r\ntwo", "part |--BBnot", ".content |--BBnot", "surroundings |",
      ])
    #expect(Outline(.multipart(boundary: "BB"), Array(text.utf8)).fault == nil)
  }

  @Test(arguments: [
    (nil, "has no boundary"), ("ZZ", "does not occur in the body"),
  ])
  func `a boundary that is missing or wrong is reported, and the body's own taken`(
    named: String?, words: String
  ) {
    let outline = Outline(
      .multipart(boundary: named), Array("--BB\r\n\r\nx\r\n--BB--\r\n".utf8))
    #expect(outline.fault?.contains(words) == true)
    #expect(outline.nodes.first?.kind == .part)
  }

  @Test func `parts that are cut off say so`() {
    let outline = Outline(.multipart(boundary: "BB"), Array("--BB\r\n\r\nx".utf8))
    #expect(outline.fault?.contains("cut off") == true)
    #expect(outline.nodes.map(\.kind) == [.part, .content])
  }

  @Test func `JSON in the data of an event is a tree below its line`() throws {
    let text = "data: {\"a\": [1, {\"b\": \"x]\\\"\"}], \"c\": null}\n\ndata: [1,\n\ndata: 7\n"
    #expect(
      Outline.notation(.events, text) == [
        "event |{\"a\": [1, {\"b\": \"x]\\\"\"}], \"c\": null}",
        ".line data|{\"a\": [1, {\"b\": \"x]\\\"\"}], \"c\": null}",
        "..member a|[1, {\"b\": \"x]\\\"\"}]", "...item |1", "...item |{\"b\": \"x]\\\"\"}",
        "....member b|\"x]\\\"\"", "..member c|null",
        // What is not JSON, and what holds nothing, stays a text.
        "event |[1,", ".line data|[1,", "event |7", ".line data|7",
      ])
    let outline = Outline(.events, Array(text.utf8))
    #expect(outline.breach(in: text.utf8.count) == nil)
    let rows = OutlineText(outline, in: ByteSource(text: text))
    #expect(try rows.path(to: 5) == "/event[1]/data/a/item[2]/b")
    #expect(try rows.pieces(of: 3).pieces.map(\.text) == ["0", ": ", "1"])
    #expect(try rows.pieces(of: 5).pieces.map(\.text) == ["b", ": ", "\"x]\\\"\""])
    #expect(try rows.name(of: 5) == "b" && rows.name(of: 3) == nil)
    let raw = Array(text.utf8)[rows.valueRange(of: 4)]
    #expect(String(decoding: raw, as: UTF8.self) == "{\"b\": \"x]\\\"\"}")
  }

  @Test func `JSON in a part is a tree below its content`() {
    let text = "--B\r\nContent-Type: application/json\r\n\r\n[\r\n {}, [[]]\r\n]\r\n--B--\r\n"
    let outline = Outline(.multipart(boundary: "B"), Array(text.utf8))
    #expect(
      outline.notation(Array(text.utf8)).dropFirst(2) == [
        ".content |[\r\n {}, [[]]\r\n]", "..item |{}", "..item |[[]]", "...item |[]",
      ])
    #expect(outline.breach(in: text.utf8.count) == nil)
  }

  @Test func `JSON deeper than anybody writes takes no stack`() {
    let deep = 200_000
    let text =
      "data: " + String(repeating: "[", count: deep) + String(repeating: "]", count: deep) + "\n\n"
    let outline = Outline(.events, Array(text.utf8))
    #expect(outline.nodes.count == deep + 1 && outline.nodes.last?.depth == deep)
    #expect(
      Outline(.events, Array(("data: " + String(repeating: "[{},", count: 90_000)).utf8)).nodes
        .count == 2)
    let many = "data: [" + String(repeating: "0,", count: Outline.mostNodes) + "0]\n\n"
    let cut = Outline(.events, Array(many.utf8))
    #expect(cut.nodes.count <= Outline.mostNodes + 1)
    #expect(cut.nodes[0].next == Outline.mostNodes)
  }

  @Test func `lines of data that are JSON together are one tree`() throws {
    let text =
      "event: x\ndata: {\r\ndata:   \"a\": [1,\r\ndata: 2]\r\ndata:}\r\n\ndata: a\ndata: b\n\n"
    let outline = Outline(.events, Array(text.utf8))
    #expect(outline.breach(in: text.utf8.count) == nil)
    let rows = OutlineText(outline, in: ByteSource(text: text))
    #expect(
      try outline.nodes.indices.map { try rows.pieces(of: $0).pieces.map(\.text).joined() } == [
        "x  { \"a\": [1, 2] }", "event  x", "data  { \"a\": [1, 2] }", "a: [1, 2]", "0: 1", "1: 2",
        "message  a",
        "data  a", "data  b",
      ])
    // What is copied is the data; the row is what came.
    #expect(try String(decoding: rows.value(of: 3), as: UTF8.self) == "[1,\n2]")
    #expect(try String(decoding: rows.value(of: 2), as: UTF8.self) == "{\n  \"a\": [1,\n2]\n}")
    let span = Array(text.utf8)[outline.nodes[2].span]
    #expect(span.starts(with: Array("data: {\r\ndata:".utf8)) && span.last == UInt8(ascii: "}"))
    #expect(try rows.path(to: 5) == "/event[1]/data/a/item[2]")
  }

  @Test(arguments: 0..<100)
  func `a stream that grows is read as one that came at once`(seed: Int) throws {
    var dice = Dice(seed: seed)
    let pieces = [
      "data: ", "{", "}", "[", "]", "\n", "\r\n", "\n\n", "1", ",", "id: 7", "\"a\":", ":",
    ]
    var text = ""
    for _ in 0..<80 { text += pieces[dice.roll(pieces.count)] }
    let bytes = Array(text.utf8)
    let complete = Outline(.events, bytes)
    #expect(complete.breach(in: bytes.count) == nil, "seed \(seed)")
    var grown = FoldedEvents()
    try grown.extend(to: ByteSource(Array(bytes[..<dice.roll(bytes.count)])))
    try grown.extend(to: ByteSource(bytes))
    _ = try grown.open(toDepth: .max, around: 0)
    #expect(try grown.notation == complete.rows, "seed \(seed)")
  }

  @Test func `the ways to many nodes are those to each`() throws {
    let text = "<a><b/><c x=\"1\">t</c><b><d/>x<d/></b><!--n--></a>"
    let outline = Outline(.xml, Array(text.utf8))
    let source = ByteSource(text: text)
    var ways = OutlinePaths(outline, in: source)
    let rows = OutlineText(outline, in: source)
    for node in outline.nodes.indices {
      let way = try ways.steps(to: node, first: 8, last: 8).map { $0 ?? "…" }.joined()
      #expect(try way == rows.path(to: node))
    }
    #expect(try ways.steps(to: 4, first: 1, last: 1) == ["/a", nil, "/d[1]"])
  }

  /// Streams of the web-platform-tests' eventsource folder (BSD 3-Clause license), with the data that they dispatch.
  @Test(
    arguments: [
      (
        "data:\0\ndata:  2\rData:1\ndata\0:2\ndata:1\r\0data:4\nda-ta:3\rdata_5\ndata:3\rdata:\r\n data:32\ndata:4\n\n",
        ["\0\n 2\n1\n3\n\n4"]
      ),
      ("data:test\r\ndata\ndata:test\r\n\r\n", ["test\n\ntest"]),
      ("data:\ttest\rdata: \ndata:test\n\n", ["\ttest\n\ntest"]),
      ("data:1\r:\0\n:\r\ndata:2\n:x\rdata:3\n:data:fail\r:x\ndata:4\n\n", ["1\n2\n3\n4"]),
      ("\u{FEFF}data:1\n\n\u{FEFF}data:2\n\ndata:3\n\n", ["1", "3"]),
      (
        "data:test\n data\ndata\nfoobar:xxx\njustsometext\n:thisisacommentyay\ndata:test\n\n",
        ["test\n\ntest"]
      ),
      ("data:\0\n\n\n\n", ["\0"]), ("data:\n\ndata\ndata\n\ndata:test\n\n", ["", "\n", "test"]),
      ("event:test\ndata:x\n\ndata:x\n\n", ["x", "x"]), ("data:ok\u{2026}\n\n", ["ok\u{2026}"]),
    ] as [(String, [String])])
  func `the data lines of an event are those that a browser dispatches`(
    stream: String, data: [String]
  ) {
    let bytes = Array(stream.utf8)
    let outline = Outline(.events, bytes)
    var events: [[String]] = []
    for node in outline.nodes {
      if node.parent < 0 {
        events.append([])
      } else if outline.nodes[node.parent].parent < 0, bytes[node.label].elementsEqual("data".utf8)
      {
        events[events.count - 1].append(String(decoding: bytes[node.value], as: UTF8.self))
      }
    }
    #expect(events.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") } == data)
  }

  @Test func `an event is its lines, called by its type`() {
    let text = ": hello\n\nid: 7\nevent: tick\ndata: {\"a\":\ndata: 1}\nretry: 5\n\r\ndata:x\r\r"
    #expect(
      Outline.notation(.events, text) == [
        "event |hello", ".line |hello", "event tick|{\"a\":\ndata: 1}", ".line id|7",
        ".line event|tick",
        ".line data|{\"a\":\ndata: 1}", "..member a|1", ".line retry|5", "event |x", ".line data|x",
      ])
  }
}
