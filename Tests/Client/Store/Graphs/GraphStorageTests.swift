import ClientCore
import ClientModel
import ClientStore
import Testing

/// What every storage promises about graphs.
struct GraphStorageTests {
  let folder = StateFolder()
  let clock = StillClock()

  private func store(_ kind: StoreKind) async throws -> any Storage {
    try await kind.make(in: folder, clock: clock)
  }

  private static let plan = GraphPlan(
    name: "checkout", onFailure: .continue,
    steps: [
      GraphStep(name: "a", work: .request("x/a")),
      GraphStep(
        name: "b", work: .jq(".a | length"),
        inputs: [
          .init(name: "p", step: "a", pick: .pointer("/a~1b/0")),
          .init(name: "q", step: "a", pick: .jq(".x[]")),
        ]),
      GraphStep(name: "c", work: .command(["./tool", "--x=1", ""]), needs: ["a"], after: ["b"]),
    ])

  private static let secret = "graph-secret-5512"

  private static var material: GraphMaterial {
    let everything = Draft(
      name: "n", method: "POST", url: "{{base}}/:id", pathVariables: [DraftField("id", "1")],
      query: [DraftField("q", secret, mark: .secret)], headers: [DraftField("X", "y", mark: .off)],
      body: .multipart([
        DraftPart(name: "p", value: "v"), DraftPart(name: "f", path: "/x", fileName: "g"),
      ]),
      authorization: .basic(user: "u", password: secret),
      options: TransportOptions(
        retry: RetryRule(attempts: 7, span: .seconds(9)), cache: CacheRule(mode: .only)),
      idempotencyKey: "", removedHeaders: ["Accept"], gateway: "api")
    let gateway = Gateway(
      name: "api", url: "{{base}}",
      defaults: GatewayDefaults(
        headers: [DraftField("A", "b")], cache: CacheDefaults(reading: .fresh, maxAge: .seconds(4))),
      methods: ["POST": GatewayDefaults(query: [DraftField("m", "1")])],
      authorization: .bearer("env:TOKEN"),
      outcome: OutcomeRule(refresh: RefreshRule(request: "login", token: "/t")),
      middleware: MiddlewareRule(
        onSubmit: [.command(CommandRule(["sign", "-x"], deadline: .seconds(2)))],
        onDispatch: [.command(CommandRule(["./d"]))],
        parsers: [
          ParserRule(mediaType: "a/b", parser: .json), ParserRule(mediaType: "c/d", parser: .text),
          ParserRule(mediaType: "e/f", parser: .command(CommandRule(["p"]))),
        ],
        onResponse: [
          .root("/data"), .capture(header: "X", name: "x"), .command(CommandRule(["q"])),
        ]), encoding: .form)
    var material = GraphMaterial(
      drafts: ["x/a": everything],
      environment: Environment(
        name: "staging",
        values: [
          "base": "http://h", "key": .secret(secret),
          "ref": SensitiveText([.reference(.environment("TOKEN"), .none)]),
        ]),
      gateways: Gateways(
        all: [gateway], standard: "api", servers: ["main": "http://s"],
        endpoints: [
          "e": NamedEndpoint(
            start: .gateway("api"), path: "/e/{n}",
            variables: [PathVariableRule("n", alias: "$0", absence: .filled("d"))])
        ]), trust: .untrusted)
    for (name, body) in [
      "json": DraftBody.json("{}"), "text": .text("t", mediaType: "text/x"),
      "form": .form([DraftField("a", "b")]), "file": .file(path: "/f", mediaType: nil),
      "bytes": .bytes([0, 255], mediaType: "x/y"),
    ] {
      material.drafts[name] = Draft(url: "http://h/\(name)", body: body)
    }
    return material
  }

  @Test(arguments: StoreKind.allCases)
  func `a graph is read as it was given, also what it is made of`(_ kind: StoreKind) async throws {
    let store = try await store(kind)
    let new = NewGraph(Self.plan, Self.material, workspace: "/w", scheduling: .queued)
    let run = try await store.add(new, at: clock.now)
    #expect(run.plan == Self.plan)
    #expect(run.environment == "staging")
    #expect(run.steps.map(\.state) == [.waiting, .waiting, .waiting])
    #expect(try await store.graphs(matching: GraphQuery()) == [run])
    #expect(try await store.material(of: run.id) == Self.material)
    #expect(try await store.material(of: GraphID(99)) == nil)
  }

