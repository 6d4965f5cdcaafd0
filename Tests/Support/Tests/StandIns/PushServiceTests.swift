import LoopbackHTTP
import Testing

@testable import StandInServices

@Suite struct PushServiceTests {
  private static func post(
    _ service: inout PushService, _ path: String, _ body: MockJSON,
    type: String = "application/json"
  ) -> LoopbackResponse {
    service.respond(
      LoopbackRequest(
        "POST", path, fields: [LoopbackField("Content-Type", type)], body: Array(body.text.utf8)),
      at: .zero)
  }

  private static let device: MockJSON = [
    "platform": "apple", "channel": "test", "period": 31_536_000, "name": "phone", "token": "t1",
  ]
  private static let message: MockJSON = [
    "channel": "test", "environment": "development",
    "payload": ["default": ["message": "A test message"]],
  ]

  @Test func `J27 a device hears its channel until it is unsubscribed by name or by token`() {
    var service = PushService()
    for how: MockJSON.Member in [
      .init(name: "name", value: "phone"), .init(name: "token", value: "t1"),
    ] {
      #expect(Self.post(&service, "/push/mock/subscribe", Self.device).status == 200)
      #expect(Self.post(&service, "/push/mock/publish", Self.message).json == ["devices": 1])
      let leaving = MockJSON.object(
        [.init(name: "platform", value: "apple"), .init(name: "channel", value: "test"), how])
      #expect(Self.post(&service, "/push/mock/unsubscribe", leaving).status == 200)
      #expect(Self.post(&service, "/push/mock/publish", Self.message).json == ["devices": 0])
    }
  }

  @Test(arguments: ["platform", "channel", "period", "name", "token"])
  func `J27 a subscription without a member is refused, and the member named`(name: String) {
    var service = PushService()
    let members = (Self.device.members ?? []).filter { $0.name != name }
    let response = Self.post(&service, "/push/mock/subscribe", .object(members))
    #expect(response.status == 400)
    #expect(response.bodyText.contains("`\(name)`"))
  }

  @Test func `J27 an unsubscription needs either a name or a token`() {
    var service = PushService()
    let bare: MockJSON = ["platform": "apple", "channel": "test"]
    let both: MockJSON = ["platform": "apple", "channel": "test", "name": "a", "token": "b"]
    for body in [bare, both] {
      #expect(Self.post(&service, "/push/mock/unsubscribe", body).status == 400)
    }
  }

  @Test func `J27 a payload that is not an object, and other slips, are refused`() {
    var service = PushService()
    let text: MockJSON = ["channel": "test", "environment": "development", "payload": "hello"]
    let empty: MockJSON = ["channel": "test", "environment": "development", "payload": [:]]
    for body in [text, empty, ["channel": "test"], .list([])] {
      #expect(Self.post(&service, "/push/mock/publish", body).status == 400)
    }
    #expect(
      Self.post(&service, "/push/mock/publish", Self.message, type: "text/plain").status == 415)
    #expect(Self.post(&service, "/push/other/publish", Self.message).status == 404)
    #expect(Self.post(&service, "/push/mock/whisper", Self.message).status == 404)
    #expect(service.respond(LoopbackRequest("GET", "/push/mock/publish"), at: .zero).status == 405)
  }
}
