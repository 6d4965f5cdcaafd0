import ClientModel
import Testing

@testable import ClientCore

/// Publishing, without a client.
@Suite struct EventPublisherTests {
  private let publisher = EventPublisher(clock: ManualClock())

  @Test func `an event goes to subscribers and, as a log event, to those of its kind`() async {
    let events = publisher.events(limit: 10)
    let log = publisher.log(of: [.noticed], from: .allProcesses, limit: 10)
    let other = publisher.log(of: [.finished], from: .allProcesses, limit: 10)
    publisher.report(.fixture(.storage))
    publisher.finish()
    #expect(await events.reduce(into: 0) { count, _ in count += 1 } == 1)
    #expect(await log.reduce(into: []) { $0.append($1.word) } == [Event.Word.noticed])
    #expect(await other.reduce(into: 0) { count, _ in count += 1 } == 0)
  }

  @Test func `after the end of the store its failures are not published`() async {
    let notices = publisher.notices(limit: 10)
    publisher.end()
    publisher.report(.fixture(.storage))
    publisher.finish()
    #expect(await notices.reduce(into: 0) { count, _ in count += 1 } == 0)
  }

  @Test func `a stream that is released wants nothing any more`() {
    var log: AsyncStream<Event>? = publisher.log(of: [.own], from: .allProcesses, limit: 1)
    #expect(log != nil && publisher.wants(.own))
    log = nil
    #expect(!publisher.wants(.own))
  }

  @Test func `the end of a graph is published once`() async {
    let log = publisher.log(of: [.graphFinished], from: .allProcesses, limit: 10)
    let run = GraphRun(
      id: GraphID(1),
      plan: GraphPlan(name: "g", steps: [GraphStep(name: "s", work: .request("r"))]),
      created: ManualClock().now, steps: [StepProgress(state: .done)])
    for _ in 0..<2 { publisher.publish(.graphsChanged([run]), graphs: GraphRegistry()) }
    publisher.finish()
    #expect(await log.reduce(into: 0) { count, _ in count += 1 } == 1)
  }
}
