import ClientCatalogs
import ClientCore
import ClientModel
import TestSupport
import TestTraits
import Testing

/// The push calls of a JustAPIs gateway, against their mock.
@Suite(.usesSystem(minutes: 6)) struct PushRowTests {
  @Test
  func `J27 devices subscribe and unsubscribe by name or token, and a channel is published to`()
    async throws
  {
    let push = try await ServiceBench(.push)
    func subscribe(_ name: String, _ token: String) async throws {
      let end = try await push.send(
        push.form(
          "subscribe",
          [
            "endpointCodename": "mock", "platform": "apple", "channel": "test", "name": name,
            "token": token,
          ]))
      #expect(end.status == 200, "\(end.bodies)")
    }
    func unsubscribe(_ name: String, _ value: String) async throws {
      var form = try push.form(
        "unsubscribe", ["endpointCodename": "mock", "platform": "apple", "channel": "test"])
      #expect(form.problems.count == 1)
      form.put([value], in: name)
      #expect(try await push.send(form).status == 200)
    }
    func publish(_ payload: String) throws -> EndpointForm {
      var form = try push.form("publish", ["endpointCodename": "mock", "channel": "test"])
      form.put([payload], in: "payload.default")
      return form
    }
    func reached() async throws -> String? {
      try await push.send(publish(#"{"message": "A test message"}"#)).body
    }
    try await subscribe("one", "t1")
    try await subscribe("two", "t2")
    #expect(try await reached() == #"{"devices":2}"#)
    try await unsubscribe("name", "one")
    #expect(try await reached() == #"{"devices":1}"#)
    try await unsubscribe("token", "t2")
    #expect(try await reached() == #"{"devices":0}"#)
    let asked = try await push.journal().requests
    #expect(
      Set(asked.map(\.path)) == [
        "/push/mock/subscribe", "/push/mock/unsubscribe", "/push/mock/publish",
      ])
    #expect(asked.allSatisfy { $0.method == "POST" && $0.query == nil })
    #expect(asked[0].body.contains("\"period\": 31536000"))
    // What is not JSON is refused at its field, and nothing is sent.
    #expect(try publish("{\"aps\":").problems.map { "\($0.field)" } == ["body.payload.default"])
    // Another provider is another address.
    let other = try RecorderServer()
    let form = try push.form(
      "publish", ["endpointCodename": "shop phone", "channel": "c", "payload.default": "{}"],
      at: other.url)
    #expect(try await push.send(form).status == 200)
    #expect(other.requests.map(\.target) == ["/push/shop%20phone/publish"])
    await push.bench.client.quit(.drain)
  }
}
