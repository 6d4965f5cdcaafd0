import Testing

@testable import ViewModels

@Suite struct TabListsTests {
  private func lists() -> TabLists {
    var lists = TabLists()
    lists.resize(height: 4)
    lists.move(.last, in: .headers, among: 10)
    return lists
  }

  @Test func `each tab has a selection of its own`() {
    let lists = lists()
    #expect(lists[.headers].selected == 9 && lists[.headers].top == 6)
    #expect(lists[.timing].selected == 0 && lists[.timing].height == 4)
  }

  @Test func `the selection stays among fewer rows`() {
    var lists = lists()
    lists.clamp(.headers, among: 3)
    #expect(lists[.headers].selected == 2 && lists[.headers].top == 0)
  }

  @Test func `a reset tab begins at its first row`() {
    var lists = lists()
    lists.reset(.headers)
    #expect(lists[.headers].selected == 0 && lists[.headers].height == 4)
  }
}