  @Test func `what a graph is made of stands nowhere in clear`() async throws {
    let store = try await store(.sqlite)
    let run = try await store.add(NewGraph(Self.plan, Self.material), at: clock.now)
    _ = try await store.change(graph: run.id) { run in
      GraphChange(
        steps: run.steps, instruction: .run, at: run.since,
        results: [1: Array("\"\(Self.secret)\"".utf8)])
    }
    #expect(
      try await store.result(of: GraphPosition(graph: run.id, step: 1))
        == Array("\"\(Self.secret)\"".utf8))
    await store.close()
    #expect(!folder.everything().holds(Self.secret))
  }

  @Test(arguments: StoreKind.allCases)
  func `a step's job is added with its step or not at all`(_ kind: StoreKind) async throws {
    let store = try await store(kind)
    let run = try await store.add(NewGraph(Self.plan, Self.material), at: clock.now)
    for _ in 0..<2 {
      // The second call finds the step begun: a repeat after a crash adds nothing.
      _ = try await store.change(graph: run.id) { run in
        guard run.steps[0].state == .waiting else { return nil }
        var steps = run.steps
        steps[0].state = .running
        return GraphChange(
          steps: steps, instruction: .hold, at: run.since, jobs: [(0, NewJob.fixture("/a"))])
      }
    }
    let jobs = try await store.jobs(matching: JobQuery())
    #expect(jobs.map(\.id) == [JobID(1)])
    let now = try #require(try await store.graphs(matching: GraphQuery(ids: [run.id])).first)
    #expect(now.steps[0].job == JobID(1))
    #expect(now.steps[0].state == .running)
    #expect(now.instruction == .hold)
    #expect(
      try await store.places(of: [JobID(1), JobID(2)]) == [
        JobID(1): GraphPosition(graph: run.id, step: 0)
      ])
    #expect(try await store.changes(since: 0).graphs == [now])
  }

  @Test(arguments: StoreKind.allCases)
  func `open, ended and orphaned graphs are distinguished, and ended ones can be deleted`(
    _ kind: StoreKind
  ) async throws {
    let store = try await store(kind)
    let empty = try await store.add(
      NewGraph(GraphPlan(name: "empty", steps: []), GraphMaterial()), at: clock.now)
    let queued = try await store.add(NewGraph(Self.plan, Self.material), at: clock.now)
    let own = try await store.add(
      NewGraph(Self.plan, Self.material, scheduling: .immediate), at: clock.now)
    func ids(_ standing: GraphQuery.Progress) async throws -> [GraphID] {
      try await store.graphs(matching: GraphQuery(progress: standing)).map(\.id)
    }
    #expect(try await ids(.any) == [own.id, queued.id, empty.id])
    #expect(try await ids(.open) == [own.id, queued.id])
    #expect(try await ids(.ended) == [empty.id])
    #expect(try await ids(.adoptable) == [queued.id])
    _ = try await store.remove(Removal(graphs: GraphQuery()))
    #expect(try await ids(.any) == [own.id, queued.id])
    let next = try await store.add(NewGraph(Self.plan, Self.material), at: clock.now)
    #expect(next.id > own.id)
  }

  @Test func `a graph of a dead process is there for the next one`() async throws {
    let first = try await store(.sqlite)
    let run = try await first.add(
      NewGraph(Self.plan, Self.material, scheduling: .immediate), at: clock.now)
    let beside = try await store(.sqlite)
    #expect(try await beside.graphs(matching: GraphQuery(progress: .adoptable)) == [])
    #expect(try await beside.otherOwners().count == 1)
    await first.close()
    #expect(try await beside.graphs(matching: GraphQuery(progress: .adoptable)) == [run])
    #expect(try await (beside as? SQLiteStorage)?.check() == [])
  }

  @Test(arguments: [
    ("UPDATE graphs SET standing = zeroblob(40)", "Graph g1, its row"),
    ("UPDATE materials SET material = zeroblob(40)", "Graph g1, its requests and input"),
    ("DELETE FROM materials", "Graph g1: its requests and input are missing."),
    ("UPDATE steps SET result = zeroblob(40)", "Graph g1, the result of step 2"),
  ])
  func `the doctor names a graph whose rows are damaged`(_ harm: String, _ finding: String)
    async throws
  {
    let first = try await store(.sqlite)
    let run = try await first.add(NewGraph(Self.plan, Self.material), at: clock.now)
    _ = try await first.change(graph: run.id) { run in
      GraphChange(steps: run.steps, instruction: .run, at: run.since, results: [1: Array("1".utf8)])
    }
    let sound = try #require(first as? SQLiteStorage)
    #expect(try await sound.check() == [])
    await first.close()
    try folder.execute(harm)
    let opened = try await SQLiteStorage.open(in: folder.path, clock: clock).storage
    let found = try await opened.check()
    #expect(found.count == 1 && found[0].text.hasPrefix(finding), "\(found)")
    await opened.close()
  }
}
