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
      (error as? Failure)?.why.contains("nothing at /result") == true
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
