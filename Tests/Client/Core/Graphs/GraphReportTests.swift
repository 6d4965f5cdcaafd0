import ClientModel
import TestSupport
import Testing

@testable import ClientCore

/// The results of a graph or batch.
struct GraphReportTests {
  private func job(
    _ id: Int64, _ state: JobState, status: Int? = nil, attempts: Int = 1, from: Int64 = 0,
    to: Int64 = 10
  ) -> Job {
    Job(
      id: JobID(id), state: state, since: Timestamp(milliseconds: to),
      created: Timestamp(milliseconds: 0), lane: LaneKey(name: "api"), position: 0, method: .get,
      displayURL: "/", isRepeatable: true, attempts: attempts, status: status,
      elapsed: .milliseconds(to - from), seriesAttempts: attempts,
      seriesStart: Timestamp(milliseconds: from))
  }

  private func failed(_ kind: Failure.Kind) -> JobState {
    .failed(Failure(kind, what: "a", why: "b", whatToDo: "c"))
  }

  private var batch: GraphRun {
    GraphRun(
      id: GraphID(12), plan: GraphPlan(rows: RowPlan(source: "rows.csv", count: 4)),
      created: Timestamp(milliseconds: 0),
      rows: RowProgress(first: JobID(1), counts: RowCounts([.succeeded: 4])))
  }

  @Test(arguments: 0..<50)
  func `a percentile differs from the exact one by at most a sixty-fourth`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var histogram = DurationHistogram()
    let count = Int.random(in: 1...2000, using: &random)
    let most = Int64(1) << Int64.random(in: 1...40, using: &random)
    let exact = (0..<count).map { _ in Int64.random(in: 0...most, using: &random) }.sorted()
    for micros in exact { histogram.add(.microseconds(micros)) }
    for share in [0.5, 0.95, 0.99, 1] {
      let place = max(1, Int((share * Double(count)).rounded(.up))) - 1
      // The quotient of two durations is not exact.
      let found = (try #require(histogram.percentile(share)) / .microseconds(1)).rounded()
      #expect(found >= Double(exact[place]) && found <= Double(exact[place]) * 65 / 64 + 1)
    }
    #expect(histogram.bars(12).map(\.count).reduce(0, +) == count)
    #expect(histogram.bars(12).count <= 12)
  }

  @Test func `failures are counted by status and kind, with the range of their attempts`() {
    var report = GraphReport(batch)
    for attempts in [2, 4, 4] {
      report.add(job(1, failed(.errorStatus), status: 503, attempts: attempts))
    }
    report.add(job(2, failed(.errorStatus), status: 422))
    report.add(job(3, failed(.assertion), status: 200))
    report.add(job(4, failed(.connectTimeout)))
    let texts = report.causes.sorted.map { "\($0.cause.text)\($0.1.attemptsText): \($0.1.count)" }
    #expect(
      texts == [
        "503 after 2 to 4 attempts: 3", "no response, connect timeout: 1", "200, assertion: 1",
        "422: 1",
      ])
  }

  @Test func `the time runs from the first attempt to the last end, not from the submission`() {
    var report = GraphReport(batch)
    #expect(report.time == nil && report.rate == nil)
    report.add(job(1, .succeeded, from: 3_000, to: 4_000))
    report.add(job(2, .succeeded, from: 3_500, to: 7_000))
    report.add(job(3, .cancelled(sent: 0), attempts: 0, from: 0, to: 9_000))
    #expect(report.time == .seconds(4) && report.rate == 0.5)
    #expect(report.durations.count == 2)
  }

  @Test func `a step that did not run has no bar, and one that runs has one up to now`() {
    func at(_ time: Int64) -> Timestamp { Timestamp(milliseconds: time) }
    let plan = GraphPlan(
      name: "g", steps: ["a", "b", "c"].map { GraphStep(name: $0, work: .request($0)) })
    let run = GraphRun(
      id: GraphID(1), plan: plan, created: at(0),
      steps: [
        StepProgress(state: .done, since: at(150), started: at(100)),
        StepProgress(state: .running, since: at(160), started: at(160)), StepProgress(),
      ])
    let report = GraphReport(run)
    #expect(report.interval(of: 0, at: at(500)) == .zero..<(.milliseconds(50)))
    #expect(report.interval(of: 1, at: at(500)) == .milliseconds(60)..<(.milliseconds(400)))
    #expect(report.interval(of: 2, at: at(500)) == nil)
  }

  @Test func `a client computes the results of a batch, and of a graph with its start times`()
    async throws
  {
    let bench = Bench()
    try await bench.client.start(as: .runner)
    let id = try await bench.client.submit(
      NewBatch(
        source: "rows.csv",
        jobs: (0..<3).map { .fixture(.fixture(.get, path: "/\($0)")) },
        values: (0..<3).map { _ in Array("{}".utf8) }))
    _ = try await bench.client.wait(for: id)
    let report = try #require(try await bench.client.report(of: id))
    #expect(report.run.isEnded && report.time != nil && report.causes.sorted.isEmpty)
    #expect(try await bench.client.report(of: GraphID(99)) == nil)
  }
}
