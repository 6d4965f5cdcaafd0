import ClientModel
import Testing

@testable import ClientCore

struct PageFinderTests {
  private func page(
    _ link: PageLink, by rule: PagingRule, of request: PreparedRequest, _ body: String,
    _ fields: [ResponseField] = []
  ) throws -> PreparedRequest? {
    try PageFinder(
      rule: rule, request: request, head: ResponseHead(status: 200, fields: fields),
      body: Body(Array(body.utf8), mediaType: "application/json")
    ).request(for: link)
  }

  private func url(
    _ link: PageLink, by rule: PagingRule, _ path: String, _ body: String,
    _ fields: [ResponseField] = []
  ) throws -> String? {
    try page(link, by: rule, of: .fixture(path: path), body, fields)
      .map { String($0.url.dropFirst("http://a.example".count)) }
  }

  @Test func `a page number counts from the first page to the last`() throws {
    let rule = PagingRule(.number(first: 1), .query("page"), end: .body("/pages"))
    let body = #"{"pages": 3, "items": [1]}"#
    #expect(try url(.next, by: rule, "/l?q=a%20b", body) == "/l?q=a%20b&page=2")
    #expect(try url(.next, by: rule, "/l?page=2&q=a", body) == "/l?page=3&q=a")
    #expect(try url(.next, by: rule, "/l?page=3", body) == nil)
    #expect(try url(.previous, by: rule, "/l?page=2", body) == "/l?page=1")
    #expect(try url(.previous, by: rule, "/l", body) == nil)
    let open = PagingRule(.number(first: 0), .query("p"))
    #expect(try url(.next, by: open, "/l", "[1]") == "/l?p=1")
    #expect(try url(.next, by: open, "/l?p=4", "[]") == nil)
  }

  @Test func `an offset grows by the items of the page, up to the total`() throws {
    let rule = PagingRule(.offset, .query("from"), items: "/hits", end: .header("X-Total"))
    let body = #"{"hits": [1, 2, 3], "more": [1]}"#
    let total = [ResponseField("X-Total", "7")]
    #expect(try url(.next, by: rule, "/l", body, total) == "/l?from=3")
    #expect(try url(.next, by: rule, "/l?from=3", body, total) == "/l?from=6")
    #expect(try url(.next, by: rule, "/l?from=4", body, total) == nil)
    #expect(try url(.previous, by: rule, "/l?from=2", body, total) == "/l?from=0")
    #expect(try url(.previous, by: rule, "/l?from=0", body, total) == nil)
    #expect(try url(.next, by: rule, "/l?from=9", #"{"hits": []}"#) == nil)
    let blind = PagingRule(.offset, .query("from"))
    let problem = #expect(throws: Failure.self) { try url(.next, by: blind, "/l", body) }
    #expect(problem?.whatToDo == "Set `items` in the paging rule to the pointer of the list.")
  }

  @Test func `a cursor goes from the response to the request, and only forward`() throws {
    let rule = PagingRule(.cursor(.body("/next")), .header("X-After"))
    let next = try page(.next, by: rule, of: .fixture(), #"{"next": "a/b="}"#)
    #expect(next?.headers.map(\.value.plain) == ["a/b="])
    for end in [#"{"next": null}"#, #"{"next": ""}"#, "{}", "no JSON"] {
      #expect(try page(.next, by: rule, of: .fixture(), end) == nil, "\(end)")
    }
    let problem = #expect(throws: Failure.self) {
      try page(.previous, by: rule, of: .fixture(), "{}")
    }
    #expect(problem?.why == "A cursor only leads to the next page.")
    let header = PagingRule(.cursor(.header("X-Next")), .query("after"))
    #expect(
      try url(.next, by: header, "/l?after=1", "[]", [ResponseField("X-Next", "2")]) == "/l?after=2"
    )
  }

  @Test func `a page is asked for in a JSON body, which stays as it is otherwise`() throws {
    let rule = PagingRule(.number(first: 1), .body("/page"))
    func body(_ text: String) throws -> String? {
      let request = PreparedRequest.fixture(.post, body: .text(SensitiveText(text)))
      guard case .text(let next)? = try page(.next, by: rule, of: request, "[1]")?.body else {
        return nil
      }
      return next.plain
    }
    #expect(try body(#"{"q": 1.0, "page": 2}"#) == #"{"q": 1.0, "page": 3}"#)
    #expect(try body(#"{"q": 1.0}"#) == #"{"page": 2, "q": 1.0}"#)
    #expect(try body("{}") == #"{"page": 2}"#)
    let problem = #expect(throws: Failure.self) { try body("no JSON") }
    #expect(problem?.why == "The request's body has no value at /page for the page parameter.")
  }

  @Test func `a response says whether its list has another page, or that nothing says so`() throws {
    func standing(_ link: String?, _ rule: PagingRule? = nil) throws -> PageAvailability {
      var request = PreparedRequest.fixture()
      request.paging = rule
      return try PagedResponse(
        request: request, address: request.url,
        head: ResponseHead(status: 200, fields: link.map { [ResponseField("Link", $0)] } ?? []),
        body: Body(Array("[1]".utf8))
      ).standing(of: .next)
    }
    #expect(try standing("</l?page=2>; rel=next") == .there)
    #expect(try standing("</l?page=1>; rel=prev") == .none)
    #expect(try standing(nil) == .unpaged)
    #expect(try standing("</style.css>; rel=preload") == .unpaged)
    #expect(try standing(nil, PagingRule(.number(first: 1), .query("p"))) == .there)
  }
}
