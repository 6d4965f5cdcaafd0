import ClientModel
import Testing
import ViewModels

struct MethodListTests {
  private func typed(_ text: String) -> AppModel {
    var model = AppModel()
    _ = model.perform(.composer(.method))
    _ = model.perform(.list(.filter))
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

  @Test(arguments: ["PUBLISH", "SUBSCRIBE"])
  func `the methods of messages are in the list`(method: String) {
    var model = typed(method.lowercased())
    #expect(titles(model) == [method])
    _ = model.perform(.typing(.enter))
    #expect(model.composer.draft.method == method)
  }

  @Test(arguments: [("propfind", "PROPFIND"), ("Link", "Link"), ("merge", "MERGE")])
  func `a method of no list is offered as it was typed`(text: String, method: String) {
    #expect(titles(typed(text)).last == "Use \(method)")
  }

  @Test func `a registered method is taken without a question`() {
    var model = typed("propfind")
    _ = model.perform(.typing(.enter))
    #expect(model.composer.draft.method == "PROPFIND" && model.overlays.isEmpty)
  }

  @Test func `what cannot be a method is not offered, and a sentence says why`() throws {
    let model = typed("a b")
    #expect(titles(model).isEmpty)
    guard case .list(let list)? = model.overlays.last else { throw ListMissing() }
    #expect(model.overlays.emptyText(of: list).contains("RFC 9110"))
    #expect(titles(typed("put")) == ["PUT"])
  }

  @Test func `a method that IANA does not list is confirmed once per session`() throws {
    var model = typed("purge")
    _ = model.perform(.typing(.enter))
    guard case .question(let question)? = model.overlays.last else { throw ListMissing() }
    #expect(question.question == "Use the method PURGE?")
    #expect(question.answers.map(\.title) == ["Keep GET", "Use PURGE"])
    #expect(model.composer.draft.method == "GET")
    _ = model.perform(.dialog(.accept))
    #expect(model.composer.draft.method == "PURGE" && model.overlays.isEmpty)
    // Another request of the same session.
    _ = model.receive(.composer(.loaded(Draft(url: "https://a.example"), name: "other")))
    if case .question? = model.overlays.last {
      _ = model.perform(.dialog(.next))
      _ = model.perform(.dialog(.next))
      _ = model.perform(.dialog(.accept))
    }
    #expect(model.composer.draft.method == "GET")
    _ = model.perform(.composer(.method))
    _ = model.perform(.list(.filter))
    for letter in "purge" { _ = model.perform(.insert(String(letter))) }
    _ = model.perform(.typing(.enter))
    #expect(model.composer.draft.method == "PURGE" && model.overlays.isEmpty)
  }

  @Test func `an unconfirmed method in a request line is asked about, not sent`() {
    var model = AppModel()
    _ = model.perform(.composer(.edit))
    for letter in "PURGE https://a.example/x" { _ = model.perform(.insert(String(letter))) }
    let effects = model.perform(.typing(.enter))
    #expect(effects.isEmpty)
    #expect(model.composer.draft.method == "GET")
    #expect(model.composer.draft.url == "https://a.example/x")
    guard case .question? = model.overlays.last else {
      return #expect(Bool(false), "nothing was asked")
    }
  }

  @Test func `Tab in the empty header row after the last field does not reach the method`() {
    var model = AppModel()
    _ = model.receive(.composer(.loaded(Draft(url: "https://a.example"), name: "a")))
    for _ in 0..<8 where model.composer.tab != .headers {
      _ = model.perform(.composer(.nextTab))
    }
    _ = model.perform(.composer(.edit))
    for _ in 0..<20 {
      _ = model.perform(.typing(.nextField))
      #expect(model.composer.cursor != .method)
      _ = model.perform(.insert("x"))
    }
    #expect(model.composer.draft.method == "GET")
  }

  @Test(arguments: [ComposerCommand.edit, .editor, .addRow, .deleteRow, .markRow, .indent])
  func `no command types in the method`(command: ComposerCommand) {
    var model = AppModel()
    _ = model.perform(.move(.left))
    #expect(model.composer.cursor == .method)
    let effects = model.perform(.composer(command))
    #expect(!model.composer.isTyping && effects.isEmpty)
    _ = model.perform(.insert("x"))
    #expect(model.composer.draft.method == "GET")
  }

  @Test func `leaving the list changes nothing`() {
    var model = typed("x")
    _ = model.perform(.typing(.leave))
    _ = model.perform(.list(.close))
    #expect(model.overlays.isEmpty && model.composer.draft.method == "GET")
  }
}

private struct ListMissing: Error {}
