import ClientModel
import Testing

@testable import weir

@Suite struct LongJobTests {
  private func end(seriesStart: Int64?, at end: Int64) -> Event {
    let job = Job(
      id: JobID(1), state: .succeeded, since: Timestamp(milliseconds: end),
      created: Timestamp(milliseconds: 0), lane: LaneKey(name: "a"), position: 1, method: .get,
      displayURL: "http://a.example/", isRepeatable: true, seriesAttempts: 1,
      seriesStart: seriesStart.map { Timestamp(milliseconds: $0) })
    return Event(.finished(job), at: job.since, job: job.id)
  }

  @Test func `a job took from its first attempt to its end, however long it waited before`() {
    #expect(end(seriesStart: 60_000, at: 60_500).duration == .milliseconds(500))
    #expect(end(seriesStart: nil, at: 60_500).duration == nil)
  }

  @Test func `a graph reports how long it took, other events do not`() {
    let graph = Event.GraphEnd(
      name: "g", steps: [.init(name: "a", outcome: .done), .init(name: "b", outcome: .notRun)],
      isStopped: true, duration: .seconds(11))
    let event = Event(.graphFinished(graph), at: Timestamp(milliseconds: 0), graph: GraphID(3))
    #expect(event.duration == .seconds(11))
    #expect(event.line == "graph g3 g ended: 1 of 2, stopped")
    #expect(Event(.dropped(1), at: Timestamp(milliseconds: 0)).duration == nil)
  }
}
