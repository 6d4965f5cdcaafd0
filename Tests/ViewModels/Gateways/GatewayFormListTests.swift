import ClientModel
import Testing
import ViewModels

/// The form of a gateway: a list of its fields, each asked for in one line.
struct GatewayFormListTests {
  private func model() -> AppModel {
    var model = AppModel()
    _ = model.receive(.gateways(.list(GatewayListTests.gateways)))
    _ = model.perform(.feature(.gateways))
    return model
  }

  private func list(_ model: AppModel) -> [ListRow] {
    guard case .list(let list) = model.overlays.last else { return [] }
    return model.rows(of: list)
  }

  @Test func `J1 editing a gateway lists its fields, and one is changed without leaving`() {
    var model = model()
    #expect(model.perform(.list(.edit)).isEmpty)
    #expect(
      list(model).map(\.title).prefix(3) == [
        "URL                https://api.example.com", "Headers            X-Client: weir",
        "Query              lang=en",
      ])
    _ = model.perform(.move(.down))
    #expect(model.perform(.list(.choose)).isEmpty)
    guard case .prompt(let prompt) = model.overlays.last else {
      Issue.record("nothing is asked for")
      return
    }
    #expect(prompt.buffer.text == "X-Client: weir" && prompt.label == "Headers of api")
    _ = model.perform(.insert("; X-B: 2"))
    #expect(
      model.perform(.typing(.enter))
        == [.gateways(.set("api", .headers, "X-Client: weir; X-B: 2"))])
    // The form is still there, and back leads to the gateways.
    #expect(list(model).count == GatewayField.allCases.count + 1)
    _ = model.perform(.app(.back))
    #expect(list(model).map(\.title).first == "api  https://api.example.com")
  }

  /// Sets the rate of the gateway in the first row to this text.
  private func setRate(_ text: String, _ model: inout AppModel) {
    _ = model.perform(.move(.last))
    for _ in 0..<2 { _ = model.perform(.move(.up)) }
    _ = model.perform(.list(.choose))
    _ = model.perform(.typing(.killToStart))
    _ = model.perform(.insert(text))
    _ = model.perform(.typing(.enter))
  }

  @Test func `a field that is opened again at once has the text that was entered`() {
    var model = model()
    _ = model.perform(.list(.edit))
    setRate("2.5", &model)
    #expect(list(model).map(\.title).contains("Starts per second  2.5"))
    _ = model.perform(.list(.choose))
    guard case .prompt(let prompt) = model.overlays.last else {
      Issue.record("nothing is asked for")
      return
    }
    #expect(prompt.buffer.text == "2.5")
    _ = model.perform(.typing(.leave))
    _ = model.perform(.app(.back))
    _ = model.perform(.list(.edit))
    #expect(list(model).map(\.title).contains("Starts per second  2.5"))
  }

  @Test func `a text that was entered is shown until the file has it, or refuses it`() {
    var model = model()
    _ = model.perform(.list(.edit))
    setRate("2.5", &model)
    setRate("3.5", &model)
    var gateways = GatewayListTests.gateways
    gateways.all[0].lane.rate = 2.5
    _ = model.receive(.gateways(.list(gateways)))
    #expect(list(model).map(\.title).contains("Starts per second  3.5"))
    gateways.all[0].lane.rate = 3.5
    _ = model.receive(.gateways(.list(gateways)))
    gateways.all[0].lane.rate = 7.5
    _ = model.receive(.gateways(.list(gateways)))
    #expect(list(model).map(\.title).contains("Starts per second  7.5"))
    setRate("many", &model)
    _ = model.receive(
      .gateways(.refused("api", .rate, text: "many", Notice(.error, "It was not changed."))))
    _ = model.perform(.typing(.leave))
    #expect(list(model).map(\.title).contains("Starts per second  7.5"))
  }

  @Test func `the rest of a gateway is edited in the file, as is what one line cannot say`() {
    var model = model()
    _ = model.perform(.list(.edit))
    _ = model.perform(.move(.last))
    #expect(model.perform(.list(.choose)) == [.gateways(.edit("api"))])
    var gateways = GatewayListTests.gateways
    gateways.all[0].defaults.headers[0].mark = .secret
    _ = model.receive(.gateways(.list(gateways)))
    _ = model.perform(.move(.first))
    _ = model.perform(.move(.down))
    #expect(model.perform(.list(.choose)) == [.gateways(.edit("api"))])
  }
}
