import ClientModel
import Testing
import ViewModels

struct ComposerGatewayTests {
  private func model(_ draft: Draft) -> AppModel {
    var model = AppModel()
    _ = model.receive(.gateways(.list(GatewayListTests.gateways)))
    _ = model.receive(.composer(.loaded(draft, name: "one")))
    return model
  }

  private func lines(_ model: AppModel) -> [String] {
    model.composer.rows.compactMap { if case .note(let text) = $0.kind { text } else { nil } }
  }

  @Test func `the preview shows what came from the gateway`() {
    var model = model(Draft(url: "/users", headers: [DraftField("Accept", "text/html")]))
    _ = model.perform(.composer(.reveal))
    let lines = lines(model)
    #expect(lines.first == "GET https://api.example.com/users?lang=en")
    #expect(lines.contains("X-Client: weir   ← api"))
    #expect(lines.contains("Accept: text/html"))
    #expect(lines.contains("Through the gateway api"))
    #expect(lines.contains("  query: lang"))
    #expect(lines.contains("  its credentials"))
    #expect(lines.contains("  2 attempts"))
  }

  @Test func `the gateway is chosen on the options tab, and the address follows`() {
    var model = model(Draft(url: "/users"))
    for _ in 0..<4 { _ = model.perform(.composer(.nextTab)) }
    #expect(model.composer.tab == .options)
    #expect(model.composer.cursor == .gateway)
    #expect(model.composer.rows.dropFirst().first?.texts == ["default (api)"])
    _ = model.perform(.composer(.markRow))
    #expect(model.composer.draft.gateway == "api")
    _ = model.perform(.composer(.markRow))
    #expect(model.composer.draft.gateway == "old")
    #expect(model.composer.examination.request?.url == "https://old.example.com/users")
    _ = model.perform(.composer(.markRow))
    #expect(model.composer.draft.gateway == "none")
    _ = model.perform(.composer(.markRow))
    #expect(model.composer.draft.gateway == nil)
  }

  @Test func `an unknown gateway is a problem at its field`() {
    let model = model(Draft(url: "/users", gateway: "apy"))
    #expect(model.composer.problem(at: .gateway)?.whatToDo.contains("`api`") == true)
  }

  @Test func `without gateways there is no row for one`() {
    var model = AppModel()
    for _ in 0..<4 { _ = model.perform(.composer(.nextTab)) }
    #expect(!model.composer.rows.contains { $0.fields.contains(.gateway) })
  }

  @Test func `a new request keeps the gateways`() {
    var model = model(Draft(url: "/users"))
    _ = model.perform(.app(.newRequest))
    _ = model.perform(.composer(.edit))
    _ = model.perform(.insert("/y"))
    #expect(model.composer.examination.request?.url == "https://api.example.com/y?lang=en")
  }
}
