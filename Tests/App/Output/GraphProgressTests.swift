import ClientCore
import ClientModel
import Testing

@testable import weir

struct GraphProgressTests {
  private func plan(_ count: Int) -> GraphPlan {
    GraphPlan(
      name: "checkout",
      steps: (1...count).map { GraphStep(name: "s\($0)", work: .request("s\($0)")) })
  }

  private func run(_ states: [GraphStep.State], id: Int64 = 1) -> GraphRun {
    GraphRun(
      id: GraphID(id), plan: plan(states.count), created: Timestamp(milliseconds: 0),
      steps: states.map { StepProgress(state: $0) })
  }

  @Test func `the line counts the ended steps and names the running ones`() {
    var progress = GraphProgress(of: GraphID(1), plan(5), now: Timestamp(milliseconds: 0))
    #expect(progress.line.title == "Running checkout")
    #expect(progress.line.amount == .steps(0, of: 5))
    progress.take([run([.done, .running, .failed, .skipped(because: 2), .waiting])])
    #expect(progress.line.title == "Running checkout: s2")
    #expect(progress.line.amount == .steps(3, of: 5))
    progress.take([run(Array(repeating: .running, count: 5))])
    #expect(progress.line.title == "Running checkout: s1, s2, s3 and 2 more")
  }

  @Test func `another graph changes nothing`() {
    var progress = GraphProgress(of: GraphID(1), plan(2), now: Timestamp(milliseconds: 0))
    progress.take([run([.done, .done], id: 2)])
    #expect(progress.line.amount == .steps(0, of: 2))
  }
}
