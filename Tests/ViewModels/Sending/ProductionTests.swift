import ClientModel
import Testing
import ViewModels

struct ProductionTests {
  private let effect = Effect.sending(
    .submit(Draft(method: "POST", url: "https://a.example/x"), .queued))

  private func asked(_ requests: NamedRequest...) -> ViewModels.Confirmation? {
    ViewModels.Confirmation(sending: requests, toProduction: "live", by: effect)
  }

  @Test(arguments: [HTTPMethod.get, .head, .options, .trace, .query])
  func `a safe request goes to production without a question`(method: HTTPMethod) {
    #expect(asked(NamedRequest(method, "https://a.example/x")) == nil)
  }

  @Test
  func `the question names the request and the environment, and its first answer sends nothing`()
    throws
  {
    let question = try #require(asked(NamedRequest(.post, "https://a.example/orders?x=1")))
    #expect(question.question == "Send POST /orders to production?")
    #expect(
      question.detail.contains("live") && question.detail.contains("https://a.example/orders"))
    #expect(
      question.answers == [
        .init("Send nothing"),
        .init("Send it to live", [.confirmed(effect, environment: "live")]),
      ])
  }

  @Test func `a method that is no standard one is asked about`() throws {
    let purge = try #require(HTTPMethod("PURGE"))
    #expect(asked(NamedRequest(purge, "https://a.example")) != nil)
  }

  @Test func `of several requests the question has the number and the first that may change data`()
    throws
  {
    let question = try #require(
      asked(
        NamedRequest(.get, "https://a.example/1"), NamedRequest(.delete, "https://a.example/2"),
        NamedRequest(.post, "https://a.example/3")))
    #expect(question.question == "Send 3 requests to production?")
    #expect(
      question.detail.contains(
        "2 of them may change data. The first is: DELETE https://a.example/2"))
    #expect(question.answers[1].title == "Send them to live")
  }

  @Test func `what the user agreed to is carried out by the session`() throws {
    var model = AppModel()
    _ = model.receive(
      .confirm(try #require(asked(NamedRequest(.post, "https://a.example/x")))))
    #expect(model.perform(.dialog(.accept)).isEmpty)
    _ = model.receive(
      .confirm(try #require(asked(NamedRequest(.post, "https://a.example/x")))))
    _ = model.perform(.dialog(.next))
    #expect(model.perform(.dialog(.accept)) == [.confirmed(effect, environment: "live")])
  }
}
