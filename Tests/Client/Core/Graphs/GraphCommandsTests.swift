import ClientCore
import ClientModel
import Testing

/// Orders on graphs as they stand in the store, with nobody advancing them.
@Suite struct GraphCommandsTests {
  private let now = Timestamp(milliseconds: 9)

  private func run(_ states: [GraphStep.State], order: GraphRun.Instruction = .run) -> GraphRun {
    let steps = states.indices.map { GraphStep(name: "s\($0)", work: .request("r")) }
    return GraphRun(
      id: GraphID(1), plan: GraphPlan(name: "g", steps: steps), created: now, instruction: order,
      steps: states.map { StepProgress(state: $0) })
  }

  @Test func `stopping gives up what waits and leaves what runs`() throws {
    let change = try #require(GraphCommands.stop(run([.done, .running, .waiting]), at: now))
    #expect(change.steps.map(\.state) == [.done, .running, .notRun])
    #expect(change.instruction == .stop)
    #expect(GraphCommands.stop(run([.done, .failed]), at: now) == nil)
    #expect(GraphCommands.stop(run([.running], order: .stop), at: now) == nil)
  }

  @Test func `a stopped graph goes on where it was, a failed one at what failed`() throws {
    let stopped = try #require(GraphCommands.again(run([.done, .notRun], order: .stop), at: now))
    #expect(stopped.steps.map(\.state) == [.done, .waiting] && stopped.instruction == .run)
    let failed = run([.done, .failed, .skipped(because: 1), .notRun])
    let again = try #require(GraphCommands.again(failed, at: now))
    #expect(again.steps.map(\.state) == [.done, .waiting, .waiting, .waiting])
    #expect(GraphCommands.again(run([.done, .done]), at: now) == nil)
    #expect(GraphCommands.again(failed, steps: [0], at: now) == nil)
  }

  @Test func `holding and releasing concern only graphs that go on`() {
    #expect(GraphCommands.hold(run([.waiting]), at: now)?.instruction == .hold)
    #expect(GraphCommands.hold(run([.done]), at: now) == nil)
    #expect(GraphCommands.release(run([.waiting], order: .hold), at: now)?.instruction == .run)
    #expect(GraphCommands.release(run([.waiting]), at: now) == nil)
  }
}
