import ClientModel
import JobFixtures
import Testing

@testable import ViewModels

/// Batches in the queue panel.
struct BatchRowsTests {
  static func batch(
    _ count: Int, _ counts: [JobState.Word: Int], id: Int64 = 12, first: Int64 = 1,
    order: GraphRun.Instruction = .run
  ) -> GraphRun {
    GraphRun(
      id: GraphID(id), plan: GraphPlan(rows: RowPlan(source: "in/customers.csv", count: count)),
      created: Timestamp(milliseconds: 0), instruction: order,
      rows: RowProgress(first: JobID(first), counts: RowCounts(counts)))
  }

  private let large = batch(
    100_000, [.succeeded: 812, .failed: 3, .running: 2, .waiting: 99_183])

  private func queue(_ batches: [GraphRun], jobs: [Job] = []) -> QueueModel {
    var queue = QueueModel()
    _ = queue.show(rows: 10)
    _ = queue.receive(.lanes([.fixture()]))
    _ = queue.receive(.graphs(batches, []))
    _ = queue.receive(.jobs(jobs, offset: 0, total: jobs.count))
    return queue
  }

  private func wanted(_ effects: [Effect]) -> Range<Int>? {
    for case .queue(.loadRows(of: _, let rows)) in effects { return rows }
    return nil
  }

  private func load(_ rows: Range<Int>, _ queue: inout QueueModel) -> [Effect] {
    let jobs = rows.map { Job.fixture(Int64($0) + 1) }
    return queue.receive(.rows(BatchRows(rows: rows, jobs: jobs), of: GraphID(12)))
  }

  @Test func `a batch is one line, however many rows it has`() {
    let queue = queue([large], jobs: [.fixture(200_000)])
    #expect(queue.rows.total == 2)
    #expect(large.summary.text == "812 of 100,000, 3 failed, 2 running")
    #expect(queue.rows.item(at: 1) == .job(JobID(200_000)))
  }

  @Test(arguments: [
    ("customers", true), ("batch 12", true), ("batch 13", false), ("g12", true), ("other", false),
  ])
  func `a filter shows the batches that it names`(filter: String, isShown: Bool) {
    var queue = queue([large])
    _ = queue.arrange(filter: filter)
    _ = queue.receive(.jobs([], offset: 0, total: 0))
    #expect((queue.rows.item(at: 0) == .graph(GraphID(12))) == isShown)
  }

  @Test func `opened it asks for the rows near the screen, and for others when it scrolls`() {
    var queue = queue([large])
    let first = wanted(queue.perform(.fold))
    #expect(first == 0..<200)
    #expect(queue.rows.total == 100_001)
    #expect(load(0..<200, &queue) == [])
    #expect(
      queue.rows.visible.count == 0
        && queue.rows.item(at: 1) == .step(GraphPosition(graph: GraphID(12), step: 0))
    )
    _ = queue.move(.down)
    #expect(queue.rows.selectedJob?.id == JobID(1))
    let last = wanted(queue.move(.last))
    #expect(last == 99_800..<100_000)
    // Asked once, however often the keys repeat.
    #expect(wanted(queue.move(.up)) == nil)
    #expect(load(99_800..<100_000, &queue) == [])
    #expect(queue.rows.selectedJob?.id == JobID(99_999))
  }

  @Test func `a row that is not read yet takes no order, least of all for the batch`() {
    var queue = queue([large])
    _ = queue.perform(.fold)
    _ = queue.move(.down)
    #expect(queue.rows.selectedGraph == nil)
    for command in [QueueCommand.cancel, .retry, .hold, .delete] {
      #expect(queue.obstacle(to: command)?.what == "This row has no job.")
    }
  }

  @Test func `folding lets go of its rows`() {
    var queue = queue([large])
    _ = queue.perform(.fold)
    _ = load(0..<200, &queue)
    #expect(wanted(queue.perform(.fold)) == 0..<0)
    #expect(queue.rows.total == 1)
    // What was on its way is dropped.
    _ = load(0..<200, &queue)
    #expect(wanted(queue.perform(.fold)) == 0..<200)
  }

  @Test func `its line takes orders for the batch`() {
    var queue = queue([large])
    let id = GraphID(12)
    #expect(queue.perform(.hold) == [.queue(.graph(id, .hold))])
    #expect(queue.perform(.cancel).first == .queue(.graph(id, .cancel)))
    #expect(queue.perform(.retry) == [.queue(.graph(id, .retry))])
    #expect(
      queue.perform(.saveRows)
        == [.ask(Prompt(SaveRowsPrompt(batch: id), text: "customers-g12-results.ndjson"))])
    #expect(queue.perform(.nextFailed) == [.queue(.findFailed(of: id, after: -1))])
    #expect(queue.obstacle(to: .delete)?.what == "Only a batch that has ended can be deleted.")
    let ended = self.queue([Self.batch(3, [.succeeded: 3])])
    #expect(ended.obstacle(to: .delete) == nil)
    #expect(ended.obstacle(to: .retry)?.what == "Nothing to retry.")
    #expect(self.queue([]).obstacle(to: .saveRows)?.what == "No batch is selected.")
  }

  @Test func `the next failed row is opened and selected`() {
    var queue = queue([large])
    let effects = queue.receive(.failedRow(70_000, of: GraphID(12)))
    #expect(queue.rows.selected == .step(GraphPosition(graph: GraphID(12), step: 70_000)))
    #expect(wanted(effects)?.contains(70_000) == true)
    #expect(queue.perform(.nextFailed) == [.queue(.findFailed(of: GraphID(12), after: 70_000))])
    #expect(queue.receive(.failedRow(nil, of: GraphID(12))).count == 1)
  }
}
