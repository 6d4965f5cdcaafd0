import ClientModel
import Panels
import Terminal
import Testing
import ViewModels

struct GatewayScreenTests {
  private func model() -> AppModel {
    var model = AppModel()
    _ = model.receive(.place(WorkspaceStatus(workspace: "shop", isScratch: false)))
    _ = model.receive(
      .gateways(
        .list(
          Gateways(
            all: [
              Gateway(
                name: "api", url: "https://api.example.com/v1",
                defaults: GatewayDefaults(
                  headers: [DraftField("X-Client", "weir")], query: [DraftField("lang", "en")],
                  options: TransportOptions(retry: RetryRule(attempts: 2))),
                authorization: .bearer("env:TOKEN"), lane: LaneRule(limit: 4),
                stubs: [StubRoute(path: "/x")]),
              Gateway(name: "old", url: "https://old.example.com"),
            ], standard: "api"))))
    _ = model.receive(.composer(.loaded(Draft(url: "/users"), name: "users")))
    return model
  }

  @Test func `the list of gateways looks as it was approved`() throws {
    var model = model()
    _ = model.perform(.feature(.gateways))
    try GoldenScreen.check(model, "gateways")
  }

  @Test func `the fields of a gateway look as they were approved`() throws {
    var model = model()
    _ = model.perform(.feature(.gateways))
    _ = model.perform(.list(.edit))
    try GoldenScreen.check(model, "gateway-form")
    _ = model.perform(.list(.choose))
    try GoldenScreen.check(model, "prompt-gateway-field")
  }

  @Test func `the preview of a request through a gateway looks as it was approved`() throws {
    var model = model()
    _ = model.perform(.app(.zoom))
    _ = model.perform(.composer(.reveal))
    try GoldenScreen.check(model, "gateway-preview")
  }

  @Test func `R36 a banner says STUB while stub responses are on`() {
    let size = Size(width: 80, height: 24)
    for (mode, word) in [(StubMode.off, nil), (.registered, " STUB "), (.strict, " STUB ONLY ")] {
      var model = model()
      _ = model.receive(.gateways(.stubs(mode)))
      let line = Screen.draw(model, keys: KeyReader(), size: size).text(row: 0)
      #expect(line.contains("STUB") == (mode != .off))
      if let word { #expect((line + " ").contains(word)) }
    }
  }
}
