import ClientCore
import ClientModel
import Testing

extension Draft {
  static func fixture(
    _ path: String, _ method: String = "GET", host: String = "a.example", body: DraftBody = .none,
    name: String? = nil
  ) -> Draft {
    Draft(name: name, method: method, url: "http://\(host)/\(path)", body: body)
  }
}

extension NewGraph {
  /// Steps by name; the request of each is `http://a.example/NAME` unless another draft is given.
  static func fixture(
    _ steps: [GraphStep], onFailure: GraphPlan.FailurePolicy = .stop, drafts: [String: Draft] = [:],
    scheduling: Job.Scheduling = .queued
  ) -> NewGraph {
    var all = drafts
    for step in steps {
      if case .request(let name) = step.work, all[name] == nil { all[name] = .fixture(name) }
    }
    return NewGraph(
      GraphPlan(name: "test", onFailure: onFailure, steps: steps), GraphMaterial(drafts: all),
      scheduling: scheduling)
  }
}

extension GraphStep {
  static func request(
    _ name: String, inputs: [Input] = [], needs: [String] = [], after: [String] = []
  ) -> GraphStep {
    GraphStep(name: name, work: .request(name), inputs: inputs, needs: needs, after: after)
  }
}

extension OutgoingAttempt {
  /// The last part of its address.
  var name: String { String(request.url.split(separator: "/").last ?? "") }
}

