import Testing

@testable import LoopbackHTTP

@Suite struct FormEntryTests {
  private static func form(_ body: String, _ type: String) -> LoopbackRequest {
    LoopbackRequest(
      "POST", "/", fields: [LoopbackField("content-type", type)], body: Array(body.utf8))
  }

  @Test func `names and values of a query are decoded, and a name may stand alone`() throws {
    let request = LoopbackRequest("GET", "/a%20b?q=%2B+a&&flag&q==")
    #expect(request.path == "/a%20b")
    #expect(
      try request.queryEntries() == [
        FormEntry("q", "+ a"), FormEntry("flag", ""), FormEntry("q", "="),
      ])
    #expect(try LoopbackRequest("GET", "/").queryEntries() == [])
  }

  @Test func `a body is read by its media type`() throws {
    let plain = "application/x-www-form-urlencoded"
    #expect(try Self.form("a=1", plain + "; charset=utf-8").bodyEntries() == [FormEntry("a", "1")])
    let parts = "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--b--\r\n"
    let entries = try Self.form(parts, "Multipart/Form-Data; boundary=b").bodyEntries()
    #expect(entries == [FormEntry("a", "1")])
    #expect(try Self.form("", "text/plain").bodyEntries() == [])
    #expect(throws: FormFault.otherType("text/plain")) {
      try Self.form("a=1", "text/plain").bodyEntries()
    }
  }

  @Test(arguments: ["a=%zz", "a=%2", "%ff=a"])
  func `a broken escape is refused`(text: String) {
    #expect(throws: FormFault.brokenEscape(text)) {
      try LoopbackRequest("GET", "/?\(text)").queryEntries()
    }
  }
}
