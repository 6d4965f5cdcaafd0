import ClientModel
import Testing

@testable import ViewModels

struct GatewayPromptTests {
  @Test(arguments: [
    ("https://api.example", "https://api.example"),
    ("https://http://a.example", "http://a.example"),
    ("  https://https://a.example", "https://a.example"), ("https://{{base}}/v1", "{{base}}/v1"),
  ])
  func `a complete address replaces the preset scheme`(typed: String, url: String) {
    var gateways = GatewaysList()
    #expect(
      GatewayURLPrompt(name: "api").accept(typed, &gateways)
        == [.gateways(.add(name: "api", url: url))])
  }

  @Test func `the name of a new gateway is followed by its URL`() {
    var gateways = GatewaysList()
    #expect(
      GatewayNamePrompt().accept("api", &gateways)
        == [.ask(Prompt(GatewayURLPrompt(name: "api"), text: "https://"))])
  }

  @Test func `a text for a field that cannot be read is asked for again`() {
    var model = AppModel()
    let refusal = Notice(.error, "The field Headers of api was not changed.")
    _ = model.receive(.gateways(.refused("api", .headers, text: "X-Api two", refusal)))
    guard case .prompt(let prompt) = model.overlays.last else {
      Issue.record("no prompt")
      return
    }
    #expect(prompt.buffer.text == "X-Api two" && prompt.label == "Headers of api")
    #expect(model.notice == refusal)
  }
}