/// Graphs through a client: steps become jobs, values go from one to the next.
@Suite struct ClientGraphTests {
  private func ended(
    _ graph: NewGraph, _ script: @escaping @Sendable (OutgoingAttempt) -> FakeTransport.Reply
  ) async throws -> (run: GraphRun, bench: Bench) {
    let bench = Bench(script)
    try await bench.client.start(as: .runner)
    let id = try await bench.client.submit(graph)
    return (try #require(try await bench.client.wait(for: id)), bench)
  }

  @Test func `R20 a concurrent graph sends all at once and gives results in input order`()
    async throws
  {
    let graph = NewGraph.concurrent(["c", "b", "a"].map { .fixture($0) })
    let (run, bench) = try await ended(graph) { .body(200, "\"\($0.name)\"") }
    #expect(run.steps.map(\.state) == [.done, .done, .done])
    #expect(Set(bench.transport.begun.map(\.name)) == ["a", "b", "c"])
    var results: [StoredBody] = []
    for step in 0..<3 {
      results.append(try await bench.client.result(of: GraphPosition(graph: run.id, step: step)))
    }
    #expect(results == ["\"c\"", "\"b\"", "\"a\""].map { .inline(Array($0.utf8)) })
  }

  @Test func `R21 a serial graph sends each request after the one before it`() async throws {
    let (run, bench) = try await ended(.serial(["a", "b", "c"].map { .fixture($0) })) { _ in
      .response(200)
    }
    #expect(run.summary.text == "3 of 3")
    #expect(bench.transport.begun.map(\.name) == ["a", "b", "c"])
    #expect(bench.transport.most == 1)
  }

  @Test func `a literal is the same value in each run`() async throws {
    let graph = NewGraph.fixture(
      [.request("user", inputs: [.init(name: "id", literal: "\"a b\"")])],
      drafts: ["user": Draft(url: "http://a.example/user?id={{id}}")])
    let (run, bench) = try await ended(graph) { _ in .response(200) }
    #expect(run.steps.map(\.state) == [.done])
    #expect(bench.transport.begun.last?.request.url == "http://a.example/user?id=a%20b")
  }

  @Test func `a graph with a literal that is not JSON is refused`() async throws {
    let graph = NewGraph.fixture([.request("user", inputs: [.init(name: "id", literal: "a b")])])
    await #expect(throws: Failure.self) { _ = try await ended(graph) { _ in .response(200) } }
  }

  @Test func `B16 a step's templates take values from any ancestor's response by pointer`()
    async throws
  {
    let graph = NewGraph.fixture(
      [
        .request("login"),
        .request(
          "user", inputs: [.init(name: "token", step: "login", pick: .pointer("/auth/token"))]),
        .request(
          "order",
          inputs: [
            .init(name: "token", step: "login", pick: .pointer("/auth/token")),
            .init(name: "id", step: "user", pick: .pointer("/id")),
            .init(name: "tags", step: "user", pick: .pointer("/tags")),
          ]),
      ],
      drafts: [
        "user": Draft(url: "http://a.example/user", authorization: .bearer("{{token}}")),
        "order": Draft(
          method: "POST", url: "http://a.example/order/{{id}}", body: .json("{\"tags\": {{tags}}}")),
      ])
    let (run, bench) = try await ended(graph) { attempt in
      switch attempt.name {
      case "login": .body(200, #"{"auth": {"token": "t\u00f6k"}}"#)
      case "user": .body(200, #"{"id": 17, "tags": ["x", "y"]}"#)
      default: .response(201)
      }
    }
    #expect(run.steps.map(\.state) == [.done, .done, .done], "\(run.steps.map(\.failure))")
    let last = try #require(bench.transport.begun.last?.request)
    #expect(last.url == "http://a.example/order/17")
    if case .bytes(let bytes) = last.body {
      #expect(String(decoding: bytes, as: UTF8.self) == #"{"tags": ["x", "y"]}"#)
    } else {
      Issue.record("\(last.body)")
    }
    #expect(bench.transport.begun.map(\.name) == ["login", "user", "17"])
    let job = try #require(run.steps[2].job)
    let draft = try #require(try await bench.client.requests(of: job)?.draft)
    #expect(draft.url == "http://a.example/order/17")
    #expect(draft.body == .json(#"{"tags": ["x", "y"]}"#))
  }

  @Test func `a missing value fails its step with its name and place, and nothing is sent for it`()
    async throws
  {
    let graph = NewGraph.fixture([
      .request("a"),
      .request("b", inputs: [.init(name: "token", step: "a", pick: .pointer("/token"))]),
      .request("c", needs: ["b"]), .request("d", after: ["b"]),
    ])
    for body in [#"{"tok": 1}"#, #"{"token": null}"#, "<html>", ""] {
      let (run, bench) = try await ended(graph) { _ in .body(200, body) }
      #expect(
        run.steps.map(\.state) == [.done, .failed, .skipped(because: 1), .notRun], "\(body)")
      let failure = try #require(run.steps[1].failure)
      #expect(failure.what == "The value `token` is missing.")
      #expect(failure.why.contains("`a`"))
      #expect(bench.transport.begun.map(\.name) == ["a"])
    }
  }

  @Test func `R25 a failed step stops the graph, or only what needs it`() async throws {
    let steps: [GraphStep] = [
      .request("a"), .request("b", needs: ["a"]), .request("c", after: ["a"]),
    ]
    let (stopped, _) = try await ended(.fixture(steps)) {
      $0.name == "a" ? .response(500) : .response(200)
    }
    #expect(stopped.steps.map(\.state) == [.failed, .skipped(because: 0), .notRun])
    #expect(stopped.summary.text == "0 of 3, 1 failed, 1 skipped, stopped")
    #expect(stopped.steps[0].failure?.what == "The response is 500 Internal Server Error.")
    let (goesOn, _) = try await ended(.fixture(steps, onFailure: .continue)) {
      $0.name == "a" ? .response(500) : .response(200)
    }
    #expect(goesOn.steps.map(\.state) == [.failed, .skipped(because: 0), .done])
  }

  @Test func `a step may expect a status of 400 or more, and no other then`() async throws {
    var lost = GraphStep.request("a")
    lost.expect = try Assertion("status 404")
    let (done, _) = try await ended(.fixture([lost])) { _ in .response(404) }
    let (failed, _) = try await ended(.fixture([lost])) { _ in .response(200) }
    #expect(done.steps[0].state == .done && failed.steps[0].failure?.kind == .assertion)
  }

  @Test func `T-R5 an empty graph ends at once, and what is not a graph is refused`() async throws {
    let bench = Bench()
    try await bench.client.start(as: .runner)
    let id = try await bench.client.submit(.fixture([]))
    #expect(try await bench.client.wait(for: id)?.isEnded == true)
    for steps: [GraphStep] in [
      [.request("a", needs: ["b"]), .request("b", needs: ["a"])], [.request("a", needs: ["z"])],
      [.request("a"), .request("a")],
    ] {
      let failure = await #expect(throws: Failure.self) {
        try await bench.client.submit(.fixture(steps))
      }
      #expect(failure?.kind == .invalidRequest)
    }
    let lost = await #expect(throws: Failure.self) {
      try await bench.client.submit(
        NewGraph(GraphPlan(name: "x", steps: [.request("gone")]), GraphMaterial()))
    }
    #expect(lost?.why.contains("`gone`") == true)
    #expect(try await bench.client.graphs().count == 1)
  }

  @Test func `a graph that goes at once runs in a sender, beside paused lanes`() async throws {
    let bench = Bench()
    try await bench.client.start(as: .sender)
    try await bench.client.pause(LaneKey(name: "http://a.example:80"))
    var graph = NewGraph.serial(["a", "b"].map { .fixture($0) })
    graph.scheduling = .immediate
    let id = try await bench.client.submit(graph)
    #expect(try await bench.client.wait(for: id)?.summary.text == "2 of 2")
  }

  @Test func `a graph waits with its lane, and goes on when that is resumed`() async throws {
    let bench = Bench()
    try await bench.client.start(as: .runner)
    let id = try await bench.client.submit(.serial(["a", "b"].map { .fixture($0) }))
    _ = try await bench.client.wait(for: id)
    let lane = try #require(try await bench.client.lanes().first?.lane.key)
    try await bench.client.pause(lane)
    let second = try await bench.client.submit(.serial(["c", "d"].map { .fixture($0) }))
    await bench.client.waitUntilIdle()
    #expect(bench.transport.begun.count == 2)
    try await bench.client.resume(lane)
    #expect(try await bench.client.wait(for: second)?.summary.text == "2 of 2")
  }

