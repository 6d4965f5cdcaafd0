import ClientModel
import JobFixtures
import Testing

@testable import ViewModels

/// Graphs as trees over the jobs of the queue.
struct GraphRowsTests {
  static func graph(
    _ states: [GraphStep.State], id: Int64 = 1, name: String = "checkout",
    jobs: [Int: Int64] = [:], since: Int64 = 0
  ) -> GraphRun {
    let names = ["login", "user", "order", "pay", "mail", "done"]
    let plan = GraphPlan(
      name: name,
      steps: states.indices.map { GraphStep(name: names[$0], work: .request(names[$0])) })
    return GraphRun(
      id: GraphID(id), plan: plan, created: Timestamp(milliseconds: 0),
      since: Timestamp(milliseconds: since),
      steps: states.enumerated().map { step, state in
        StepProgress(state: state, job: jobs[step].map { JobID($0) })
      })
  }

  private func queue(_ graphs: [GraphRun], steps: [Job] = [], jobs: [Job] = []) -> QueueModel {
    var queue = QueueModel()
    _ = queue.show(rows: 10)
    _ = queue.receive(.lanes([.fixture()]))
    _ = queue.receive(.graphs(graphs, steps))
    _ = queue.receive(.jobs(jobs, offset: 0, total: jobs.count))
    return queue
  }

  @Test func `a graph that goes on is open, one that has ended is a line`() {
    let running = Self.graph([.done, .running, .waiting], id: 2)
    let ended = Self.graph([.done, .done])
    let queue = queue([running, ended], jobs: [.fixture(7)])
    let steps = (0..<3).map { QueueItem.step(GraphPosition(graph: GraphID(2), step: $0)) }
    let rows = (0..<queue.rows.total).map { queue.rows.item(at: $0) }
    #expect(rows == [.graph(GraphID(2))] + steps + [.job(JobID(7)), .graph(GraphID(1))])
    #expect(queue.rows.total == 6)
    #expect(queue.rows.visible.map(\.row) == [4])
  }

  @Test func `a graph in a paused lane waits for the lane, unless it runs or is held`() {
    let graph = Self.graph([.done, .running, .waiting], jobs: [0: 3, 1: 4])
    let done = Job.fixture(3, .succeeded, lane: "other")
    var queue = queue([graph], steps: [done, .fixture(4)])
    #expect(queue.pause(of: graph) == nil)
    _ = queue.receive(.lanes([.fixture("other", pause: .byUser), .fixture()]))
    #expect(queue.pause(of: graph) == nil, "no job waits in the paused lane")
    _ = queue.receive(.lanes([.fixture(pause: .offline)]))
    #expect(queue.pause(of: graph) == .offline)
    _ = queue.receive(.graphs([graph], [.fixture(4, .running(attempt: 1))]))
    #expect(queue.pause(of: graph) == nil)
    _ = queue.receive(.graphs([graph], [.fixture(4)]))
    _ = queue.perform(.hold)
    #expect(queue.pause(of: queue.rows.graphs.graphs[0]) == nil)
  }

  @Test func `in a filtered list a graph is closed, so that its jobs are listed once`() {
    let running = Self.graph([.running, .waiting], jobs: [0: 4])
    let job = Job.fixture(4, .running(attempt: 1), url: "https://api.example.com/checkout")
    var queue = queue([running], steps: [job])
    #expect(queue.rows.total == 3)
    _ = queue.arrange(filter: "checkout")
    _ = queue.receive(.jobs([job], offset: 0, total: 1))
    let rows = (0..<queue.rows.total).map { queue.rows.item(at: $0) }
    #expect(rows == [.graph(GraphID(1)), .job(JobID(4))])
  }

  @Test func `a step that runs counts as running before its lane says so, and its end stands`() {
    let graph = Self.graph([.running], jobs: [0: 4])
    var begun = Job.fixture(4, .running(attempt: 1))
    begun.since = Timestamp(milliseconds: 10)
    var queue = queue([graph], steps: [.fixture(4)])
    #expect(queue.running == 0)
    _ = queue.receive(.changed([begun]))
    #expect(queue.running == 1)
    var ended = Job.fixture(4, .succeeded)
    ended.since = Timestamp(milliseconds: 20)
    _ = queue.receive(.changed([ended]))
    // It was read before the end, and comes behind the news of that.
    _ = queue.receive(.graphs([graph], [begun]))
    #expect(queue.running == 0)
  }

  @Test func `the last response of a graph is shown when it ends, unless the user went elsewhere`()
  {
    let running = Self.graph([.running, .waiting], jobs: [0: 4])
    let ended = Self.graph([.done, .failed], jobs: [0: 4, 1: 5])
    var app = AppModel()
    _ = app.receive(.graphs(.queued(GraphID(1), name: "checkout")))
    _ = app.receive(.queue(.graphs([running], [])))
    var other = app
    #expect(app.receive(.queue(.graphs([ended], []))).contains(.response(.load(JobID(5)))))
    #expect(app.focus == .composer)
    _ = other.receive(.composer(.submitted(JobID(9), .immediate)))
    #expect(!other.receive(.queue(.graphs([ended], []))).contains(.response(.load(JobID(5)))))
  }

