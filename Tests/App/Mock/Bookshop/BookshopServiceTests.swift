import Testing

@testable import MockServices

/// The service of the manual's examples.
@Suite struct BookshopServiceTests {
  private var service = BookshopService()

  private mutating func send(
    _ method: String, _ target: String, _ body: String = "", _ fields: [MockField] = []
  ) -> MockResponse {
    service.respond(
      MockRequest(method, target, fields: fields, body: Array(body.utf8)), at: .zero)
  }

  private func field(_ name: String, _ response: MockResponse) -> String? {
    response.fields.first { $0.name == name }?.value
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
    #expect(send("GET", "/books/7", "", [MockField("If-None-Match", tag)]).status == 304)
  }

  @Test mutating func `a repeated key gets the first response, with another body a refusal`() {
    let key = [MockField("Idempotency-Key", "k")]
    let first = send("POST", "/books", #"{"title":"Weir"}"#, key)
    #expect(first.status == 201 && field("Location", first) == "/books/61")
    #expect(send("POST", "/books", #"{"title":"Weir"}"#, key) == first)
    #expect(send("POST", "/books", #"{"title":"Sluice"}"#, key).status == 422)
    #expect(send("POST", "/books", #"{"title":"Weir"}"#).bodyText.contains("\"id\":62"))
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
    let token = [MockField("Authorization", "Bearer \(BookshopService.token)")]
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