  @Test func `a graph that the user must decide about is waited for no longer`() async throws {
    let (run, _) = try await ended(
      .fixture([.request("a"), .request("b", needs: ["a"])], drafts: ["a": .fixture("a", "POST")])
    ) { _ in .fail(.connectionLost, .something) }
    #expect(run.steps.map(\.state) == [.running, .waiting])
  }

  @Test func `R40 a graph's end comes once, with each step's, and its jobs name it`() async throws {
    let bench = Bench { $0.name == "b" ? .response(500) : .response(200) }
    let events = await bench.client.eventLog()
    try await bench.client.start(as: .runner)
    let id = try await bench.client.submit(
      .fixture([.request("a"), .request("b", after: ["a"]), .request("c", needs: ["b"])]))
    _ = try await bench.client.wait(for: id)
    await bench.client.quit(.drain)
    var ends: [String] = []
    var named: Set<GraphID?> = []
    for await event in events {
      switch event.kind {
      case .graphFinished(let end):
        ends.append(
          "\(event.graph ?? GraphID(0)) \(end.steps.map(\.outcome.rawValue).joined(separator: " ")) \(end.summary)"
        )
      case .finished: named.insert(event.graph)
      default: continue
      }
    }
    #expect(ends == ["g1 done failed skipped 1 of 3"])
    #expect(named == [id])
  }

  @Test func `a graph reports how long it took from its first step's start, not from its commit`()
    async throws
  {
    let bench = Bench { _ in .hang }
    let ends = await bench.client.eventLog(of: [.graphFinished])
    try await bench.client.start(as: .runner)
    let id = try await bench.client.submit(.fixture([.request("a"), .request("b", needs: ["a"])]))
    try await eventually { bench.transport.open.count == 1 }
    // What runs finishes: the graph took as long as both, and waited in between.
    try await bench.client.hold(id)
    bench.clock.advance(by: .seconds(4))
    bench.transport.reply(bench.transport.open[0], .response(200))
    try await bench.client.release(id)
    try await eventually { bench.transport.open.first?.job == JobID(2) }
    bench.clock.advance(by: .seconds(7))
    bench.transport.reply(bench.transport.open[0], .response(200))
    #expect(try await bench.client.wait(for: id)?.summary.text == "2 of 2")
    await bench.client.quit(.drain)
    var spans: [Duration?] = []
    for await event in ends {
      if case .graphFinished(let end) = event.kind { spans.append(end.duration) }
    }
    #expect(spans == [.seconds(11)])
  }

  @Test func `R29 a graph's word on the cache holds where its request has none`() async throws {
    let fresh = [ResponseField("Cache-Control", "max-age=60")]
    let bench = Bench(cache: MemoryCache()) { _ in .response(200, fresh) }
    try await bench.client.start(as: .runner)
    func run(_ cache: CacheDefaults, _ own: CacheRule? = nil) async throws -> ResponseSource? {
      var draft = Draft.fixture("a")
      draft.options.cache = own
      var graph = NewGraph.fixture([.request("a")], drafts: ["a": draft])
      graph.plan.cache = cache
      let id = try await bench.client.submit(graph)
      let job = try #require(try await bench.client.wait(for: id)?.steps.first?.job)
      return try await bench.client.attempts(of: job).last?.result?.source
    }
    #expect(try await run(CacheDefaults(reading: .fresh)) == .network)
    #expect(try await run(CacheDefaults(reading: .fresh)) == .cache(age: .zero))
    #expect(try await run(CacheDefaults()) == .network)
    #expect(try await run(CacheDefaults(reading: .fresh), CacheRule(mode: .off)) == .network)
  }

  @Test func `the responses that a graph may still need are not deleted`() async throws {
    let bench = Bench { $0.name == "b" ? .hang : .body(200, #"{"id": 5}"#) }
    try await bench.client.start(as: .runner)
    let id = try await bench.client.submit(
      .fixture(
        [
          .request("a"), .request("b", after: ["a"]),
          .request(
            "c", inputs: [.init(name: "id", step: "a", pick: .pointer("/id"))], after: ["b"]),
        ], drafts: ["c": Draft(url: "http://a.example/{{id}}")]))
    try await eventually { bench.transport.open.count == 1 }
    #expect(try await bench.client.clearFinished() == 0)
    bench.transport.reply(bench.transport.open[0], .response(200))
    #expect(try await bench.client.wait(for: id)?.summary.text == "3 of 3")
    #expect(bench.transport.begun.map(\.name) == ["a", "b", "5"])
    #expect(try await bench.client.clearFinished() == 3)
    #expect(try await bench.client.graphs() == [])
  }
}
