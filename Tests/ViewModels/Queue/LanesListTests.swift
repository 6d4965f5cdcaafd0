import ClientModel
import Testing

@testable import ViewModels

struct LanesListTests {
  @Test func `a lane is added with its limit and rate before its first job`() {
    var lanes = LanesList()
    var list = ListModel(ListID(\.lanes), .browsed, height: 10)
    #expect(lanes.hints(on: nil) == [.new, .close])
    #expect(lanes.perform(.new, on: nil, in: &list) == [.ask(Prompt(NewLanePrompt()))])
    var queue = QueueModel()
    let prompt = NewLanePrompt()
    #expect(prompt.fault(in: "https://api.example.com 4 2.5/s", queue) == nil)
    #expect(
      prompt.accept("https://api.example.com 4 2.5/s", &queue)
        == [.queue(.addLane("https://api.example.com", limit: 4, rate: 2.5))])
    #expect(
      prompt.accept("shop 3", &queue) == [.queue(.addLane("shop", limit: 3, rate: nil))])
  }

  @Test(arguments: [
    ("api.example.com 4", "It does not begin with http:// or https://."),
    ("https://api.example.com", "The limit is missing."),
    ("https://api.example.com none", "`none` cannot be read."),
    ("https:// 4", nil),
  ])
  func `a lane without a server or a limit is refused`(text: String, why: String?) {
    let fault = NewLanePrompt().fault(in: text, QueueModel())
    #expect(fault?.what == "No lane was added.")
    if let why { #expect(fault?.why == why) }
  }

  @Test func `a lane that exists may be named without its scheme`() {
    var queue = QueueModel()
    _ = queue.receive(
      .lanes([LaneTally(lane: Lane(key: LaneKey(name: "https://a.test")), counts: [:])]))
    #expect(NewLanePrompt().fault(in: "a.test 4", queue) == nil)
  }
}
