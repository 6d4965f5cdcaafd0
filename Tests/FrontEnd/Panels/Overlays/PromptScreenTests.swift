import ClientModel
import Panels
import Testing

@testable import ViewModels

struct PromptScreenTests {
  /// Each prompt over the panels: the commands that open it, and what is typed there.
  private static let prompts: [(name: String, commands: [Command], text: String)] = [
    ("prompt-import", [.app(.importFile)], "descriptions/shop.ya"),
    ("prompt-each-row", [.composer(.queueEach)], "customers.csv"),
    ("prompt-save-as", [.composer(.saveAs)], "orders/pay-later"),
    ("prompt-save", [.app(.newRequest), .composer(.save)], "orders/new"),
    ("prompt-save-empty", [.app(.newRequest), .composer(.save), .typing(.enter)], ""),
    ("prompt-rename", [.app(.requests), .list(.rename)], "-all"),
    ("prompt-gateway-name", [.feature(.gateways), .list(.new)], "mail"),
    (
      "prompt-gateway-url",
      [.feature(.gateways), .list(.new), .insert("mail"), .typing(.enter)], "mail.example.com"
    ),
    ("prompt-environment", [.feature(.environments), .list(.new)], "dev"),
    ("prompt-environment-copy", [.feature(.environments), .move(.last), .list(.duplicate)], "dev"),
    ("prompt-find-refused", [.app(.focusResponse), .app(.find)], ""),
  ]

  @Test(arguments: prompts.indices)
  func `each prompt looks as it was approved`(place: Int) throws {
    let (name, commands, text) = Self.prompts[place]
    var model = ShopScene.model()
    for command in commands { _ = model.perform(command) }
    if !text.isEmpty { _ = model.perform(.insert(text)) }
    guard case .prompt = model.overlays.last else {
      Issue.record("\(name) is no prompt.")
      return
    }
    try GoldenScreen.check(model, name)
  }

  @Test func `the prompt for the keys of a command looks as it was approved`() throws {
    var model = ShopScene.model()
    _ = model.perform(.app(.focusQueue))
    _ = model.perform(.app(.help))
    _ = model.receive(.keys("f6 or , x", of: .queue(.pause)))
    try GoldenScreen.check(model, "prompt-keys")
  }

  @Test func `a name that is taken is said in the prompt that asks again`() throws {
    var model = ShopScene.model()
    _ = model.receive(.nameTaken("orders.json", Prompt(SaveBodyPrompt(), text: "orders-2.json")))
    try GoldenScreen.check(model, "prompt-name-taken")
  }
}