  @Test func `Enter on a step that computed something asks for what it gave`() {
    var queue = queue([Self.graph([.done, .running], jobs: [1: 4])], steps: [.fixture(4)])
    _ = queue.point(row: 1)
    let place = GraphPosition(graph: GraphID(1), step: 0)
    #expect(queue.perform(.show) == [.queue(.showResult(place, name: "login"))])
    _ = queue.point(row: 2)
    #expect(queue.perform(.show) == [.showJob(JobID(4))])
  }

  @Test func `graphs that have ended stand among the jobs that have ended, by time`() {
    func ended(_ id: Int64, _ since: Int64) -> Job {
      var job = Job.fixture(id, .succeeded)
      job.since = Timestamp(milliseconds: since)
      return job
    }
    let graphs = (1...5).map { Self.graph([.done, .done], id: $0, since: $0 * 10) }
    let interrupted = Job.fixture(
      9, .interrupted(.init(sent: 1, responseBegan: false, why: "It was lost.")))
    var queue = queue(
      graphs, jobs: [.fixture(8, .running(attempt: 1)), interrupted, ended(7, 45), ended(6, 5)])
    func rows() -> [QueueItem?] { (0..<queue.rows.total).map { queue.rows.item(at: $0) } }
    func job(_ id: Int64) -> QueueItem { .job(JobID(id)) }
    func graph(_ id: Int64) -> QueueItem { .graph(GraphID(id)) }
    #expect(
      rows() == [
        job(8), job(9), graph(5), job(7), graph(4), graph(3), graph(2), graph(1), job(6),
      ])
    _ = queue.move(.last)
    #expect(queue.rows.selected == job(6) && queue.rows.list.selected == 8)
    // A window below shows its jobs in the rows they had.
    _ = queue.receive(.jobs([ended(6, 5)], offset: 3, total: 4))
    #expect(queue.rows.selected == job(6) && queue.rows.list.selected == 8)
    // Opened, its steps push the jobs below it down and no others.
    _ = queue.receive(.jobs([interrupted, ended(7, 45)], offset: 1, total: 4))
    _ = queue.point(row: 2)
    #expect(queue.rows.selected == graph(5))
    _ = queue.perform(.fold)
    #expect(queue.rows.item(at: 1) == job(9) && queue.rows.item(at: 5) == job(7))
  }

  @Test func `a failed step shows its reason in full`() throws {
    let failure = Failure(
      .invalidRequest, what: "The step order was not done.", why: "login.token is not a number.",
      whatToDo: "Look at the graph's file.", cause: "row 3")
    var graph = Self.graph([.done, .done, .failed, .failed], jobs: [2: 12, 3: 13])
    graph.steps[1] = StepProgress(state: .failed, failure: failure)
    graph.steps[2].failure = failure
    var queue = queue(
      [graph], steps: [.fixture(12, .succeeded), .fixture(13, .cancelled(sent: 0))])
    _ = queue.perform(.fold)
    func shown(_ row: Int) -> ViewModels.Confirmation? {
      _ = queue.point(row: row)
      guard case .confirm(let box)? = queue.perform(.show).first else { return nil }
      return box
    }
    let local = try #require(shown(2))
    #expect(local.question == "The step user failed.")
    #expect(
      local.detail == "The step order was not done. login.token is not a number. "
        + "Look at the graph's file. (row 3)")
    #expect(local.answers.map(\.title) == ["Close"])
    let sent = try #require(shown(3))
    #expect(sent.answers.map(\.title) == ["Close", "Show job #12"])
    #expect(sent.answers.last?.effects == [.showJob(JobID(12))])
    // Where the job has the reason, it is shown at once.
    #expect(shown(4) == nil && queue.perform(.show) == [.showJob(JobID(13))])
  }

  @Test func `space folds the graph of the selected row and stays on it`() {
    var queue = queue([Self.graph([.done, .running])], jobs: [.fixture(7)])
    _ = queue.move(.down)
    _ = queue.move(.down)
    #expect(queue.perform(.fold) == [])
    #expect(queue.rows.item(at: 0) == .graph(GraphID(1)) && queue.rows.total == 2)
    #expect(queue.rows.selected == .graph(GraphID(1)) && queue.rows.list.selected == 0)
    _ = queue.perform(.fold)
    #expect(queue.rows.total == 4)
    _ = queue.move(.last)
    #expect(queue.rows.selected == .job(JobID(7)))
    #expect(queue.obstacle(to: .fold)?.what == "Nothing to fold.")
  }

  @Test func `a graph's row takes orders for the graph, a step's for its job`() {
    let graph = Self.graph([.failed, .running, .waiting], jobs: [0: 3, 1: 4])
    var queue = queue(
      [graph], steps: [.fixture(3, .cancelled(sent: 0)), .fixture(4, .running(attempt: 1))])
    let id = GraphID(1)
    #expect(queue.perform(.cancel).first == .queue(.graph(id, .cancel)))
    #expect(queue.perform(.hold) == [.queue(.graph(id, .hold))])
    #expect(queue.perform(.retry) == [.queue(.graph(id, .retry))])
    #expect(queue.obstacle(to: .moveUp)?.whatToDo == "Select one of its steps.")
    _ = queue.move(.down)
    #expect(queue.perform(.retry) == [.queue(.retry(JobID(3)))])
    _ = queue.move(.down)
    #expect(queue.perform(.cancel).first == .queue(.cancel([JobID(4)])))
    #expect(queue.perform(.show) == [.showJob(JobID(4))])
    _ = queue.move(.down)
    #expect(queue.perform(.cancel).first == .queue(.graph(id, .cancel)), "it has no job yet")
  }

  @Test func `the selection stays on its job when a graph grows above it`() {
    var queue = queue([], jobs: [.fixture(1), .fixture(2)])
    _ = queue.move(.last)
    _ = queue.receive(.graphs([Self.graph([.running, .waiting])], []))
    #expect(queue.rows.selected == .job(JobID(2)) && queue.rows.list.selected == 4)
    _ = queue.receive(.graphs([], []))
    #expect(queue.rows.selected == .job(JobID(2)) && queue.rows.list.selected == 1)
  }

  @Test func `an ended graph takes no cancel, and one without a failure no retry`() {
    let queue = queue([Self.graph([.done, .done])])
    #expect(queue.obstacle(to: .cancel)?.why == "Graph g1: 2 of 2.")
    #expect(queue.obstacle(to: .retry) != nil)
    #expect(queue.obstacle(to: .hold) != nil)
  }

  // MARK: Results

  private func batch(
    _ counts: [JobState.Word: Int], id: Int64 = 12, since: Int64 = 7
  ) -> GraphRun {
    GraphRun(
      id: GraphID(id), plan: GraphPlan(rows: RowPlan(source: "rows.csv", count: 5)),
      created: Timestamp(milliseconds: 0), since: Timestamp(milliseconds: since),
      rows: RowProgress(first: JobID(1), counts: RowCounts(counts)))
  }

  @Test func `the results of a visible batch are read once for each of its ends`() {
    var queue = queue([batch([.running: 5])])
    let read = Effect.queue(.readReport(of: GraphID(12), .line))
    let ended = batch([.succeeded: 4, .failed: 1])
    #expect(queue.receive(.graphs([ended], [])).contains(read))
    for _ in 0..<3 { #expect(!queue.receive(.graphs([ended], [])).contains(read)) }
    #expect(queue.rows.graphs.report(of: ended) == nil)
    _ = queue.receive(
      .reported(GraphReport(ended), for: .line, at: Timestamp(milliseconds: 9)))
    #expect(queue.rows.graphs.report(of: ended) != nil)
    #expect(!queue.receive(.graphs([batch([.running: 1, .succeeded: 4])], [])).contains(read))
    let later = batch([.succeeded: 5], since: 20)
    #expect(queue.rows.graphs.report(of: later) == nil)
    #expect(queue.receive(.graphs([later], [])).contains(read))
  }

  @Test func `Enter on a graph shows its results, at once if they were read`() {
    let ended = batch([.succeeded: 4, .failed: 1])
    var queue = queue([ended])
    #expect(queue.perform(.show) == [.queue(.readReport(of: GraphID(12), .details))])
    let report = GraphReport(ended)
    let show = Effect.list(.showReport(report, at: Timestamp(milliseconds: 7)))
    let event = QueueEvent.reported(report, for: .details, at: Timestamp(milliseconds: 7))
    #expect(queue.receive(event) == [show])
    #expect(queue.perform(.show) == [show])
    // The user went on.
    var other = self.queue([ended], jobs: [.fixture(70)])
    _ = other.move(.first)
    #expect(other.receive(event) == [])
  }

  @Test func `the key for all failed jobs retries only those of the selected batch`() {
    var queue = queue([batch([.succeeded: 4, .failed: 1])], jobs: [.fixture(70)])
    _ = queue.receive(.lanes([.fixture(counts: [.failed: 3])]))
    _ = queue.move(.last)
    #expect(queue.perform(.retryFailed) == [.queue(.graph(GraphID(12), .retry))])
    _ = queue.move(.first)
    #expect(queue.perform(.retryFailed) == [.queue(.retryFailed)])
    _ = queue.receive(.graphs([batch([.succeeded: 5])], []))
    _ = queue.move(.last)
    #expect(queue.obstacle(to: .retryFailed)?.what == "Nothing to retry.")
  }
}
