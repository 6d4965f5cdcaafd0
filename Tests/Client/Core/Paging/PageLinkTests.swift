import ClientCore
import ClientModel
import Testing

/// Lists that a server hands out in pages (B17).
@Suite struct PageLinkTests {
  private let base = "http://a.example/items?page=2"

  private func head(_ link: String) -> ResponseHead {
    ResponseHead(status: 200, fields: [ResponseField("Link", link)])
  }

  private var request: PreparedRequest {
    var request = PreparedRequest.fixture(
      path: "/items?page=2", headers: [HeaderField("Accept", "application/json")],
      credentials: .bearer(.secret("hush")))
    request.options.redirects = .stay
    return request
  }

  @Test func `B17 the next and the previous page are where Link says`() throws {
    let links = "</items?page=3>; rel=\"next\", <http://a.example/items?page=1>; rel=prev"
    let next = try PageLink.next.request(after: request, at: base, answered: head(links))
    #expect(next.url == "http://a.example/items?page=3")
    #expect(next.credentials == request.credentials && next.headers == request.headers)
    #expect(next.options.redirects == .stay && next.method == .get)
    let before = try PageLink.previous.request(after: request, at: base, answered: head(links))
    #expect(before.url == "http://a.example/items?page=1")
  }

  @Test func `B17 a page elsewhere goes without credentials`() throws {
    let links = "<http://b.example/items?page=3>; rel=next"
    let next = try PageLink.next.request(after: request, at: base, answered: head(links))
    #expect(next.url == "http://b.example/items?page=3" && next.credentials == nil)
  }

  @Test(arguments: ["", "</x>; rel=last", "</x?k=••••••>; rel=next", "<ftp://h/x>; rel=next"])
  func `B17 where there is no next page the reason is shown`(_ link: String) {
    #expect(throws: Failure.self) {
      try PageLink.next.request(after: request, at: base, answered: head(link))
    }
  }

  @Test func `B17 each page is a job of its own, until the last`() async throws {
    let bench = Bench { attempt in
      let url = attempt.request.url
      let page = url.last.flatMap { Int(String($0)) } ?? 1
      let fields =
        page < 3 ? [ResponseField("Link", "</items?page=\(page + 1)>; rel=next")] : []
      return .response(200, fields)
    }
    try await bench.client.start(as: .runner)
    var id = try #require(
      try await bench.client.submit([.fixture(.fixture(path: "/items?page=1"))]).first)
    var pages = 1
    while pages < 10 {
      _ = try await bench.client.wait(for: [id])
      do {
        id = try #require(try await bench.client.submitPage(.next, of: id))
        pages += 1
      } catch let failure as Failure {
        #expect(failure.what == "There is no next page.")
        break
      }
    }
    #expect(pages == 3)
    #expect(bench.transport.begun.map(\.request.url).last == "http://a.example/items?page=3")
  }
}
