import ClientModel
import JobFixtures
import Testing

@testable import ViewModels

/// Loading more pages behind the one on show (B17).
@Suite struct LoadMoreTests {
  private static func result(_ text: String, next: Bool) -> AttemptResult {
    var result = AttemptResult.json(text)
    if next { result.head?.fields.append(ResponseField("Link", "</things?page=2>; rel=next")) }
    return result
  }

  private static func showing(_ text: String, next: Bool = true) -> ResponseDriver {
    var driver = ResponseDriver(rows: 20)
    driver.run { $0.open(JobID(1)) }
    driver.receive(exchange(text, next: next))
    return driver
  }

  private static func exchange(_ text: String, attempt: Int = 1, next: Bool) -> ResponseEvent {
    .exchange(
      .fixture(1, .succeeded), .fixture(),
      [.fixture(attempt, of: 1, result: result(text, next: next))])
  }

  private static func wishes(_ driver: ResponseDriver) -> [PageRequest] {
    driver.others.compactMap {
      if case .response(.loadMore(let wish)) = $0 { wish } else { nil }
    }
  }

  private static func page(_ job: Int64, _ joined: String, next: Bool = true) -> LoadedPage {
    LoadedPage(
      job: JobID(job), head: result("", next: next).head, joined: .inline(Array(joined.utf8)))
  }

