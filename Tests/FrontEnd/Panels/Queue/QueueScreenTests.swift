import ClientModel
import JobFixtures
import Panels
import Terminal
import Testing
import ViewModels

/// The queue on the whole screen: filtered, sorted, marked, and what is asked about its jobs.
struct QueueScreenTests {
  private func queue() -> AppModel {
    var model = ShopScene.model()
    _ = model.perform(.app(.focusQueue))
    return model
  }

  /// What the client reports of the queue: these jobs, and what they come to in their lanes.
  private func show(_ jobs: [Job], in model: inout AppModel) {
    let lanes = ShopScene.lanes.map { tally in
      let counts = jobs.filter { $0.lane == tally.lane.key }.map { ($0.state.word, 1) }
      return LaneTally(lane: tally.lane, counts: Dictionary(counts, uniquingKeysWith: +))
    }
    _ = model.receive(.queue(.lanes(lanes)))
    _ = model.receive(.queue(.jobs(jobs, offset: 0, total: jobs.count)))
  }

  /// Reports that the store has what the keys changed.
  private func carryOut(_ effects: [Effect], in model: inout AppModel) {
    for effect in effects { _ = model.receive(.queue(.carriedOut(effect))) }
  }

  private func found(_ model: AppModel, _ arrangement: QueueArrangement) -> AppModel {
    var model = model
    let jobs = ShopScene.jobs.filter { $0.method == .post }
    _ = model.receive(.queue(.jobs(jobs, offset: 0, total: jobs.count)))
    _ = model.receive(.queue(.searched(QueueSearch(model.queue.rows.arrangement, .complete))))
    return model
  }

  @Test func `a filter of the queue looks as it was approved while it is typed and once it is set`()
    throws
  {
    var model = queue()
    _ = model.perform(.queue(.filter))
    _ = model.perform(.insert("method:post"))
    model = found(model, QueueArrangement(filter: "method:post"))
    try GoldenScreen.check(model, "queue-filter-typed")
    _ = model.perform(.typing(.enter))
    try GoldenScreen.check(model, "queue-filtered")
  }

  @Test func `a filter of the queue that finds nothing, and one that cannot be read, say so`()
    throws
  {
    for (text, name) in [("lamp", "queue-filter-empty"), ("since:soon", "queue-filter-unread")] {
      var model = queue()
      _ = model.perform(.queue(.filter))
      _ = model.perform(.insert(text))
      _ = model.receive(.queue(.jobs([], offset: 0, total: 0)))
      let progress: QueueSearch.Progress = text == "lamp" ? .complete : .unread("since:soon")
      _ = model.receive(
        .queue(.searched(QueueSearch(model.queue.rows.arrangement, progress))))
      _ = model.perform(.typing(.enter))
      try GoldenScreen.check(model, name)
    }
  }

  @Test func `marked jobs look as they were approved`() throws {
    var model = queue()
    _ = model.perform(.move(.first))
    for _ in 0..<2 { _ = model.perform(.move(.down)) }
    for _ in 0..<3 {
      _ = model.perform(.queue(.mark))
      _ = model.perform(.move(.down))
    }
    try GoldenScreen.check(model, "queue-marked")
    let marked = model.queue.marked.ids
    _ = model.perform(.queue(.delete))
    show(ShopScene.jobs.filter { !marked.contains($0.id) }, in: &model)
    _ = model.receive(.notice(.deleted(3, of: 3)))
    try GoldenScreen.check(model, "queue-marked-deleted")
  }

  @Test func `a queue that was hidden shows the rows that it showed before`() {
    var model = queue()
    func resize(_ width: Int, _ height: Int) {
      let size = Size(width: width, height: height)
      _ = model.receive(.viewport(Screen.viewport(of: model, size: size)))
    }
    _ = model.receive(
      .queue(.jobs((1...30).map { Job.fixture($0) }, offset: 0, total: 30)))
    _ = model.perform(.move(.first))
    for _ in 0..<3 { _ = model.perform(.move(.down)) }
    _ = model.perform(.app(.focusComposer))
    resize(120, 36)
    let top = model.queue.rows.list.top
    resize(60, 20)
    resize(120, 36)
    #expect(model.queue.rows.list.top == top)
  }

  @Test func `a queue with the oldest first looks as it was approved`() throws {
    var model = queue()
    for _ in 0..<2 { _ = model.perform(.queue(.sort)) }
    let jobs = ShopScene.jobs.sorted { $0.id < $1.id }
    _ = model.receive(.queue(.jobs(jobs, offset: 0, total: jobs.count)))
    try GoldenScreen.check(model, "queue-sorted")
  }

  @Test
  func `what is said after a job was cancelled, deleted and brought back looks as it was approved`()
    throws
  {
    var model = queue()
    _ = model.perform(.move(.first))
    _ = model.perform(.move(.down))
    let cancelling = model.perform(.queue(.cancel))
    var cancelled = ShopScene.jobs[1]
    cancelled.state = .cancelled(sent: 0)
    carryOut(cancelling, in: &model)
    show(ShopScene.jobs.map { $0.id == cancelled.id ? cancelled : $0 }, in: &model)
    try GoldenScreen.check(model, "job-cancelled")
    _ = model.perform(.app(.undo))
    show(ShopScene.jobs, in: &model)
    try GoldenScreen.check(model, "job-cancel-undone")
    for _ in 0..<2 { _ = model.perform(.move(.down)) }
    carryOut(model.perform(.queue(.delete)), in: &model)
    show(ShopScene.jobs.filter { $0.id != JobID(20) }, in: &model)
    _ = model.receive(.notice(.deleted(1, of: 1)))
    try GoldenScreen.check(model, "job-deleted")
  }

