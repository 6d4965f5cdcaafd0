import ClientModel
import Testing

@testable import ClientCore

/// What reads bodies, and what stages see of them.
struct ParserTests {
  private static func response(
    _ body: String, _ type: String? = "application/json", status: Int = 200
  ) -> ReceivedResponse {
    ReceivedResponse(
      to: .fixture(), head: ResponseHead(status: status),
      body: Body(memory: Array(body.utf8), mediaType: type))
  }

  @Test(arguments: [
    ("application/json", "json"), ("application/json; charset=utf-8", "json"),
    ("Application/JSON", "json"), ("application/problem+json", "json"),
    ("application/vnd.api+json;version=1", "json"), ("image/svg+xml", "xml"),
    ("application/xml", "xml"), ("text/csv", nil), ("json", nil), ("", nil),
  ])
  func `J17 T-J11 a parser is found by media type, parameters ignored, suffix counted`(
    type: String, parser: String?
  ) {
    var table = ParserTable.json
    table.setParser(ClosureProcessor("xml") { $0 }, for: "application/xml")
    #expect(table.parser(for: type)?.name == parser)
    table.setParser(nil, for: "application/json")
    if parser == "json" { #expect(table.parser(for: type) == nil) }
  }

  @Test(arguments: [#"{"a":1}"#, "[]", " 3 ", "\"x\"", "null", ""])
  func `J20 JSON and an empty body pass the parser`(body: String) throws {
    _ = try JSONParser().process(Self.response(body))
  }

  @Test(arguments: ["{", "{\"a\":}", "nope", "[1,]", "{} {}"])
  func `J20 a body that is not JSON is refused with its line and column`(body: String) {
    #expect {
      _ = try JSONParser().process(Self.response(body))
    } throws: { error in
      (error as? Failure)?.why.hasPrefix("Line 1, column") == true
    }
  }

  @Test(arguments: ["application/xml", "image/svg+xml"])
  func `J17 J20 XML and an empty body pass the parser, anything else is reported with its place`(
    type: String
  ) throws {
    var table = ParserTable()
    table.setParser(XMLParser(), for: "application/xml")
    #expect(table.parser(for: type)?.name == "xml")
    _ = try XMLParser().process(Self.response("<a><b>&amp;</b></a>", type))
    _ = try XMLParser().process(Self.response("", type))
    #expect {
      _ = try XMLParser().process(Self.response("<a>\n<b></a>", type))
    } throws: { error in
      (error as? Failure)?.why == "Line 2, column 4: <b> is closed by </a>."
    }
  }

  /// A text in UTF-16, behind its mark.
  private static func wide(_ text: String) -> [UInt8] {
    [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
  }

  private static func within(_ before: String, _ bytes: [UInt8], _ after: String) -> [UInt8] {
    Array(before.utf8) + bytes + Array(after.utf8)
  }

  @Test(
    arguments: [
      ("application/json; charset=windows-1253", within("{\"a\":\"", [0xC1, 0xC8], "\"}")),
      ("application/json; charset=Shift_JIS", within("{\"a\":\"", [0x95, 0x5C], "\"}")),
      ("application/json", wide("{\"a\":\"ü\"}")), ("application/json", Array("\u{FEFF}{}".utf8)),
      ("text/xml; charset=latin1", within("<a>", [0xFC], "</a>")),
      ("text/xml", within("<?xml version='1.0' encoding='KOI8-R'?><a>", [0xF0], "</a>")),
      ("application/xml", wide("<?xml version='1.0' encoding='utf-16'?><a>ü</a>")),
      ("text/plain; charset=gbk", [0xB1, 0xB1]), ("text/plain", wide("ü")),
    ] as [(String, [UInt8])])
  func `J20 a body in the charset that it declares passes its parser`(
    type: String, bytes: [UInt8]
  ) async throws {
    let parser = try #require(ParserTable.parser(builtInFor: type))
    let received = ReceivedResponse(
      to: .fixture(), head: ResponseHead(status: 200), body: Body(memory: bytes, mediaType: type))
    _ = try await parser.process(received)
  }

  @Test(
    arguments: [
      ("application/json; charset=windows-1253", within("{\"a\":", [0xC1], "}")),
      ("text/xml; charset=koi8-r", within("<a>", [0xF0], "</b>")),
      ("text/xml", within("<?xml version='1.0' encoding='nonsense'?><a>", [0x61], "</a>")),
      ("text/plain", [0xB1, 0xB1]), ("text/plain; charset=nonsense", [0xFC]),
    ] as [(String, [UInt8])])
  func `J20 a body that is not what it declares is refused`(
    type: String, bytes: [UInt8]
  ) async throws {
    let parser = try #require(ParserTable.parser(builtInFor: type))
    let received = ReceivedResponse(
      to: .fixture(), head: ResponseHead(status: 200), body: Body(memory: bytes, mediaType: type))
    await #expect(throws: Failure.self) { _ = try await parser.process(received) }
  }

  @Test(
    arguments: [
      ("application/json", Array("\u{FEFF} {\"a\":\"ü\"}".utf8), "ü"),
      ("application/json", wide("{\"a\":\"\u{2603}\"}"), "\u{2603}"),
      ("application/json; charset=Big5", within("{\"a\":\"", [0xA5, 0x5C], "\"}"), "功"),
      ("application/json; charset=latin1", within("{\"a\":\"", [0xFC], "\"}"), "ü"),
    ] as [(String, [UInt8], String)])
  func `stages see a value in the charset of the body`(
    type: String, bytes: [UInt8], text: String
  ) throws {
    #expect(try Body(memory: bytes, mediaType: type).value(at: "/a") == text)
  }

  @Test func `B15 T-B7 a root path names the data, and a missing root is an error with its name`()
    async throws
  {
    let wrapped = Self.response(#"{"data":{"id":"7"},"status":0}"#)
    let found = try await RootPath("/data").process(wrapped)
    #expect(found.root == "/data")
    #expect(try found.value(at: "/id") == "7")
    await #expect {
      _ = try await RootPath("/result").process(wrapped)
    } throws: { error in
      (error as? Failure)?.why.contains("no value at /result") == true
    }
    // `null` is data too, and an error's body has another shape.
    _ = try await RootPath("/data").process(Self.response(#"{"data":null}"#))
    _ = try await RootPath("/data").process(Self.response("{}", status: 404))
    _ = try await RootPath("/data").process(Self.response("", status: 204))
  }

  @Test func `stages see values of a body by pointer and are never given more than 1 MiB of it`()
    throws
  {
    let large = "{\"text\":\"" + String(repeating: "x", count: 2 << 20) + "\",\"id\":[1,2.50]}"
    let body = Body(memory: Array(large.utf8), mediaType: nil)
    #expect(try body.value(at: "/id/1") == "2.50")
    #expect(try body.value(at: "/none") == nil)
    #expect(try body.value(at: "/text")?.utf8.count == 1 << 20)
    #expect(throws: Failure.self) { _ = try body.bytes() }
    #expect(try Body(Array("[]".utf8)).bytes() == Array("[]".utf8))
    #expect(try Body(Array("plain".utf8)).value(at: "") == nil)
  }

  @Test func `a header is stored as a value, and its absence changes nothing`() {
    let capture = HeaderCapture(header: "x-session", as: "session")
    var response = Self.response("")
    #expect(capture.process(response).captured.isEmpty)
    response.head.fields = [ResponseField("X-Session", "s1")]
    #expect(capture.process(response).captured["session"]?.reveal() == "s1")
  }
}
