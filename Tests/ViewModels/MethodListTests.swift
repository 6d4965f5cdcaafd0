import ClientModel
import Testing
import ViewModels

struct MethodListTests {
  private func typed(_ text: String) -> AppModel {
    var model = AppModel()
    _ = model.perform(.composer(.method))
    for letter in text { _ = model.perform(.insert(String(letter))) }
    return model
  }

  private func titles(_ model: AppModel) -> [String] {
    guard case .list(let list) = model.overlays.last else { return [] }
    return model.rows(of: list).map(\.title)
  }

  @Test(arguments: [("pat", "PATCH"), ("d", "DELETE"), ("PO", "POST")])
  func `typing chooses a method`(text: String, method: String) {
    var model = typed(text)
    #expect(titles(model).first == method)
    _ = model.perform(.typing(.enter))
    #expect(model.composer.draft.method == method && model.overlays.isEmpty)
  }

  @Test(arguments: [("purge", "PURGE"), ("M-Search", "M-Search")])
  func `a method of no list is taken as it was typed`(text: String, method: String) {
    var model = typed(text)
    #expect(titles(model).last == method)
    _ = model.perform(.typing(.enter))
    #expect(model.composer.draft.method == method)
  }

  @Test func `what cannot be a method is not offered`() {
    #expect(titles(typed("a b")).isEmpty)
    #expect(titles(typed("put")) == ["PUT"])
  }

  @Test func `leaving the text closes the list`() {
    var model = typed("x")
    _ = model.perform(.typing(.leave))
    #expect(model.overlays.isEmpty && model.composer.draft.method == "GET")
  }
}