  @Test func `the questions about jobs look as they were approved`() throws {
    var model = queue()
    _ = model.perform(.queue(.clearFinished))
    try GoldenScreen.check(model, "question-clear")
    _ = model.perform(.dialog(.dismiss))
    _ = model.receive(.queue(.retryWithheld([JobID(19), JobID(16)], retried: 3)))
    try GoldenScreen.check(model, "question-retry")
    _ = model.perform(.dialog(.dismiss))
    _ = model.perform(.app(.quit))
    try GoldenScreen.check(model, "question-quit")
  }

  @Test func `the questions about a batch look as they were approved`() throws {
    var model = queue()
    let run = GraphRun(
      id: GraphID(12), plan: GraphPlan(rows: RowPlan(source: "customers.csv", count: 100_000)),
      created: Timestamp(milliseconds: 0), instruction: .run,
      rows: RowProgress(
        first: JobID(100), counts: RowCounts([.succeeded: 99_997, .failed: 3])))
    _ = model.receive(.queue(.graphs([run], [])))
    _ = model.perform(.move(.first))
    for _ in 0..<3 { _ = model.perform(.move(.down)) }
    try GoldenScreen.check(model, "batch")
    _ = model.perform(.queue(.saveRows))
    try GoldenScreen.check(model, "prompt-save-rows")
    _ = model.perform(.typing(.leave))
    _ = model.perform(.queue(.delete))
    try GoldenScreen.check(model, "question-delete-batch")
  }

  /// The results of a batch, most of whose rows succeeded.
  private func batchReport() -> GraphReport {
    let run = GraphRun(
      id: GraphID(12), plan: GraphPlan(rows: RowPlan(source: "customers.csv", count: 1_000)),
      created: Timestamp(milliseconds: 0), since: Timestamp(milliseconds: 8_000),
      rows: RowProgress(first: JobID(100), counts: RowCounts([.succeeded: 960, .failed: 40])))
    var report = GraphReport(run)
    for row in 0..<1_000 {
      var job = Job.fixture(Int64(100 + row), .succeeded)
      let time = 40 + row % 50 + (row % 10 == 0 ? row : 0)
      (job.attempts, job.seriesAttempts, job.status) = (1, 1, 200)
      (job.elapsed, job.since) = (.milliseconds(time), Timestamp(milliseconds: Int64(row * 8)))
      if row % 25 == 0 {
        let isTimeout = row % 200 == 0
        let failure = Failure(
          isTimeout ? .connectTimeout : .errorStatus, what: "a", why: "b", whatToDo: "c")
        job.state = .failed(failure)
        job.status = isTimeout ? nil : row % 100 == 0 ? 422 : 503
        job.seriesAttempts = row % 100 == 0 ? 1 : 4
      }
      job.seriesStart = job.since
      report.add(job)
    }
    return report
  }

  @Test func `the results of a batch look as they were approved`() throws {
    var model = queue()
    let report = batchReport()
    _ = model.receive(.queue(.graphs([report.run], [])))
    _ = model.receive(.queue(.reported(report, for: .line, at: report.run.since)))
    _ = model.perform(.move(.first))
    while model.queue.rows.selectedBatch == nil { _ = model.perform(.move(.down)) }
    try GoldenScreen.check(model, "batch-ended")
    _ = model.perform(.queue(.show))
    try GoldenScreen.check(model, "graph-report")
  }

  @Test func `the results of a graph have a bar for each step`() throws {
    func at(_ time: Int64) -> Timestamp { Timestamp(milliseconds: time) }
    let steps = [
      ("login", StepProgress(state: .done, since: at(420), started: at(0))),
      ("basket", StepProgress(state: .done, since: at(900), started: at(420))),
      ("stock", StepProgress(state: .failed, since: at(2_400), started: at(420))),
      ("total", StepProgress(state: .done, since: at(915), started: at(905))),
      ("pay", StepProgress(state: .skipped(because: 2), since: at(2_400))),
    ]
    let plan = GraphPlan(
      name: "checkout", steps: steps.map { GraphStep(name: $0.0, work: .request($0.0)) })
    let run = GraphRun(
      id: GraphID(4), plan: plan, created: at(0), since: at(2_400), steps: steps.map(\.1))
    var model = queue()
    _ = model.receive(.queue(.graphs([run], [])))
    _ = model.perform(.move(.first))
    while model.queue.rows.selectedGraph == nil { _ = model.perform(.move(.down)) }
    _ = model.perform(.queue(.show))
    _ = model.receive(.queue(.reported(GraphReport(run), for: .details, at: at(2_400))))
    try GoldenScreen.check(model, "graph-report-steps")
  }
}
