import ClientModel
import Testing

@testable import ViewModels

struct GatewayListTests {
  static let gateways = Gateways(
    all: [
      Gateway(
        name: "api", url: "https://api.example.com",
        defaults: GatewayDefaults(
          headers: [DraftField("X-Client", "weir")], query: [DraftField("lang", "en")],
          options: TransportOptions(retry: RetryRule(attempts: 2))),
        authorization: .bearer("env:TOKEN"), stubs: [StubRoute(path: "/x")]),
      Gateway(name: "old", url: "https://old.example.com"),
    ], standard: "api")

  private func model() -> AppModel {
    var model = AppModel()
    _ = model.receive(.gateways(.list(Self.gateways)))
    return model
  }

  private func list(_ model: AppModel) -> [ListRow] {
    guard case .list(let list) = model.overlays.last else { return [] }
    return model.rows(of: list)
  }

  @Test func `J1 the list shows each gateway, the default one marked`() {
    var model = model()
    #expect(model.perform(.feature(.gateways)) == [.gateways(.list)])
    #expect(
      list(model).map(\.title) == ["api  https://api.example.com", "old  https://old.example.com"])
    #expect(list(model).map(\.isCurrent) == [true, false])
    #expect(list(model)[0].detail.contains("credentials"))
  }

  @Test func `choosing makes a default, and the list stays open`() {
    var model = model()
    _ = model.perform(.feature(.gateways))
    _ = model.perform(.move(.down))
    #expect(model.perform(.list(.choose)) == [.gateways(.makeDefault("old"))])
    #expect(!list(model).isEmpty)
  }

  @Test func `a new gateway asks for its name, then for its URL`() {
    var model = AppModel()
    _ = model.perform(.feature(.gateways))
    #expect(model.perform(.list(.new)).isEmpty)
    _ = model.perform(.insert("shop"))
    #expect(model.perform(.typing(.enter)).isEmpty)
    guard case .prompt(let prompt) = model.overlays.last else {
      Issue.record("no URL is asked for")
      return
    }
    #expect(
      prompt.purpose as? GatewayURLPrompt == GatewayURLPrompt(name: "shop")
        && prompt.buffer.text == "https://")
    _ = model.perform(.insert("shop.example"))
    #expect(
      model.perform(.typing(.enter))
        == [.gateways(.add(name: "shop", url: "https://shop.example"))])
  }

  @Test(arguments: ["https://a.example/v1", "http://a.example", "{{base}}/v1", "@main/v1"])
  func `an address that is pasted behind the scheme stands for itself`(_ address: String) {
    var model = model()
    _ = model.perform(.feature(.gateways))
    _ = model.perform(.list(.new))
    _ = model.perform(.insert("shop"))
    _ = model.perform(.typing(.enter))
    _ = model.perform(.insert(address))
    #expect(model.perform(.typing(.enter)) == [.gateways(.add(name: "shop", url: address))])
  }

  @Test func `deleting asks, and the first response keeps it`() {
    var model = model()
    _ = model.perform(.feature(.gateways))
    _ = model.perform(.list(.delete))
    #expect(model.perform(.dialog(.accept)).isEmpty)
    _ = model.perform(.list(.delete))
    _ = model.perform(.dialog(.next))
    #expect(model.perform(.dialog(.accept)) == [.gateways(.delete("api"))])
  }

  @Test func `editing opens the file at the gateway, and a faulty text is not lost`() {
    var model = model()
    _ = model.perform(.feature(.gateways))
    _ = model.perform(.list(.edit))
    _ = model.perform(.move(.last))
    #expect(model.perform(.list(.choose)) == [.gateways(.edit("api"))])
    #expect(
      model.receive(.fileText(.settings, "a: 1\n", line: 7))
        == [.openEditor(text: "a: 1\n", suffix: ".yaml", purpose: .file(.settings, line: 7))])
    #expect(
      model.receive(.edited(.file(.settings, line: 7), "b: 1\n")) == [.gateways(.write("b: 1\n"))])
    _ = model.receive(
      .fileRefused(
        .settings, "b: 1\n", Notice(.error, "weir.yaml:1:1 cannot be read."), line: 1))
    #expect(
      model.perform(.dialog(.accept))
        == [.openEditor(text: "b: 1\n", suffix: ".yaml", purpose: .file(.settings, line: 1))])
  }

  @Test func `what belongs to no gateway says so`() {
    var model = model()
    _ = model.perform(.feature(.gateways))
    _ = model.perform(.list(.clear))
    #expect(model.notice?.what.contains("does not apply") == true)
    var themes = AppModel()
    _ = themes.receive(.themes(["dark"], chosen: "dark"))
    _ = themes.perform(.feature(.themes))
    _ = themes.perform(.list(.new))
    #expect(themes.notice?.what.contains("does not apply") == true)
  }

  @Test func `R36 the switch of stub responses goes round, and each turn is reported`() {
    var model = model()
    for mode in [StubMode.registered, .strict, .off] {
      #expect(model.perform(.feature(.stubs)) == [.gateways(.stubs(mode))])
      _ = model.receive(.gateways(.stubs(mode)))
      #expect(model.stubs == mode && model.notice != nil)
    }
  }
}
