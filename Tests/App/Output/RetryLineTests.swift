import ClientModel
import JobFixtures
import Testing

@testable import weir

struct RetryLineTests {
  private func line(_ state: JobState, _ last: AttemptResult?, seriesAttempts: Int = 2) -> String? {
    var job = Job.fixture(1, state)
    job.seriesAttempts = seriesAttempts
    return RetryLine.text(of: job, after: last, most: 6, now: Timestamp(milliseconds: 1_000))
  }

  private func until(_ milliseconds: Int64) -> JobState {
    .waiting(.until(Timestamp(milliseconds: milliseconds)))
  }

  private func answered(_ status: Int, _ reason: String) -> AttemptResult {
    AttemptResult(
      end: .responded, head: ResponseHead(status: status, reason: reason, fields: []))
  }

  @Test func `a retry is reported with its number, its reason and its time`() {
    #expect(
      line(until(1_420), answered(503, "Service Unavailable"))
        == "Attempt 2 of 6: The server responded with 503 Service Unavailable. Retry in 0.4 s."
    )
    #expect(
      line(until(13_400), answered(502, "\u{1B}[31mbad"))
        .map { $0.hasSuffix("Retry in 12 s.") && !$0.contains("\u{1B}") } == true)
    let refused = Failure(
      .refused, what: "Not sent.", why: "a.example:1 refused the connection.", whatToDo: "")
    #expect(
      line(until(900), AttemptResult(end: .failed(refused)))
        == "Attempt 2 of 6: a.example:1 refused the connection. Retry at once.")
  }

  @Test func `what does not wait for its next attempt is not a retry`() {
    #expect(line(.waiting(.slot), nil) == nil)
    #expect(line(.running(attempt: 1), answered(503, "")) == nil)
    // Put off before its first attempt.
    #expect(line(until(2_000), nil, seriesAttempts: 0) == nil)
  }
}
