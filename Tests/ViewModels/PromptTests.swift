import ClientModel
import Testing
import ViewModels

struct PromptTests {
  private func prompt(_ model: AppModel) -> Prompt? {
    if case .prompt(let prompt) = model.overlays.last { prompt } else { nil }
  }

  @Test(arguments: ["", "  "]) func `an empty name is asked for again`(_ typed: String) {
    var model = AppModel()
    _ = model.perform(.composer(.saveAs))
    _ = model.perform(.insert(typed))
    #expect(model.perform(.typing(.enter)).isEmpty)
    #expect(prompt(model)?.problem == "A name is needed, such as users/list.")
    #expect(prompt(model)?.buffer.text == "")
    _ = model.perform(.insert("a"))
    #expect(
      model.perform(.typing(.enter))
        == [.requests(.save(model.composer.draft, name: "a", .refused))])
    #expect(model.overlays.isEmpty)
  }

  @Test func `a name that was refused need not be typed again`() {
    var model = AppModel()
    _ = model.perform(.composer(.save))
    _ = model.perform(.insert("users"))
    _ = model.perform(.typing(.enter))
    _ = model.receive(.composer(.unsaved))
    _ = model.perform(.composer(.save))
    #expect(prompt(model)?.buffer.text == "users")
    _ = model.perform(.insert("-2"))
    _ = model.perform(.typing(.enter))
    _ = model.receive(.composer(.saved(model.composer.draft, name: "users-2")))
    _ = model.perform(.app(.newRequest))
    _ = model.perform(.composer(.save))
    #expect(prompt(model)?.buffer.text == "")
  }

  @Test func `an empty value of a cookie is a value`() {
    let cookie = Cookie(name: "sid", domain: "a.example")
    var model = AppModel()
    _ = model.perform(.feature(.cookies))
    _ = model.receive(.cookies(.value(cookie, "")))
    #expect(model.perform(.typing(.enter)) == [.cookies(.write(cookie, value: ""))])
  }
}
