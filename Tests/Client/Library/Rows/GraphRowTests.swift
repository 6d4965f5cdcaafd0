import ClientCore
import ClientModel
import TestSupport
import TestTraits
import Testing

/// Requests that belong together: concurrent, serial, and with values that go from one to the next.
@Suite(.usesSystem(minutes: 6)) struct GraphRowTests {
  private func answering() throws -> AnsweringServer {
    try AnsweringServer { request in
      let status = request.query("status").flatMap { Int($0) } ?? 200
      return AnsweringServer.response(status, #"{"at": "\#(request.path)", "next": "b1"}"#)
    }
  }

  private func step(
    _ name: String, _ inputs: [GraphStep.Input] = [], needs: [String] = [], after: [String] = []
  ) -> GraphStep {
    GraphStep(name: name, work: .request(name), inputs: inputs, needs: needs, after: after)
  }

  @Test func `R20 concurrent requests all start, and one end is reported when all are done`()
    async throws
  {
    let server = try LedgerServer(.written)
    let bench = try await LibraryBench()
    let drafts = (["c", "b", "a"] as [String]).map {
      Draft(name: $0, url: server.url + "/\($0)?hold=all")
    }
    let lane = LaneKey(name: try PreparedRequest(drafts[0]).origin.description)
    try await bench.client.setLimit(3, of: lane)
    let events = try await bench.events(of: [.graphFinished]) {
      let id = try await bench.client.submit(.concurrent(drafts))
      let held = try await onOwnThread { poll { server.held == 3 ? server.held : nil } }
      #expect(held == 3, "\(server.held) requests are at the server")
      server.release("all")
      let run = try #require(try await bench.client.wait(for: id))
      #expect(run.plan.steps.map(\.name) == ["c", "b", "a"] && run.summary.text == "3 of 3")
    }
    #expect(events.count == 1)
  }

  @Test func `R21 serial requests go strictly one after another`() async throws {
    let server = try answering()
    let bench = try await LibraryBench()
    let drafts = (["a", "b", "c"] as [String]).map { Draft(name: $0, url: server.url + "/\($0)") }
    let events = try await bench.events(of: [.started, .finished]) {
      let run = try await bench.run(.serial(drafts))
      #expect(run.summary.text == "3 of 3")
    }
    #expect(server.lines == ["GET /a", "GET /b", "GET /c"])
    let words = events.map { "\($0.kind.job?.name ?? "?") \($0.word)" }
    #expect(words == ["a", "b", "c"].flatMap { ["\($0) started", "\($0) finished"] })
  }

  @Test func `R22 a request is made of the result before it`() async throws {
    let server = try answering()
    let bench = try await LibraryBench()
    let plan = GraphPlan(
      name: "two",
      steps: [
        step("a"), step("b", [.init(name: "next", step: "a", pick: .pointer("/next"))]),
        // One that takes nothing from it.
        step("c", after: ["b"]),
      ])
    let drafts = [
      "a": Draft(url: server.url + "/a"), "c": Draft(url: server.url + "/c"),
      "b": Draft(method: "POST", url: server.url + "/{{next}}", body: .json(#"{"n": "{{next}}"}"#)),
    ]
    let run = try await bench.run(NewGraph(plan, GraphMaterial(drafts: drafts)))
    #expect(run.summary.text == "3 of 3", "\(run.steps.map(\.failure))")
    #expect(server.lines == ["GET /a", "POST /b1", "GET /c"])
    let body = server.requests.dropFirst().first?.body ?? []
    #expect(String(decoding: body, as: UTF8.self) == #"{"n": "b1"}"#)
    await bench.client.quit(.drain)
  }

  @Test func `R23 each request of a graph has its own end beside the graph's`() async throws {
    let server = try answering()
    let bench = try await LibraryBench()
    let drafts = (["a", "b"] as [String]).map { Draft(name: $0, url: server.url + "/\($0)") }
    let events = try await bench.events(of: [.finished, .graphFinished]) {
      let run = try await bench.run(.serial(drafts))
      for (step, name) in zip(run.steps, ["a", "b"]) {
        let end = try await bench.end(of: try #require(step.job))
        #expect(end.job.name == name && end.job.state == .succeeded)
      }
    }
    #expect(events.map { $0.kind.job?.name ?? "graph" } == ["a", "b", "graph"])
  }

  @Test func `R24 a graph's end lists each result in the order given, and whether it was stopped`()
    async throws
  {
    let server = try answering()
    let bench = try await LibraryBench()
    let plan = GraphPlan(
      name: "stops",
      steps: [step("last", after: ["bad"]), step("bad", after: ["good"]), step("good")])
    let drafts = [
      "good": Draft(url: server.url + "/good"), "last": Draft(url: server.url + "/last"),
      "bad": Draft(url: server.url + "/bad?status=404"),
    ]
    let events = try await bench.events(of: [.graphFinished]) {
      let run = try await bench.run(NewGraph(plan, GraphMaterial(drafts: drafts)))
      #expect(try await bench.result(of: run, 2) == #"{"at": "/good", "next": "b1"}"#)
      #expect(try await bench.result(of: run, 0) == nil)
    }
    guard case .graphFinished(let end)? = events.first?.kind else {
      Issue.record("no end of the graph in \(events)")
      return
    }
    #expect(end.steps.map(\.name) == ["last", "bad", "good"])
    #expect(end.steps.map(\.outcome) == [.notRun, .failed, .done])
    #expect(
      end.steps.map(\.result) == [
        .none, .inline(Array(#"{"at": "/bad", "next": "b1"}"#.utf8)),
        .inline(Array(#"{"at": "/good", "next": "b1"}"#.utf8)),
      ])
    #expect(end.isStopped && events.count == 1)
  }

  @Test func `R25 the first failure ends a graph that is to stop, and another goes on`()
    async throws
  {
    let server = try answering()
    let bench = try await LibraryBench()
    let drafts = [
      Draft(name: "bad", url: server.url + "/bad?status=404"),
      Draft(name: "b", url: server.url + "/b"),
    ]
    let stopped = try await bench.run(.serial(drafts, onFailure: .stop))
    #expect(stopped.isStopped && stopped.steps.map(\.state) == [.failed, .notRun])
    #expect(server.lines == ["GET /bad?status=404"])
    let goesOn = try await bench.run(.serial(drafts, onFailure: .continue))
    #expect(!goesOn.isStopped && goesOn.steps.map(\.state) == [.failed, .done])
    await bench.client.quit(.drain)
  }

  @Test
  func `R26 T-R14 every event of a graph's requests names the graph and the caller's identifier`()
    async throws
  {
    let server = try answering()
    let bench = try await LibraryBench()
    let drafts = ["a", "b?status=404"].map { Draft(url: server.url + "/\($0)") }
    var graphs: [GraphID] = []
    let words: Set<Event.Word> = [
      .submitted, .started, .received, .failed, .finished, .graphFinished,
    ]
    let events = try await bench.events(of: words) {
      for number in 0..<2 {
        var graph = NewGraph.serial(drafts)
        graph.plan.call = "call-\(number)"
        graphs.append(try await bench.run(graph).id)
      }
      _ = try await bench.send(Draft(url: server.url + "/alone"))
    }
    #expect(events.suffix(3).allSatisfy { $0.call == nil })
    for (number, graph) in graphs.enumerated() {
      #expect(events.filter { $0.graph == graph }.allSatisfy { $0.call == "call-\(number)" })
    }
    #expect(events.filter { $0.word == .graphFinished }.map(\.call) == ["call-0", "call-1"])
    #expect(graphs.count == 2 && graphs[0] != graphs[1])
    let jobs = events.filter { $0.word != .graphFinished }
    #expect(jobs.allSatisfy { $0.job != nil })
    for (number, graph) in graphs.enumerated() {
      let own = jobs.filter { $0.graph == graph }
      #expect(Set(own.compactMap(\.job)).count == 2)
      #expect(
        own.map(\.word) == [
          .submitted, .started, .received, .finished, .submitted, .started, .failed, .finished,
        ], "graph \(number)")
    }
    #expect(jobs.filter { $0.graph == nil }.map(\.word).suffix(2) == [.received, .finished])
  }

  @Test func `R27 R11 local steps take results before them, alone, in a row and side by side`()
    async throws
  {
    let server = try AnsweringServer { _ in
      AnsweringServer.response(200, #"{"list": [{"name": "a"}, 7, {"name": "b"}]}"#)
    }
    let bench = try await LibraryBench()
    func input(_ name: String, _ from: String, _ pointer: String) -> GraphStep.Input {
      GraphStep.Input(name: name, step: from, pick: .pointer(pointer))
    }
    let plan = GraphPlan(
      name: "local",
      steps: [
        step("list"),
        GraphStep(
          name: "names", work: .jq("[.all[] | objects | .name]"),
          inputs: [input("all", "list", "/list")]),
        GraphStep(name: "one", work: .jq(".it.name"), inputs: [input("it", "list", "/list/2")]),
        GraphStep(name: "count", work: .jq(".n | length"), inputs: [input("n", "names", "")]),
        GraphStep(name: "alone", work: .jq("1 + 1")),
      ])
    let material = GraphMaterial(drafts: ["list": Draft(url: server.url + "/list")])
    let run = try await bench.run(NewGraph(plan, material))
    #expect(run.summary.text == "5 of 5", "\(run.steps.map(\.failure))")
    var results: [String?] = []
    for step in 1..<5 { results.append(try await bench.result(of: run, step)) }
    // An element that is not an object is left out.
    #expect(results == [#"["a","b"]"#, #""b""#, "2", "2"])
    #expect(server.requests.count == 1)
    await bench.client.quit(.drain)
  }

  @Test func `B16 a call is a step that others depend on, and cancelling passes through`()
    async throws
  {
    let server = try LedgerServer(.written)
    let bench = try await LibraryBench()
    let plan = GraphPlan(
      name: "chain", onFailure: .continue,
      steps: [step("a"), step("b", needs: ["a"]), step("c", after: ["b"])])
    let drafts = Dictionary(
      uniqueKeysWithValues: ["a", "b", "c"].map {
        ($0, Draft(url: server.url + "/\($0)?hold=\($0)"))
      })
    let id = try await bench.client.submit(NewGraph(plan, GraphMaterial(drafts: drafts)))
    let held = try await onOwnThread { poll { server.held == 1 ? true : nil } }
    #expect(held == true)
    let job = try #require(try await bench.client.graphs().first?.steps[0].job)
    try await bench.client.cancel([job])
    server.release("c")
    let run = try #require(try await bench.client.wait(for: id))
    #expect(run.steps.map(\.state) == [.cancelled, .skipped(because: 0), .done])
    guard case .cancelled = try await bench.end(of: job).job.state else {
      Issue.record("the cancelled step's job is not cancelled")
      return
    }
    #expect(run.summary.text == "1 of 3, 1 cancelled, 1 skipped")
    #expect(run.reason(0) == "because a was cancelled")
    server.release("a")
    #expect(try server.ledger.entries().map(\.id) == ["a", "c"])
    await bench.client.quit(.drain)
  }

  @Test func `T-R5 empty, unresolvable and default-server graphs end with a clear result`()
    async throws
  {
    let server = try answering()
    let bench = try await LibraryBench()
    #expect(try await bench.run(.serial([])).isEnded)
    #expect(try await bench.run(.concurrent([])).isEnded)
    let gateways = Gateways(
      all: [Gateway(name: "api", url: "@main")], standard: "api", servers: ["main": server.url])
    let plan = GraphPlan(
      name: "three", onFailure: .continue, steps: [step("default"), step("named"), step("gone")])
    let drafts = [
      "default": Draft(url: "/default"), "named": Draft(url: "@main/named"),
      "gone": Draft(url: "@nowhere/x"),
    ]
    let run = try await bench.run(
      NewGraph(plan, GraphMaterial(drafts: drafts, gateways: gateways)))
    #expect(run.steps.map(\.state) == [.done, .done, .failed])
    #expect(run.steps[2].failure?.what.contains("@nowhere") == true)
    #expect(server.lines.sorted() == ["GET /default", "GET /named"])
    await bench.client.quit(.drain)
  }
}
