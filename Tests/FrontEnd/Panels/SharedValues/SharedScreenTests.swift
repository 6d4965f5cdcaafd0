import ClientModel
import Panels
import Testing
import ViewModels

struct SharedScreenTests {
  private func model() -> AppModel {
    var model = AppModel()
    _ = model.receive(.place(WorkspaceStatus(workspace: "shop", isScratch: false)))
    func entry(_ key: String, _ rule: SharedRule, _ size: ByteCount?) -> ListedValue {
      ListedValue(
        SharedValueFacts(
          key: SharedKey(key)!, rule: rule, size: size, version: 1,
          changed: Timestamp(milliseconds: 0)), time: "2026-11-21 10:00:00")
    }
    _ = model.perform(.feature(.sharedValues))
    _ = model.receive(
      .shared(
        .list([
          entry("last-page", SharedRule(), 2), entry("login", SharedRule(secrecy: .secret), nil),
          entry("report", SharedRule([.gzip, .base64]), 48_000),
          entry("token", SharedRule([.aesGCM(key: .environment("KEY"))], secrecy: .secret), 120),
        ])))
    return model
  }

  @Test func `R34 R35 the list of shared values looks as it was approved`() throws {
    var model = model()
    _ = model.perform(.move(.last))
    _ = model.perform(.list(.watch))
    _ = model.perform(.move(.first))
    let facts = SharedValueFacts(
      key: SharedKey("token")!, size: 120, version: 2, changed: Timestamp(milliseconds: 1))
    _ = model.receive(.shared(.changed(.updated(facts, .unread))))
    try GoldenScreen.check(model, "shared-values")
  }

  @Test func `R34 the view of a shared value looks as it was approved`() throws {
    var model = model()
    _ = model.perform(.list(.choose))
    let text = "{\n  \"page\": 17,\n  \"of\": 40\n}"
    _ = model.receive(.shared(.content(SharedKey("last-page")!, SharedContent(text), .view)))
    try GoldenScreen.check(model, "shared-value")
  }

  @Test func `R34 what is asked about a shared value looks as it was approved`() throws {
    var model = model()
    _ = model.perform(.move(.last))
    _ = model.perform(.list(.choose))
    try GoldenScreen.check(model, "question-show-shared-value")
    _ = model.perform(.dialog(.dismiss))
    _ = model.perform(.list(.rule))
    try GoldenScreen.check(model, "prompt-shared-rule")
    _ = model.perform(.typing(.leave))
    _ = model.perform(.list(.delete))
    try GoldenScreen.check(model, "question-delete-shared-value")
    _ = model.perform(.dialog(.dismiss))
    _ = model.perform(.list(.clear))
    try GoldenScreen.check(model, "question-delete-shared-values")
  }

  @Test func `R34 the prompts for a shared value look as they were approved`() throws {
    var model = model()
    _ = model.perform(.list(.new))
    _ = model.perform(.insert("api-key secret"))
    try GoldenScreen.check(model, "prompt-shared-key")
    _ = model.perform(.typing(.enter))
    _ = model.perform(.insert("k-4711"))
    try GoldenScreen.check(model, "prompt-new-shared-value")
    _ = model.perform(.typing(.leave))
    _ = model.perform(.move(.first))
    _ = model.perform(.list(.edit))
    _ = model.receive(.shared(.content(SharedKey("last-page")!, SharedContent("17"), .edit)))
    try GoldenScreen.check(model, "prompt-shared-value")
  }
}
