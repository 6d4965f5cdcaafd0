import ClientModel
import Testing

@testable import ViewModels

struct FieldSuggestionsTests {
  private let words = FieldSuggestions(gateways: Gateways())

  @Test func `the next word follows the selected one, the first the last`() {
    var draft = Draft()
    let kinds = words.all(of: .bodyKind, in: draft)
    #expect(words.selected(.bodyKind, in: draft) == kinds[0])
    for kind in kinds.dropFirst() + [kinds[0]] {
      words.selectNext(.bodyKind, in: &draft)
      #expect(words.selected(.bodyKind, in: draft) == kind)
    }
  }

  @Test func `a field that is typed has no words`() {
    var draft = Draft(url: "a")
    #expect(words.all(of: .url, in: draft) == [] && words.selected(.url, in: draft) == nil)
    words.selectNext(.url, in: &draft)
    #expect(draft == Draft(url: "a"))
  }
}
