import ClientCore
import ClientModel
import Testing

@Suite struct RequestGraphPlanTests {
  private func step(
    _ name: String, needs: [String] = [], after: [String] = [], from: [String] = []
  ) -> GraphStep {
    GraphStep(
      name: name, work: .request(name),
      inputs: from.map { GraphStep.Input(name: $0, step: $0) }, needs: needs, after: after)
  }

  @Test func `an input makes a step need the one it comes from`() throws {
    let plan = GraphPlan(
      name: "g", steps: [step("b", from: ["a"]), step("a"), step("c", after: ["a"])])
    var graph = try RequestGraph(plan)
    #expect(graph.begin() == [.run(1)])
    #expect(graph.done(1) == [.run(0), .run(2)])
  }

  @Test func `R21 R25 a serial plan stops at the first failure or goes on`() throws {
    var stopping = try RequestGraph(.serial(["a", "b", "c"], name: "g"))
    _ = stopping.begin()
    #expect(stopping.failed(0) == [.end])
    #expect(stopping.summary.text == "0 of 3, 1 failed, stopped")

    var going = try RequestGraph(.serial(["a", "b", "c"], name: "g", onFailure: .continue))
    _ = going.begin()
    #expect(going.failed(0) == [.run(1)])
    #expect(going.done(1) == [.run(2)])
    #expect(going.done(2) == [.end])
    #expect(going.summary.text == "2 of 3, 1 failed")
  }

  @Test func `T-R5 a plan that is not a graph says which steps are wrong`() {
    #expect(throws: GraphFlaw.sameName("a")) {
      try RequestGraph(GraphPlan(name: "g", steps: [step("a"), step("a")]))
    }
    #expect(throws: GraphFlaw.unknownStep(in: "b", "lgoin", "login")) {
      try RequestGraph(
        GraphPlan(name: "g", steps: [step("login"), step("b", needs: ["lgoin"])]))
    }
    #expect(throws: GraphFlaw.cycle(["b", "a"])) {
      try RequestGraph(
        GraphPlan(name: "g", steps: [step("a", needs: ["b"]), step("b", from: ["a"])]))
    }
  }
}
