import Testing

@testable import ViewModels

@Suite struct FuzzyMatchTests {
  private func places(_ text: String, _ word: String) -> [Int]? {
    FuzzyMatch(FuzzyText(text), FuzzyWord(word))?.places
  }

  /// Returns the texts in the order of their scores.
  private func ranked(_ texts: [String], _ word: String) -> [String] {
    texts.sorted { (FuzzyMatch.score($0, word) ?? 0) > (FuzzyMatch.score($1, word) ?? 0) }
  }

  @Test func `the best places are matched, not the first ones`() {
    #expect(places("orders/stock-create", "oc") == [0, 13])
    #expect(places("createIssue", "ci") == [0, 6])
    #expect(places("a-list-of-lists", "lists") == [10, 11, 12, 13, 14])
    #expect(places("Über", "ü") == [0] && places("abc", "ac") == [0, 2])
  }

  @Test func `a text without the letters in this order does not match`() {
    #expect(places("list", "lx") == nil && places("list", "tl") == nil)
    #expect(places("", "a") == nil && places("list", "") == [])
    #expect(places("li", "list") == nil)
  }

  @Test func `prefixes rank before word starts, and those before scattered letters`() {
    let texts = ["list", "list-all", "all-lists", "l-i-s-t", "enlist", "loistx"]
    #expect(ranked(texts.reversed(), "list") == texts)
  }

  @Test func `the name ranks before the folder`() {
    #expect(ranked(["pay/list", "list/pay"], "pay") == ["list/pay", "pay/list"])
  }
}
