import ClientModel
import Testing

/// Batches as values.
struct BatchModelTests {
  private func run(
    _ count: Int, _ counts: [JobState.Word: Int], order: GraphRun.Instruction = .run
  ) -> GraphRun {
    GraphRun(
      id: GraphID(12), plan: GraphPlan(rows: RowPlan(source: "in/rows.csv", count: count)),
      created: Timestamp(milliseconds: 0), instruction: order,
      rows: RowProgress(first: JobID(41), counts: RowCounts(counts)))
  }

  private func job(_ state: JobState, status: Int? = nil) -> Job {
    var job = Job(
      id: JobID(41), state: state, since: Timestamp(milliseconds: 0),
      created: Timestamp(milliseconds: 0), lane: .a, position: 1, method: .post,
      displayURL: "http://a/", isRepeatable: false)
    job.status = status
    return job
  }

  @Test(arguments: [
    (
      [JobState.Word.succeeded: 812, .failed: 3, .running: 2],
      "812 of 100,000, 3 failed, 2 running, 99,183 deleted"
    ),
    (
      [.succeeded: 99_990, .interrupted: 4, .cancelled: 6],
      "99,990 of 100,000, 4 interrupted, 6 cancelled"
    ),
    ([.polling: 1, .running: 1, .waiting: 99_998], "0 of 100,000, 2 running"),
  ])
  func `a summary names what there is to know`(counts: [JobState.Word: Int], text: String) {
    #expect(run(100_000, counts).summary.text == text)
  }

  @Test func `a batch has ended when each of its rows has, and an unknown end is none`() {
    #expect(run(3, [.succeeded: 1, .failed: 1, .cancelled: 1]).isEnded)
    #expect(!run(3, [.succeeded: 2, .interrupted: 1]).isEnded)
    #expect(!run(3, [.succeeded: 2, .held: 1]).isEnded)
    // The others were deleted.
    #expect(run(3, [.succeeded: 1]).isEnded)
  }

  @Test func `a row that waits in a batch on hold is held`() {
    #expect(run(1, [:], order: .hold).state(of: job(.waiting(.slot))) == .held)
    #expect(run(1, [:], order: .hold).state(of: job(.running(attempt: 1))) == .running)
    #expect(run(1, [:]).state(of: job(.waiting(.slot))) == .waiting)
  }

  @Test func `rows and jobs follow one another`() {
    let run = run(10, [:])
    #expect(run.span == JobID(41)...JobID(50))
    #expect(run.job(ofRow: 9) == JobID(50))
    #expect(run.job(ofRow: 10) == nil && run.job(ofRow: -1) == nil)
    #expect(run.plan.name == "rows.csv" && run.plan.count == 10 && run.steps.isEmpty)
  }

  @Test(arguments: [(0, "0"), (999, "999"), (1_000, "1,000"), (-1_234_567, "-1,234,567")])
  func `long numbers are grouped`(number: Int, text: String) {
    #expect(number.grouped == text)
  }
}