  @Test func `B17 load more appends to the tree, and what is folded and chosen stays`() throws {
    var driver = Self.showing(#"[{"id":1},{"id":2}]"#)
    driver.run { $0.point(row: 1) }
    driver.perform(.close)
    #expect(driver.tree == ["-<2>", "+ 0:<1>", "- 1:<1>", "   id:2"])
    driver.perform(.loadMore)
    let first = try #require(Self.wishes(driver).first)
    #expect(first.last == JobID(1) && first.body == .inline(Array(#"[{"id":1},{"id":2}]"#.utf8)))
    driver.receive(.more(PageUpdate(first, Self.page(5, #"[{"id":1},{"id":2},{"id":3}]"#))))
    #expect(driver.tree == ["-<3>", "+ 0:<1>", "- 1:<1>", "   id:2", "- 2:<1>", "   id:3"])
    #expect(driver.model.pane.list.selected == 1)
    // The next wish goes on behind the page that came last.
    driver.perform(.loadMore)
    let second = try #require(Self.wishes(driver).last)
    #expect(second.last == JobID(5) && second.body == driver.model.storedBody)
    driver.receive(
      .more(PageUpdate(second, Self.page(6, #"[{"id":1},{"id":2},{"id":3},4]"#, next: false))))
    #expect(driver.tree.last == "  3:4" && driver.model.pages.count == 2)
    driver.perform(.loadMore)
    #expect(Self.wishes(driver).count == 2)
    #expect(
      driver.others.last
        == .notify(
          .cannot(
            "There is no next page.",
            "The last page is already appended.")))
  }

  @Test func `a key pressed thrice asks for one page`() {
    var driver = Self.showing("[1]")
    let asked = Effect.queue(.showPage(.next, of: JobID(1)))
    for _ in 1...3 { driver.perform(.nextPage) }
    #expect(driver.others.filter { $0 == asked }.count == 1)
    #expect(
      driver.others.last
        == .notify(.cannot("One page at a time.", "The next page has just been requested.")))
    driver.receive(.pageReceived(of: JobID(9)))
    #expect(driver.model.obstacle(to: .nextPage) != nil)
    // It came to nothing, or the user came back: it may be asked for again.
    driver.receive(.pageReceived(of: JobID(1)))
    driver.perform(.nextPage)
    #expect(driver.others.filter { $0 == asked }.count == 2)
    driver.run { $0.open(JobID(2)) }
    driver.run { $0.open(JobID(1)) }
    driver.receive(Self.exchange("[1]", next: true))
    #expect(driver.model.obstacle(to: .nextPage) == nil)
  }

  @Test func `the next page follows what was appended`() throws {
    var driver = Self.showing("[1]")
    driver.perform(.loadMore)
    let wish = try #require(Self.wishes(driver).first)
    driver.receive(.more(PageUpdate(wish, Self.page(5, "[1,2]"))))
    driver.perform(.nextPage)
    #expect(driver.others.last == .queue(.showPage(.next, of: JobID(5))))
    #expect(driver.model.obstacle(to: .nextPage) != nil)
    driver.receive(.pageReceived(of: JobID(5)))
    driver.perform(.loadMore)
    let second = try #require(Self.wishes(driver).last)
    driver.receive(.more(PageUpdate(second, Self.page(6, "[1,2,3]", next: false))))
    // The first response names a next page still; what is on show ends with the last.
    driver.perform(.nextPage)
    #expect(
      driver.others.last
        == .notify(
          .cannot(
            "There is no next page.",
            "The last page is already appended.")))
  }

  @Test func `B17 what was appended is what is saved and read on`() throws {
    var driver = Self.showing("[1]")
    driver.perform(.loadMore)
    let wish = try #require(Self.wishes(driver).first)
    driver.receive(.more(PageUpdate(wish, Self.page(5, "[1,2]"))))
    let both = StoredBody.inline(Array("[1,2]".utf8))
    #expect(driver.model.save(to: "x.json") == [.response(.save(both, to: "x.json"))])
    #expect(driver.model.perform(.pager) == [.response(.page(both, suffix: ".json"))])
  }

  @Test func `B17 refreshing replaces: another response begins with its first page`() throws {
    var driver = Self.showing("[1]")
    driver.perform(.loadMore)
    let wish = try #require(Self.wishes(driver).first)
    driver.receive(.more(PageUpdate(wish, Self.page(5, "[1,2]"))))
    // Reading the same response again does not replace the appended pages.
    driver.receive(Self.exchange("[1]", next: true))
    #expect(driver.tree == ["-<2>", "  0:1", "  1:2"])
    driver.perform(.loadMore)
    driver.receive(Self.exchange("[7]", attempt: 2, next: true))
    #expect(driver.tree == ["-<1>", "  0:7"] && driver.model.pages.isEmpty)
    // The page that was on its way belongs to the response before.
    let late = try #require(Self.wishes(driver).last)
    driver.receive(.more(PageUpdate(late, Self.page(6, "[1,2,3]"))))
    #expect(driver.tree == ["-<1>", "  0:7"])
    driver.perform(.loadMore)
    #expect(Self.wishes(driver).count == 3)
  }

  @Test func `B17 one page at a time, and a page that did not come may be asked for again`() throws
  {
    var driver = Self.showing("[1]")
    driver.perform(.loadMore)
    driver.perform(.loadMore)
    #expect(
      driver.others.last
        == .notify(.cannot("One page at a time.", "The next page is already loading."))
    )
    let wish = try #require(Self.wishes(driver).first)
    driver.receive(.more(PageUpdate(wish, nil)))
    driver.perform(.loadMore)
    #expect(Self.wishes(driver).count == 2 && driver.tree == ["-<1>", "  0:1"])
  }

  @Test func `B17 no more than fifty pages stand in one tree`() throws {
    var driver = Self.showing("[1]")
    for number in 2...50 {
      driver.perform(.loadMore)
      let wish = try #require(Self.wishes(driver).last)
      driver.receive(
        .more(
          PageUpdate(
            wish,
            Self.page(Int64(number), "[\((1...number).map(String.init).joined(separator: ","))]"))))
    }
    #expect(driver.model.pages.count == 49)
    driver.perform(.loadMore)
    #expect(Self.wishes(driver).count == 49)
    #expect(
      driver.others.last
        == .notify(
          .cannot(
            "No more pages can be appended.", "50 pages are already shown.",
            "Request the next page as a separate job.")))
  }

  @Test func `B17 what is not JSON has no more`() {
    var driver = ResponseDriver(rows: 20)
    driver.run { $0.open(JobID(1)) }
    var result = Self.result("one line", next: true)
    result.head?.fields.removeAll { $0.name == "Content-Type" }
    driver.receive(
      .exchange(.fixture(1, .succeeded), .fixture(), [.fixture(1, of: 1, result: result)]))
    driver.perform(.loadMore)
    #expect(Self.wishes(driver).isEmpty)
  }
}
