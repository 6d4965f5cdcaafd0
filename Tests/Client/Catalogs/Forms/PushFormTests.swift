import ClientModel
import Testing

@testable import ClientCatalogs

struct PushFormTests {
  private func form(_ id: String) throws -> EndpointForm {
    let catalog = try Catalog.read(text: BundledCatalogs.text(of: "push") ?? "", name: "push")
    var form = EndpointForm(try #require(catalog.endpoint(id)), in: catalog)
    form.set("shop phone", for: .parameter(.path, "endpointCodename"))
    return form
  }

  private func body(_ form: EndpointForm) throws -> FormValue {
    guard case .json(let text) = form.draft().body else { return .null }
    return try #require(FormValue(json: text))
  }

  @Test func `J27 subscribe sends platform, channel, period, name and token`() throws {
    var form = try form("subscribe")
    for (name, value) in [
      ("platform", "apple"), ("channel", "test"), ("name", "n"), ("token", "t"),
    ] {
      form.set(value, for: FieldID.body.property(name))
    }
    #expect(form.problems == [])
    #expect(
      try body(form).json()
        == #"{"platform":"apple","channel":"test","period":31536000,"name":"n","token":"t"}"#)
    #expect(try form.prepared().url.hasSuffix("/push/shop%20phone/subscribe"))
  }

  @Test func `J27 unsubscribe goes by name or by token, not by both`() throws {
    var form = try form("unsubscribe")
    form.set("apple", for: FieldID.body.property("platform"))
    form.set("test", for: FieldID.body.property("channel"))
    #expect(form.problems.map(\.field) == [.choice(0)])
    form.set("n", for: FieldID.body.property("name"))
    #expect(form.problems == [])
    form.set("t", for: FieldID.body.property("token"))
    #expect(form.problems.map(\.field) == [.choice(0)])
    form.choose(1, for: .choice(0))
    #expect(try body(form).json() == #"{"platform":"apple","channel":"test","token":"t"}"#)
  }

  @Test func `J27 publish refuses a payload that is not JSON`() throws {
    var form = try form("publish")
    form.set("test", for: FieldID.body.property("channel"))
    let payload = FieldID.body.property("payload")
    form.set("{\"aps\":", for: payload.property("apple"))
    #expect(form.problems.map(\.field) == [payload.property("apple")])
    form.set("[1]", for: payload.property("apple"))
    #expect(form.problems.map(\.why) == ["It is not a JSON object."])
    form.set("{\"aps\": {\"url-args\": []}}", for: payload.property("apple"))
    form.set("{\"message\": \"m\"}", for: form.addMember("web", to: payload))
    #expect(form.problems == [])
    #expect(
      try body(form).sorted.json()
        == #"{"channel":"test","environment":"development","#
        + #""payload":{"apple":{"aps":{"url-args":[]}},"web":{"message":"m"}}}"#)
    let again = EndpointForm(reading: form.draft(), form.endpoint, in: form.catalog)
    #expect(again.problems == [])
    #expect(try body(again) == body(form))
  }
}
