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
    var gateways = GatewaysPlace()
    #expect(
      GatewayURLPrompt(name: "api").accept(typed, &gateways)
        == [.gateways(.add(name: "api", url: url))])
  }

  @Test func `the name of a new gateway is followed by its URL`() {
    var gateways = GatewaysPlace()
    #expect(
      GatewayNamePrompt().accept("api", &gateways)
        == [.ask(Prompt(GatewayURLPrompt(name: "api"), text: "https://"))])
  }
}
