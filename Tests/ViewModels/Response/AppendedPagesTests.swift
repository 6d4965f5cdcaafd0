import ClientDocuments
import ClientModel
import Testing

@testable import ViewModels

@Suite struct AppendedPagesTests {
  private static let attempt = AttemptID(job: JobID(1), number: 1)
  private static let next = ResponseHead(
    status: 200, reason: "OK", fields: [ResponseField("Link", "</2>; rel=\"next\"")])

  private func appended(_ job: Int64, to pages: AppendedPages = .init()) -> AppendedPages {
    var pages = pages
    let loads = pages.load(behind: .none, of: JobID(1), generation: 1)
    guard case .response(.loadMore(let wish))? = loads.first else { return pages }
    let page = LoadedPage(job: JobID(job), head: nil, joined: .inline([0x5B, 0x5D]))
    _ = pages.take(PageUpdate(wish, page), for: Self.attempt)
    return pages
  }

  @Test func `a page is appended behind the last one`() {
    var pages = appended(5)
    #expect(pages.areAppended(to: Self.attempt) && pages.count == 1)
    let wish = PageRequest(shown: JobID(1), last: JobID(5), body: .none, generation: 1)
    #expect(pages.load(behind: .none, of: JobID(1), generation: 1) == [.response(.loadMore(wish))])
  }

  @Test func `pages are read in the charset that was chosen for the first one`() throws {
    func wish(_ effects: [Effect]) throws -> PageRequest {
      let wishes = effects.compactMap { effect -> PageRequest? in
        if case .response(.loadMore(let wish)) = effect { wish } else { nil }
      }
      return try #require(wishes.first)
    }
    var pages = AppendedPages()
    let chosen = TextDecoding(mediaType: nil, start: [], choice: .windows1253)
    let first = try wish(pages.load(behind: .none, of: JobID(1), generation: 1, chosen))
    #expect(first.encoding == .windows1253 && first.charset == .windows1253)
    let page = LoadedPage(job: JobID(2), head: nil, joined: .inline([0x5B, 0x5D]))
    _ = pages.take(PageUpdate(first, page), for: Self.attempt)
    // What is joined is UTF-8.
    let second = try wish(pages.load(behind: .none, of: JobID(1), generation: 1, chosen))
    #expect(second.encoding == .utf8 && second.charset == .windows1253)
  }

  @Test func `a page that was not requested is not appended`() {
    var pages = AppendedPages()
    let wish = PageRequest(shown: JobID(1), last: JobID(1), body: .none, generation: 1)
    let page = LoadedPage(job: JobID(2), head: nil, joined: .none)
    #expect(pages.take(PageUpdate(wish, page), for: Self.attempt) == nil && pages.isEmpty)
  }

  @Test func `the next page follows the last one and the previous page precedes the first`() {
    var pages = appended(5)
    #expect(pages.ask(for: .next, of: JobID(1)) == [.queue(.showPage(.next, of: JobID(5)))])
    #expect(pages.ask(for: .previous, of: JobID(1)) == [.queue(.showPage(.previous, of: JobID(1)))])
  }

  @Test func `one page at a time is requested, also after another body is shown`() {
    var pages = AppendedPages()
    #expect(pages.obstacle(to: .next, Self.next) == nil)
    _ = pages.ask(for: .next, of: JobID(1))
    pages.clear()
    #expect(pages.obstacle(to: .next, Self.next)?.what == "One page at a time.")
    pages.answered(of: JobID(1))
    #expect(pages.obstacle(to: .next, Self.next) == nil)
  }

  @Test func `only lists in JSON that name a next page are appended to`() {
    let pages = AppendedPages()
    #expect(pages.loadObstacle(.json, Self.next) == nil)
    #expect(pages.loadObstacle(.xml, Self.next)?.what == "Only JSON lists can be appended.")
    #expect(pages.loadObstacle(.json, nil)?.what == "There is no next page.")
    // With a rule the page may be in the body: the client says whether there is one.
    let numbers = PagingRule(.number(first: 1), .query("page"))
    #expect(pages.loadObstacle(.json, nil, numbers) == nil)
    #expect(pages.obstacle(to: .previous, nil, numbers) == nil)
    let cursor = PagingRule(.cursor(.body("/next")), .query("after"))
    #expect(pages.obstacle(to: .next, nil, cursor) == nil)
    #expect(pages.obstacle(to: .previous, nil, cursor)?.why.contains("only leads") == true)
  }
}
