import ClientModel
import Testing

@testable import ClientCore

/// What this process does with graphs and batches, without a client or a store.
@Suite struct GraphRegistryTests {
  private let now = Timestamp(milliseconds: 9)

  private func graph(
    _ steps: [StepProgress] = [StepProgress(state: .running, job: JobID(1))],
    scheduling: Job.Scheduling = .queued, order: GraphRun.Instruction = .run
  ) -> GraphRun {
    let plan = steps.indices.map { GraphStep(name: "s\($0)", work: .request("r")) }
    return GraphRun(
      id: GraphID(1), plan: GraphPlan(name: "g", steps: plan), scheduling: scheduling, created: now,
      instruction: order, steps: steps)
  }

  private func batch(
    _ counts: [JobState.Word: Int], order: GraphRun.Instruction = .run
  ) -> GraphRun {
    let count = counts.values.reduce(0, +)
    return GraphRun(
      id: GraphID(2), plan: GraphPlan(rows: RowPlan(source: "rows.csv", count: count)),
      created: now, instruction: order,
      rows: RowProgress(first: JobID(41), counts: RowCounts(counts)))
  }

  private func driven(_ run: GraphRun) throws -> DrivenGraph {
    DrivenGraph(run, try RequestGraph(run.plan, states: run.steps.map(\.state)), GraphMaterial())
  }

  private func job(
    _ id: Int64, _ state: JobState, scheduling: Job.Scheduling = .queued
  ) -> Job {
    Job(.fixture(state: state, scheduling: scheduling), id: JobID(id), at: now)
  }

  private func words(_ actions: [GraphRegistry.Action]) -> [String] {
    actions.map { action in
      switch action {
      case .release(let span): "release \(span.lowerBound)"
      case .hold(let span): "hold \(span.lowerBound)"
      case .cancelRows(let run): "cancel rows of \(run.id.rawValue)"
      case .look(let graphs): "look at \(graphs.map(\.rawValue))"
      case .advance(let graph): "advance \(graph.run.id.rawValue)"
      }
    }
  }

  // MARK: Batches

  @Test func `the rows of a held batch do not start until it is released`() {
    var graphs = GraphRegistry()
    let held = graphs.note([batch([.waiting: 2], order: .hold)])
    let released = graphs.note([batch([.waiting: 2])])
    #expect(words(held) == ["hold 41"] && words(released) == ["release 41"])
  }

  @Test func `the queue runner goes on with cancelling a stopped batch, once`() {
    var graphs = GraphRegistry()
    let stopped = batch([.waiting: 2], order: .stop)
    let follower = graphs.found([stopped], as: .leaves)
    let runner = graphs.found([stopped], as: .takesOver)
    let again = graphs.found([stopped], as: .takesOver)
    #expect(words(follower) == ["hold 41"] && words(again) == words(follower))
    #expect(words(runner) == ["hold 41", "cancel rows of 2"])
    graphs.endCancelling(GraphID(2))
    let later = graphs.found([stopped], as: .takesOver)
    #expect(words(later) == words(runner))
  }

  @Test func `a batch is looked at when its last row may have ended`() {
    var graphs = GraphRegistry()
    _ = graphs.note([batch([.waiting: 2])])
    let first = graphs.changed([job(41, .succeeded)])
    #expect(first.isEmpty && graphs.isResting)
    let last = graphs.changed([job(42, .succeeded)])
    #expect(words(last) == ["look at [2]"])
    #expect(!graphs.isResting)
    _ = graphs.looked(at: [GraphID(2)], found: [])
    graphs.endLook()
    #expect(graphs.isResting && graphs.graph(of: JobID(42)) == nil, "it is not stored any more")
  }

  // MARK: Graphs

  @Test func `the end of a step's job advances its graph, that of another job does not`() throws {
    var graphs = GraphRegistry()
    let graph = try driven(graph())
    graphs.add(graph)
    let other = graphs.changed([job(7, .succeeded)])
    let own = graphs.changed([job(1, .succeeded)])
    #expect(other.isEmpty && words(own) == ["advance 1"])
    #expect(graph.pendingResults.count == 1 && graphs.graph(of: JobID(1)) == GraphID(1))
  }

  @Test func `a graph that another process changed is read again, and is deleted at its end`()
    throws
  {
    var graphs = GraphRegistry()
    let graph = try driven(graph())
    graphs.add(graph)
    let actions = graphs.changed([graph.run], as: .leaves)
    #expect(words(actions) == ["advance 1"] && graph.isOutdated)
    graph.run = self.graph([StepProgress(state: .done, job: JobID(1))])
    graphs.rest(graph)
    #expect(graphs.driven.isEmpty && graphs.graph(of: JobID(1)) == nil)
  }

  @Test func `only the queue runner takes over a graph that no process advances`() throws {
    var graphs = GraphRegistry()
    let run = graph()
    #expect(
      graphs.isAdopter(of: [run], as: .takesOver) && !graphs.isAdopter(of: [run], as: .leaves))
    graphs.add(try driven(run))
    #expect(!graphs.isAdopter(of: [run], as: .takesOver) && !graphs.mayAdopt(run))
  }

  @Test func `jobs that a dead process was to send at once wait for their lanes`() throws {
    let jobs = [
      job(1, .waiting(.slot), scheduling: .immediate),
      job(2, .waiting(.slot), scheduling: .immediate),
      job(3, .running(attempt: 1), scheduling: .immediate),
    ]
    var attempts = AttemptTable()
    attempts.addImmediate(JobID(2))
    let graph = try driven(graph(scheduling: .immediate))
    var graphs = GraphRegistry()
    graphs.add(graph)
    let asleep = graphs.unsentJobs(
      of: graph, among: jobs, as: .takesOver, sending: attempts)
    #expect(asleep == [JobID(1)])
    graphs.addOwn(GraphID(1))
    let own = graphs.unsentJobs(of: graph, among: jobs, as: .takesOver, sending: attempts)
    #expect(own.isEmpty, "this process sends them")
  }

  @Test func `the jobs of a commit belong to their steps`() {
    var graphs = GraphRegistry()
    let round = GraphWorker.Round(
      receipt: GraphReceipt(run: graph(), added: [JobID(5)]), jobs: [(0, .fixture())], local: [])
    let added = graphs.began(round, at: now)
    #expect(added.map(\.job.id) == [JobID(5)] && graphs.graph(of: JobID(5)) == GraphID(1))
  }
}
