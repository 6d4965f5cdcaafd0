import ClientModel
import JobFixtures
import Terminal
import Testing

@testable import Panels

struct JobSignTests {
  private static func failure(_ kind: Failure.Kind) -> Failure {
    Failure(kind, what: "It failed.", why: "A test says so.", whatToDo: "Nothing.")
  }

  private func sign(_ status: Int?, _ state: JobState) -> Span {
    var job = Job.fixture(1, state)
    job.status = status
    return JobSign.span(of: job, phase: 0)
  }

  @Test func `each class of status, no response and each end differ by sign and by colour`() {
    let failed = JobState.failed(Self.failure(.totalTimeout))
    let spans = [
      sign(200, .succeeded), sign(304, .succeeded), sign(404, failed), sign(500, failed),
      sign(nil, failed), sign(nil, .cancelled(sent: 0)),
    ]
    #expect(Set(spans.map(\.text)).count == spans.count)
    #expect(Set(spans.map(\.ink)).count == spans.count)
  }

  @Test func `a response that a rule refuses does not look like a success`() {
    #expect(sign(200, .failed(Self.failure(.assertion))) != sign(200, .succeeded))
  }
}
