import ClientModel
import ClientWorkspace
import Foundation
import TestSupport
import Testing

/// Graphs as files: what is written is read back as the same graph.
@Suite struct GraphWritingTests {
  private func readBack(_ plan: GraphPlan) throws -> GraphPlan {
    let folder = try TemporaryFolder()
    try folder.write("name: test\n", to: "weir.yaml")
    let workspace = try Workspace.open(folder.path)
    let name = try #require(RequestName(plan.name))
    #expect(!workspace.hasGraph(name))
    try workspace.save(plan, as: name)
    #expect(workspace.hasGraph(name) && workspace.graphNames() == [plan.name])
    return try workspace.graph(plan.name)
  }

  @Test func `a graph with everything that a file can say is read back as the same graph`() throws {
    let plan = GraphPlan(
      name: "folder/flow", onFailure: .continue,
      cache: CacheDefaults(reading: .fresh, storeFor: .seconds(300), maxAge: .milliseconds(1500)),
      steps: [
        GraphStep(name: "login", work: .request("auth/login")),
        GraphStep(
          name: "user", work: .request("users/get"),
          inputs: [
            .init(name: "token", step: "login", pick: .pointer("/token")),
            .init(name: "id", step: "login", pick: .jq(".user | .id")),
            .init(name: "all", step: "login"),
          ],
          after: ["login"], expect: try Assertion("status 2xx, 404")),
        GraphStep(
          name: "sum", work: .jq(".all\n| add"), inputs: [.init(name: "all", step: "user")]),
        GraphStep(name: "told", work: .command(["./tell", "--now", ""]), needs: ["sum"]),
      ])
    #expect(try readBack(plan) == plan)
  }

  @Test func `a graph without steps is read back as one`() throws {
    let plan = GraphPlan(name: "empty", steps: [])
    #expect(try readBack(plan) == plan)
  }

  private static let words = [
    "a", "b-2", "2", "yes", "null", "a b", "ä", "x: y", "#1", "~", "- a", "{a}", "a#b", "\"q\"",
    "-",
    "0x1", "1.5", "[a]", "*", "&x", "!t", "%", "@", "`", "'", "a: ", "on", "=", "?", "|",
  ]

  @Test(arguments: 0..<100)
  func `odd names of steps, inputs and keys are read back as they are`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let names = Array(Self.words.shuffled(using: &random).prefix(4))
    var steps: [GraphStep] = []
    for (index, name) in names.enumerated() {
      var step = GraphStep(name: name, work: .request("folder/request"))
      if let source = names[..<index].randomElement(using: &random) {
        let key = Self.words.randomElement(using: &random) ?? ""
        let pointer = "/" + key.replacing("~", with: "~0").replacing("/", with: "~1")
        step.inputs = [
          .init(name: key, step: source, pick: .pointer(pointer)),
          .init(name: key + "2", step: source, pick: .jq(".[\"\(key)\"] # \(key)")),
        ]
        step.after = [source]
      }
      steps.append(step)
    }
    let plan = GraphPlan(name: "odd", steps: steps)
    #expect(try readBack(plan) == plan, "seed \(seed)")
  }
}
