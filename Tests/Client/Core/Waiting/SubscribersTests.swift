import ClientModel
import Testing

@testable import ClientCore

struct SubscribersTests {
  private func own(_ name: String, from place: Event.Process = .this) -> Event {
    Event(.own(OwnEvent(name)), at: Timestamp(milliseconds: 1), process: place)
  }

  @Test func `a slow subscriber loses the oldest events and reads how many`() async {
    var subscribers = Subscribers()
    let (_, buffer) = subscribers.addForEvents(limit: 2)
    for _ in 0..<5 { subscribers.publish(ClientEvent.idle) }
    subscribers.finish()
    guard case .dropped(3)? = await buffer.next() else {
      Issue.record("The count of dropped events did not come first.")
      return
    }
    var left = 0
    while await buffer.next() != nil { left += 1 }
    #expect(left == 2)
  }

  @Test func `a slow subscriber costs another one nothing`() async {
    var subscribers = Subscribers()
    let (_, slow) = subscribers.addForLog(of: [.own], from: .allProcesses, limit: 1)
    let (_, quick) = subscribers.addForLog(of: [.own], from: .allProcesses, limit: 10)
    subscribers.publish([own("a"), own("b"), own("c")])
    subscribers.finish()
    #expect(await quick.nextBatch()?.count == 3)
    #expect(await slow.nextBatch()?.map(\.line).first == "2 earlier events are not shown")
  }

  @Test func `a subscriber receives the kinds it wants, from the processes it wants`() async {
    var subscribers = Subscribers()
    let (_, here) = subscribers.addForLog(of: [.own], from: .thisProcess, limit: 10)
    let (_, notices) = subscribers.addForLog(of: [.noticed], from: .allProcesses, limit: 10)
    subscribers.publish([own("a"), own("b", from: .other)])
    subscribers.finish()
    #expect(await here.nextBatch()?.count == 1)
    #expect(await notices.nextBatch() == nil)
  }

  @Test func `no kind is wanted once its last subscriber has gone`() {
    var subscribers = Subscribers()
    let (first, _) = subscribers.addForLog(of: [.own], from: .thisProcess, limit: 1)
    let (second, _) = subscribers.addForLog(of: [.own, .finished], from: .thisProcess, limit: 1)
    subscribers.remove(second)
    #expect(subscribers.wants(.own) && !subscribers.wants(.finished))
    subscribers.remove(first)
    #expect(subscribers.wanted == 0)
  }

  @Test func `failures reach subscribers of events and of notices`() async {
    var subscribers = Subscribers()
    let (_, events) = subscribers.addForEvents(limit: 10)
    let (_, notices) = subscribers.addForNotices(limit: 10)
    subscribers.publish(.idle)
    let full = Failure(.storage, what: "The disk is full.", why: "", whatToDo: "")
    subscribers.publish(.noticed(full))
    subscribers.finish()
    #expect(await events.nextBatch()?.count == 2)
    #expect(await notices.nextBatch()?.map(\.what) == ["The disk is full."])
  }

  @Test func `the reader of a buffer ends when its task is cancelled`() async {
    let buffer = SubscriberBuffer<ClientEvent>(limit: 1)
    let reader = Task { await buffer.next() == nil }
    reader.cancel()
    #expect(await reader.value)
  }
}
