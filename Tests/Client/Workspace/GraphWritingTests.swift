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
            .init(name: "all", step: "login"), .init(name: "page", literal: "{\"a\": 3}"),
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

  /// Saves a changed graph over a file, and returns the file's text.
  private func rewrite(
    _ text: String, _ change: (inout GraphPlan) throws -> Void
  ) throws -> String {
    let folder = try TemporaryFolder()
    try folder.write("name: test\n", to: "weir.yaml")
    try folder.write(text, to: "graphs/flow.yaml")
    let workspace = try Workspace.open(folder.path)
    var plan = try workspace.graph("flow")
    try change(&plan)
    try workspace.save(plan, as: try #require(RequestName("flow")))
    #expect(try workspace.graph("flow") == plan)
    return try String(contentsOfFile: folder.path + "/graphs/flow.yaml", encoding: .utf8)
  }

  private let flow = """
    # What this graph is for.
    on-failure: stop
    steps:
      a: {request: x/a}   # the first
      b:
        # A comment inside.
        jq:   ".x | length"
        inputs: {x: {from: a, pointer: /x}, n: {json: 3}}
      c: {command: [./c.sh], after: [b]}

    """

  @Test func `a changed field leaves every other byte`() throws {
    #expect(
      try rewrite(flow) { $0.steps[1].inputs[1] = .init(name: "n", literal: "[1]") }
        == flow.replacing("json: 3", with: "json: \"[1]\""))
    #expect(
      try rewrite(flow) { $0.steps[1].work = .jq(".x") }
        == flow.replacing("\".x | length\"", with: "\".x\""))
    #expect(
      try rewrite(flow) { $0.steps[0].expect = try Assertion("status 404") }
        == flow.replacing("{request: x/a}", with: "{request: x/a, expect: [404]}"))
  }

  @Test func `a moved step takes its text with it`() throws {
    let text = try rewrite(flow) {
      $0.steps.swapAt(1, 2)
      $0.steps[1].after = []
    }
    #expect(text.contains("    # A comment inside.\n    jq:   \".x | length\"\n"))
    #expect(text.hasPrefix("# What this graph is for.\n"))
  }

  @Test func `the short forms stay as long as they can express the graph`() throws {
    let serial = "# Two.\nserial: [a, b]  # in order\n"
    #expect(
      try rewrite(serial) { $0 = .serial(["a", "b", "c"], name: $0.name) }
        == serial.replacing("[a, b]", with: "[a, b, c]"))
    let text = try rewrite(serial) { $0.steps[1].expect = try Assertion("status 404") }
    #expect(text.hasPrefix("# Two.\n") && !text.contains("serial") && text.contains("steps:"))
  }
}
