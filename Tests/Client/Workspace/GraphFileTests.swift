import ClientModel
import ClientWorkspace
import Testing

@Suite struct GraphFileTests {
  private func graph(_ text: String) throws -> GraphPlan {
    let folder = try TemporaryFolder()
    try folder.write("name: test\n", to: "weir.yaml")
    try folder.write(text, to: "graphs/g.yaml")
    return try Workspace.open(folder.path).graph("g")
  }

  private func problem(_ text: String) -> WorkspaceProblem? {
    do {
      _ = try graph(text)
      return nil
    } catch { return error as? WorkspaceProblem }
  }

  @Test func `steps that wait for each other are named at their place`() {
    let found = problem(
      "steps:\n  c: {request: x, after: [a]}\n  a: {request: x, needs: [b]}\n  b: {jq: ., inputs: {v: a}}\n"
    )
    #expect(found?.place?.description == "graphs/g.yaml:3:3")
    #expect(found?.why == "a waits for b waits for a.")
  }

  @Test(arguments: [
    ("steps:\n  a: {request: lampz}\n", "graphs/g.yaml:2:16"),
    ("serial: [lamps, lampz]\n", "graphs/g.yaml:1:17"),
  ])
  func `a request that is not there is named at its place, with the nearest`(
    _ text: String, _ place: String
  ) throws {
    let folder = try TemporaryFolder()
    try folder.write("name: test\n", to: "weir.yaml")
    try folder.write("url: http://a\n", to: "requests/lamps.yaml")
    try folder.write(text, to: "graphs/g.yaml")
    let workspace = try Workspace.open(folder.path)
    let found = #expect(throws: WorkspaceProblem.self) { try workspace.checkRequests(ofGraph: "g") }
    #expect(found?.place?.description == place)
    #expect(found?.what.contains("lampz") == true && found?.whatToDo.contains("`lamps`") == true)
    #expect(workspace.hasRequest("lamps") && !workspace.hasRequest("lampz"))
  }

  @Test func `a step names the statuses that it expects`() throws {
    let plan = try graph(
      """
      steps:
        one: { request: a, expect: 404 }
        some: { request: a, expect: [2xx, 404] }
        any: { request: a }
      """)
    #expect(plan.steps.map(\.expect?.text) == ["status 404", "status 2xx, 404", nil])
    let wrong = problem("steps:\n  a: { request: a, expect: lost }\n")
    #expect(wrong?.place?.description == "graphs/g.yaml:2:28")
    #expect(wrong?.why == "`lost` is not a status.")
    let local = problem("steps:\n  a: { jq: ., expect: 200 }\n")
    #expect(local?.why == "The step `a` sends no request, so it has no status.")
  }

  @Test func `steps, inputs and order are read as written`() throws {
    let plan = try graph(
      """
      on-failure: continue
      steps:
        login: { request: auth/login }
        profile:
          request: users/get
          inputs:
            token: { from: login, pointer: /token }
            all: login
          after: [ping]
        ping: { request: ping }
        names: { jq: '.all | keys', inputs: { all: { from: profile, jq: .items } } }
        told: { command: [notify, done], needs: [names] }
      """)
    #expect(plan.onFailure == .continue)
    #expect(plan.steps.map(\.name) == ["login", "profile", "ping", "names", "told"])
    let profile = plan.steps[1]
    #expect(profile.work == .request("users/get"))
    #expect(
      profile.inputs == [
        GraphStep.Input(name: "token", step: "login", pick: .pointer("/token")),
        GraphStep.Input(name: "all", step: "login"),
      ])
    #expect(profile.after == ["ping"])
    #expect(plan.steps[3].inputs.map(\.source) == [.result(of: "profile", .jq(".items"))])
    #expect(plan.steps[4].work == .command(["notify", "done"]))
    #expect(plan.steps[4].needs == ["names"])
  }

  @Test func `R20 R21 serial and concurrent are graphs of saved requests`() throws {
    #expect(try graph("serial: [a, b, a]").steps.map(\.after) == [[], ["a"], ["b"]])
    #expect(try graph("serial: [a, b, a]").steps.map(\.name) == ["a", "b", "a-2"])
    #expect(try graph("concurrent: [a, b]").steps.allSatisfy { $0.after.isEmpty })
  }

  @Test func `R29 a graph says how its requests use the cache`() throws {
    let plan = try graph("cache: { read: fresh, store-for: 300, max-age: 60 }\nserial: [a, b]")
    #expect(
      plan.cache
        == CacheDefaults(reading: .fresh, storeFor: .seconds(300), maxAge: .seconds(60)))
    #expect(plan.steps.count == 2)
    #expect(try graph("serial: [a]").cache == CacheDefaults())
  }

  @Test func `T-R5 an empty graph is a graph without steps`() throws {
    #expect(try graph("steps:").steps.isEmpty)
  }

  @Test(arguments: [
    ("steps:\n  a: { reqest: x }", 2, "request"),
    ("steps:\n  login: { request: x }\n  b: { request: y, after: [lgoin] }", 3, "`login`"),
    ("steps:\n  a: {}", 2, "request, jq and command"),
    ("steps:\n  a: { request: ../x }", 2, "below the folder `requests`"),
    ("steps:\n  a: { request: x, inputs: { v: { from: a, pointer: x } } }", 2, "/key/0"),
    ("on-failure: halt", 1, "continue"), ("cache: { raed: fresh }\nserial: [a]", 1, "read"),
    ("serial: [a]\ncache:\n  read: frehs", 3, "fresh"),
    ("serial: [a]\nconcurrent: [b]", 1, "Keep one"),
    ("steps:\n  a: { command: [] }", 2, "program"),
  ])
  func `a mistake is reported with its place and the nearest right word`(
    text: String, line: Int, hint: String
  ) throws {
    let problem = try #require(self.problem(text))
    #expect(problem.place?.line == line)
    #expect(problem.whatToDo.contains(hint), "\(problem)")
  }

  @Test func `an unknown graph is answered with the nearest name`() throws {
    let folder = try TemporaryFolder()
    try folder.write("name: test\n", to: "weir.yaml")
    try folder.write("serial: [a]", to: "graphs/nightly.yaml")
    let workspace = try Workspace.open(folder.path)
    #expect(workspace.graphNames() == ["nightly"])
    let found = #expect(throws: WorkspaceProblem.self) { try workspace.graph("nihgtly") }
    #expect(found?.whatToDo.contains("`nightly`") == true)
  }
}
