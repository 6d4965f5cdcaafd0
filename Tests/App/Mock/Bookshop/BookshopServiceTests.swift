import ClientCatalogs
import LoopbackHTTP
import Testing

@testable import MockServices
@testable import StandInServices

/// The service of the manual's examples.
@Suite struct BookshopServiceTests {
  private var service = BookshopService()

  private mutating func send(
    _ method: String, _ target: String, _ body: String = "", _ fields: [LoopbackField] = []
  ) -> LoopbackResponse {
    service.respond(
      LoopbackRequest(method, target, fields: fields, body: Array(body.utf8)), at: .zero)
  }

  private func field(_ name: String, _ response: LoopbackResponse) -> String? {
    response.fields.first { $0.name == name }?.value
  }

  @Test func `its port is the one that the catalog names`() throws {
    let text = try #require(BundledCatalogs.text(of: "bookshop"))
    let server = try #require(try Catalog.read(text: text, name: "bookshop").servers.first)
    #expect(server.url.hasPrefix("http://127.0.0.1:{port}"))
    #expect(server.variables.map(\.defaultValue) == ["\(BookshopService.port)"])
  }

  @Test mutating func `a list has pages, and each page names the next`() throws {
    var target = "/books?limit=25"
    var sizes: [Int] = []
    for _ in 0..<5 {
      let page = send("GET", target)
      sizes.append(try #require(MockJSON(page.body)?["books"]?.items).count)
      guard let link = field("Link", page) else { break }
      target = String(link.drop { $0 != "/" }.prefix { $0 != ">" })
    }
    #expect(sizes == [25, 25, 10])
  }

  @Test mutating func `a book has a validator, and is not sent again to a client that has it`()
    throws
  {
    let first = send("GET", "/books/7")
    let tag = try #require(field("ETag", first))
    #expect(first.status == 200)
    #expect(send("GET", "/books/7", "", [LoopbackField("If-None-Match", tag)]).status == 304)
  }

  @Test mutating func `a repeated key gets the first response, with another body a refusal`() {
    let key = [LoopbackField("Idempotency-Key", "k")]
    let first = send("POST", "/books", #"{"title":"Weir"}"#, key)
    #expect(first.status == 201 && field("Location", first) == "/books/61")
    #expect(send("POST", "/books", #"{"title":"Weir"}"#, key) == first)
    #expect(send("POST", "/books", #"{"title":"Sluice"}"#, key).status == 422)
    #expect(send("POST", "/books", #"{"title":"Weir"}"#).bodyText.contains("\"id\":62"))
  }

  @Test(arguments: [
    (#"{"title":""}"#, 422, "title"), ("{}", 422, "title"), (#"{"title":7}"#, 422, "title"),
    (#"{"title":"a","year":"b"}"#, 422, "year"), ("[]", 400, "body"), ("{", 400, "body"),
  ])
  mutating func `a body that is not a book is refused with the member that is wrong`(
    body: String, status: Int, member: String
  ) {
    let response = send("POST", "/books", body)
    #expect(response.status == status)
    #expect(MockJSON(response.body)?["error"]?.string == member)
  }

  @Test mutating func `the parts of a cover are listed`() {
    let head = "--b\r\nContent-Disposition: form-data; name="
    let body =
      head + "\"cover\"; filename=\"a \\\"b\\\".png\"\r\n\r\n123\r\n"
      + head + "\"title\"\r\n\r\nTimber\r\n--b--\r\n"
    let type = [LoopbackField("Content-Type", "multipart/form-data; boundary=b")]
    #expect(
      send("POST", "/covers", body, type).bodyText
        == #"{"parts":[{"name":"cover","file":"a \"b\".png","bytes":3},"#
        + #"{"name":"title","file":null,"bytes":6}]}"#)
  }

  @Test mutating func `a report is finished at its third poll`() {
    #expect(send("GET", "/reports/2026").status == 404)
    #expect(send("PUT", "/reports/2026").status == 202)
    let words = (0..<3).map { _ in
      MockJSON(send("GET", "/reports/2026").body)?["status"]?.string
    }
    #expect(words == ["running", "running", "finished"])
  }

  @Test mutating func `every first read of a stock is refused with a time to wait`() {
    let statuses = (0..<4).map { _ in send("GET", "/stock/7").status }
    #expect(statuses == [503, 200, 503, 200])
    #expect(field("Retry-After", send("GET", "/stock/8")) == "1")
  }

  @Test mutating func `orders need the token`() {
    #expect(send("GET", "/orders").status == 401)
    let token = [LoopbackField("Authorization", "Bearer \(BookshopService.token)")]
    #expect(send("GET", "/orders", "", token).status == 200)
    #expect(send("GET", "/orders/1001", "", token).bodyText.contains("59.9"))
    #expect(send("GET", "/orders/7", "", token).status == 404)
  }

  @Test mutating func `a deleted book is gone, and the others stay`() {
    #expect(send("DELETE", "/books/7").status == 204)
    #expect(send("GET", "/books/7").status == 404)
    #expect(send("GET", "/books/8").status == 200)
  }

  @Test(arguments: [
    ("GET", "/nothing", 404), ("PATCH", "/books", 405), ("POST", "/books", 400),
    ("GET", "/books?limit=0", 400), ("GET", "/books?limit=x", 400), ("GET", "/books/x", 404),
    ("POST", "/covers", 400), ("GET", "/books?a=%zz", 400),
  ])
  mutating func `a request that it cannot serve is refused with its reason`(
    method: String, target: String, status: Int
  ) {
    let response = send(method, target)
    #expect(response.status == status)
    #expect(MockJSON(response.body)?["detail"]?.string?.isEmpty == false)
  }
}
