import Testing
import ViewModels

struct ImportPromptTests {
  @Test func `a path that cannot be imported stays in the field with the reason`() {
    var model = AppModel()
    _ = model.perform(.app(.importFile))
    _ = model.perform(.insert("shop.yml"))
    #expect(model.perform(.typing(.enter)) == [.requests(.importFile("shop.yml"))])
    #expect(model.overlays.isEmpty)
    let reason = Notice(.error, "shop.yml cannot be read.", why: "It does not exist.")
    _ = model.receive(.importRefused("shop.yml", because: reason))
    guard case .prompt(let prompt)? = model.overlays.last else {
      Issue.record("The field is closed.")
      return
    }
    #expect(prompt.buffer.text == "shop.yml" && model.notice == reason)
  }
}
