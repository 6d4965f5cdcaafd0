import ClientModel
import Testing

@testable import ClientCore

/// What a graph that is advanced makes of what it hears, without a client.
struct DrivenGraphTests {
  private let now = Timestamp(milliseconds: 9)

  private func driven(
    _ standing: [StepProgress], work: GraphStep.Work = .request("r"),
    order: GraphRun.Instruction = .run
  ) throws -> DrivenGraph {
    let steps = standing.indices.map { GraphStep(name: "s\($0)", work: work) }
    let run = GraphRun(
      id: GraphID(1), plan: GraphPlan(name: "g", steps: steps), created: now, instruction: order,
      steps: standing)
    return DrivenGraph(
      run, try RequestGraph(run.plan, states: standing.map(\.state)), GraphMaterial())
  }

  private func job(_ id: Int64, _ state: JobState) -> Job {
    Job(.fixture(state: state), id: JobID(id), at: now)
  }

  private func running(_ job: Int64) -> StepProgress {
    StepProgress(state: .running, job: JobID(job))
  }

  private func takeAll(_ driven: DrivenGraph) {
    while !driven.pendingResults.isEmpty { driven.takeResult() }
  }

  @Test func `a job that ended while nobody advanced its graph is news`() throws {
    let driven = try driven([running(1), running(2)])
    driven.restore(from: [job(1, .succeeded), job(2, .running(attempt: 1))])
    takeAll(driven)
    #expect(driven.graph.states == [.done, .running])
  }

  @Test func `a step whose job is deleted has failed, and says so`() throws {
    let driven = try driven([running(1)])
    driven.restore(from: [])
    takeAll(driven)
    #expect(driven.graph.states == [.failed])
    #expect(driven.failures[0]?.what == "Job 1 no longer exists.")
  }

  @Test func `a filter that was cut off begins again, a program is never run twice`() throws {
    let filter = try driven([StepProgress(state: .running)], work: .jq("."))
    filter.restore(from: [])
    #expect(filter.ready == [0] && filter.pendingResults.isEmpty)

    let program = try driven([StepProgress(state: .running)], work: .command(["make"]))
    program.restore(from: [])
    #expect(program.ready.isEmpty)
    takeAll(program)
    #expect(program.failures[0]?.what == "The program `make` was interrupted.")
  }

  @Test func `a cancelled graph begins nothing again`() throws {
    let driven = try driven([StepProgress(state: .running)], work: .jq("."), order: .stop)
    driven.restore(from: [])
    #expect(driven.ready.isEmpty)
    takeAll(driven)
    #expect(driven.graph.states == [.failed])
  }

  @Test func `a job that is tried again takes its failed step up, unless the graph is cancelled`()
    throws
  {
    let failed = [StepProgress(state: .failed, job: JobID(1))]
    #expect(try driven(failed).record(of: job(1, .waiting(.slot)), at: 0))
    #expect(try !driven(failed, order: .stop).record(of: job(1, .waiting(.slot)), at: 0))
    #expect(try !driven(failed).record(of: job(1, .cancelled(sent: 0)), at: 0))
  }

  @Test func `a failed job fails its step with its reason`() throws {
    let failure = Failure(.storage, what: "No.", why: "The disk.", whatToDo: "Wait.")
    let driven = try driven([running(1), running(2), running(3)])
    driven.restore(from: [
      job(1, .failed(failure)), job(2, .cancelled(sent: 0)), job(3, .succeeded),
    ])
    takeAll(driven)
    #expect(driven.graph.states == [.failed, .cancelled, .done])
    #expect(driven.failures == [0: failure])
  }

  @Test func `what a local step gave survives a change by somebody else`() throws {
    let driven = try driven(
      [StepProgress(state: .running), StepProgress(state: .waiting)], work: .jq("."))
    driven.pendingResults.append(.gave(0, [1]))
    takeAll(driven)
    #expect(driven.results == [0: [1]])
    var fresh = driven.run
    fresh.instruction = .hold
    driven.isLoaded = true
    driven.replace(by: fresh)
    #expect(!driven.isLoaded, "the states of its jobs are read again")
    takeAll(driven)
    #expect(driven.graph.states[0] == .done && driven.run.instruction == .hold)
    driven.isLoaded = true
    driven.replace(by: fresh)
    #expect(driven.isLoaded, "nothing has changed since")
  }

  @Test func `steps with cancelled jobs have failed where nobody advances the graph`() throws {
    let run = try driven([running(1), running(2)]).run
    let settled = try #require(GraphCommands.settle(run, cancelled: [JobID(2)], at: now))
    #expect(settled.steps.map(\.state) == [.running, .cancelled])
    #expect(GraphCommands.settle(run, cancelled: [], at: now) == nil)
  }
}
