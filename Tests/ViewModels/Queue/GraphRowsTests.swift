import ClientModel
import JobFixtures
import Testing
import ViewModels

/// Graphs as trees over the jobs of the queue.
struct GraphRowsTests {
  static func graph(
    _ states: [GraphStep.State], id: Int64 = 1, name: String = "checkout",
    jobs: [Int: Int64] = [:]
  ) -> GraphRun {
    let names = ["login", "user", "order", "pay", "mail", "done"]
    let plan = GraphPlan(
      name: name,
      steps: states.indices.map { GraphStep(name: names[$0], work: .request(names[$0])) })
    return GraphRun(
      id: GraphID(id), plan: plan, created: Timestamp(milliseconds: 0),
      steps: states.enumerated().map { step, state in
        StepStanding(state: state, job: jobs[step].map { JobID($0) })
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
    let steps = (0..<3).map { QueueItem.step(StepPlace(graph: GraphID(2), step: $0)) }
    #expect(queue.graphs.rows == [.graph(GraphID(2))] + steps + [.graph(GraphID(1))])
    #expect(queue.total == 6)
    #expect(queue.visible.map(\.row) == [5])
  }

  @Test func `space folds the graph of the selected row and stays on it`() {
    var queue = queue([Self.graph([.done, .running])], jobs: [.fixture(7)])
    _ = queue.move(.down)
    _ = queue.move(.down)
    #expect(queue.perform(.fold) == [])
    #expect(queue.graphs.rows == [.graph(GraphID(1))])
    #expect(queue.selected == .graph(GraphID(1)) && queue.list.selected == 0)
    _ = queue.perform(.fold)
    #expect(queue.total == 4)
    _ = queue.move(.last)
    #expect(queue.selected == .job(JobID(7)))
    #expect(queue.obstacle(to: .fold)?.what == "Nothing to fold.")
  }

  @Test func `a graph's row takes orders for the graph, a step's for its job`() {
    let graph = Self.graph([.failed, .running, .waiting], jobs: [0: 3, 1: 4])
    var queue = queue(
      [graph], steps: [.fixture(3, .cancelled(sent: 0)), .fixture(4, .running(attempt: 1))])
    let id = GraphID(1)
    #expect(queue.perform(.cancel) == [.queue(.graph(id, .cancel))])
    #expect(queue.perform(.hold) == [.queue(.graph(id, .hold))])
    #expect(queue.perform(.retry) == [.queue(.graph(id, .retry))])
    #expect(queue.obstacle(to: .moveUp)?.whatToDo == "Select one of its steps.")
    _ = queue.move(.down)
    #expect(queue.perform(.retry) == [.queue(.retry(JobID(3)))])
    _ = queue.move(.down)
    #expect(queue.perform(.cancel) == [.cancel([JobID(4)])])
    #expect(queue.perform(.show) == [.showJob(JobID(4))])
    _ = queue.move(.down)
    #expect(queue.perform(.cancel) == [.queue(.graph(id, .cancel))], "it has no job yet")
  }

  @Test func `the selection stays on its job when a graph grows above it`() {
    var queue = queue([], jobs: [.fixture(1), .fixture(2)])
    _ = queue.move(.last)
    _ = queue.receive(.graphs([Self.graph([.running, .waiting])], []))
    #expect(queue.selected == .job(JobID(2)) && queue.list.selected == 4)
    _ = queue.receive(.graphs([], []))
    #expect(queue.selected == .job(JobID(2)) && queue.list.selected == 1)
  }

  @Test func `an ended graph takes no cancel, and one without a failure no retry`() {
    let queue = queue([Self.graph([.done, .done])])
    #expect(queue.obstacle(to: .cancel)?.why == "Graph g1: 2 of 2.")
    #expect(queue.obstacle(to: .retry) != nil)
    #expect(queue.obstacle(to: .hold) != nil)
  }
}
