import ClientCore
import ClientModel
import JobFixtures
import Testing

@testable import weir

struct RunResultsTests {
  private func finished(
    _ number: Int64, _ state: JobState, status: Int? = nil, in graph: GraphID? = nil
  )
    -> Event
  {
    var job = Job.fixture(number, state)
    job.status = status
    return Event(.finished(job), at: Timestamp(milliseconds: 1_000), job: job.id, graph: graph)
  }

  private func failed(_ kind: Failure.Kind) -> JobState {
    .failed(Failure(kind, what: "It failed.", why: "A test.", whatToDo: "Nothing."))
  }

  @Test func `the results are counted by state, and the failures by cause`() {
    var results = RunResults()
    #expect(results.line(without: [], in: .seconds(1)) == nil)
    for event in [
      finished(1, .succeeded, status: 200), finished(2, failed(.errorStatus), status: 404),
      finished(3, failed(.errorStatus), status: 404), finished(4, failed(.connectionLost)),
      finished(5, .cancelled(sent: 0)),
    ] { results.take(event) }
    #expect(
      results.line(without: [], in: .seconds(4))
        == "5 jobs ended in 4 s: 1 succeeded, 3 failed (404: 2; no response, connection lost: 1), "
        + "1 cancelled.")
  }

  @Test func `rows of a reported batch are not counted, other steps and dropped events are`() {
    var results = RunResults()
    results.take(finished(1, .succeeded, in: GraphID(7)))
    #expect(results.line(without: [GraphID(7)], in: .seconds(1)) == nil)
    results.take(finished(2, .succeeded, in: GraphID(8)))
    results.take(Event(.dropped(3), at: Timestamp(milliseconds: 1_000)))
    #expect(
      results.line(without: [GraphID(7)], in: .seconds(1))
        == "4 jobs ended in 1 s: 1 succeeded, 3 with an unknown result.")
  }
}
