import ClientCore
import ClientHTTP
import ClientModel
import TestSupport
import TestTraits
import Testing

/// What a service's responses mean, and what all requests to one service share.
@Suite(.usesSystem(minutes: 6)) struct ServiceRowTests {
  /// The request that renews credentials.
  private struct TokenRequest: RenewalSource {
    let url: String

    func request(
      named name: String, workspace: String, environment: String
    ) async throws(Failure) -> PreparedRequest {
      try PreparedRequest(.post, to: "\(url)/\(name)")
    }
  }

  private func answering() throws -> AnsweringServer {
    try AnsweringServer { request in
      switch request.path {
      case "/token": return AnsweringServer.response(200, #"{"token": "fresh"}"#)
      case "/old": return AnsweringServer.response(426)
      case "/declared": return AnsweringServer.response(200, #"{"status": 17}"#)
      default:
        guard let sent = request.header("Authorization"), sent != "Bearer fresh" else {
          return AnsweringServer.response(200, #"{"status": 0}"#)
        }
        return AnsweringServer.response(401)
      }
    }
  }

  private var rule: OutcomeRule {
    OutcomeRule(
      failure: [OutcomeClause(values: [ValueTest("/status", .oneOf(["17"]))])], code: ["/status"],
      refresh: RefreshRule(request: "token", token: "/token"))
  }

  @Test func `B1 each provider has its rule, and expired tokens and forced updates one treatment`()
    async throws
  {
    let server = try answering()
    let bench = try await LibraryBench(renewals: TokenRequest(url: server.url))
    let gateways = Gateways(all: [
      Gateway(
        name: "api", url: server.url, authorization: .bearer("stale"), outcome: rule),
      Gateway(name: "plain", url: server.url),
    ])
    func send(_ path: String, _ gateway: String) async throws -> LibraryBench.Exchange {
      try await bench.send(Draft(url: path, gateway: gateway), through: gateways)
    }
    let renewed = try await send("/a", "api")
    #expect(renewed.job.state == .succeeded && renewed.body == #"{"status": 0}"#)
    #expect(server.lines == ["GET /a", "POST /token", "GET /a"])
    #expect(try await send("/b", "api").job.state == .succeeded)
    #expect(server.lines.count == 4, "renewed once for all")
    #expect(try await send("/old", "api").failure?.kind == .upgradeRequired)
    #expect(try await send("/declared", "api").failure?.kind == .serviceFailure)
    // The other provider's responses mean what they say.
    #expect(try await send("/declared", "plain").job.state == .succeeded)
    await bench.client.quit(.drain)
  }

  @Test
  func `B3 what all requests share lies below a method's, a gateway's own and each request's own`()
    async throws
  {
    let server = try RecorderServer()
    let bench = try await LibraryBench()
    let gateways = Gateways.api(server.url) { gateway in
      gateway.defaults.headers = [
        DraftField("A", "all"), DraftField("B", "all"), DraftField("C", "all"),
      ]
      gateway.methods["POST"] = GatewayDefaults(
        headers: [DraftField("B", "post"), DraftField("C", "post")])
    }
    for method in ["GET", "POST"] {
      _ = try await bench.send(
        Draft(method: method, url: "/x", headers: [DraftField("C", "own")]), through: gateways)
    }
    let seen = server.requests.map { request in ["A", "B", "C"].map { request.header($0) } }
    #expect(seen == [["all", "all", "own"], ["all", "post", "own"]])
    // Three layers: what all services share, the one of a provider, and one of its parts.
    let common = Gateway(
      name: "common", url: "",
      defaults: GatewayDefaults(headers: [DraftField("A", "common"), DraftField("B", "common")]))
    let provider = Gateway(
      name: "provider", url: server.url,
      defaults: GatewayDefaults(headers: [DraftField("b", "provider")]), pause: .offline
    ).extending(common)
    let part = Gateway(
      name: "part", url: "", defaults: GatewayDefaults(headers: [DraftField("C", "part")]),
      lane: LaneRule(limit: 1)
    ).extending(provider)
    #expect(part.bases == ["provider", "common"] && part.pause == .offline)
    _ = try await bench.send(
      Draft(url: "/x", gateway: "part"), through: Gateways(all: [provider, part]))
    let last = try #require(server.requests.last)
    #expect(["A", "B", "C"].map { last.header($0) } == ["common", "provider", "part"])
    await bench.client.quit(.drain)
  }

  @Test func `B4 a provider brings its queue and its parser, and waiters go on where they waited`()
    async throws
  {
    let server = try answering()
    let stages = GatewayMiddleware(["api": Middleware(onResponse: [RootPath("/status")])])
    let bench = try await LibraryBench(middleware: stages)
    let gateways = Gateways(all: ["api", "other"].map { Gateway(name: $0, url: server.url) })
    let drafts = ["api", "other"].map { Draft(name: $0, url: "/x", gateway: $0) }
    var graph = NewGraph.concurrent(drafts)
    graph.material.gateways = gateways
    try await bench.client.pause(LaneKey(name: "other"))
    let id = try await bench.client.submit(graph)
    await bench.client.waitUntilIdle()
    let jobs = try await bench.client.jobs(matching: JobQuery(order: .oldestFirst))
    #expect(jobs.map(\.lane.name) == ["api", "other"])
    #expect(jobs.map(\.state.word) == [.succeeded, .waiting])
    let (first, last) = (try #require(jobs.first), try #require(jobs.last))
    #expect(try await bench.end(of: first.id).result?.processing?.root == "/status")
    try await bench.client.resume(LaneKey(name: "other"))
    #expect(try await bench.client.wait(for: id)?.summary.text == "2 of 2")
    #expect(try await bench.end(of: last.id).result?.processing == nil)
    await bench.client.quit(.drain)
  }

  @Test func `B5 a request succeeds or fails, by the network or the service, and always ends`()
    async throws
  {
    let server = try answering()
    let bench = try await LibraryBench()
    let gateways = Gateways.api(server.url) { $0.outcome = rule }
    let events = try await bench.events(of: [.finished]) {
      let good = try await bench.send(Draft(url: "/a"), through: gateways)
      #expect(good.failure == nil && good.body == #"{"status": 0}"#)
      let declared = try await bench.send(Draft(url: "/declared"), through: gateways)
      #expect(declared.failure?.kind == .serviceFailure && declared.body == #"{"status": 17}"#)
      var lost = Draft(url: "http://127.0.0.1:1/x")
      lost.options.retry.attempts = 1
      #expect(try await bench.send(lost).failure?.kind == .refused)
    }
    #expect(events.map { $0.kind.job?.state.word } == [.succeeded, .failed, .failed])
  }

  @Test func `B9 who draws hears how far a request is, and when there is nothing more to do`()
    async throws
  {
    let body = "[" + String(repeating: "1,", count: 500) + "1]"
    let response = ScriptedResponse.json(nil, "*", body, bodyTime: .milliseconds(20))
    let bench = try await LibraryBench(ScriptedTransport([response]))
    let update = await bench.client.events()
    let request = try PreparedRequest(to: "http://a.example/x")
    let job = NewJob(request: request, lane: LaneKey(name: "a"))
    let id = try await bench.client.submit([job])[0]
    var reported: [String] = []
    var received: [ByteCount] = []
    loop: for await event in update {
      switch event {
      case .jobsChanged(let jobs):
        reported += jobs.filter { $0.id == id }.map(\.state.word.rawValue)
      case .headArrived: reported.append("head")
      case .progressed(_, let progress): received.append(progress.received)
      case .idle: break loop
      default: continue
      }
    }
    #expect(reported == ["waiting", "running", "head", "succeeded"])
    #expect(received.count == 10 && received == received.sorted())
    #expect(received.last == ByteCount(body.utf8.count))
    await bench.client.quit(.drain)
  }

  @Test func `R28 the connection pool is changed while requests run, and holds at once`()
    async throws
  {
    let server = try LedgerServer(.written)
    let bench = try await LibraryBench()
    let lane = LaneKey(name: "many")
    try await bench.client.setLimit(8, of: lane)
    bench.client.setConnectionPool(ConnectionPool(perHost: 1))
    func held(_ count: Int) async throws {
      let found = try await onOwnThread { poll { server.held == count ? count : nil } }
      #expect(found == count, "\(server.held) requests are at the server")
    }
    let ids = try await bench.client.submit(
      try (0..<4).map {
        NewJob(request: try PreparedRequest(to: server.url + "/\($0)?hold=all"), lane: lane)
      })
    try await held(1)
    // All are under way: three wait for a connection.
    let running = try await bench.client.count(matching: JobQuery(states: [.running]))
    #expect(running == 4 && server.connections == 1)
    bench.client.setConnectionPool(ConnectionPool(perHost: 3))
    try await held(3)
    bench.client.setConnectionPool(ConnectionPool())
    try await held(4)
    server.release("all")
    #expect(try await bench.client.wait(for: ids).allSatisfy { $0.state == .succeeded })
    await bench.client.quit(.drain)
  }

  @Test func `B17 the next page is asked for as long as there is one, by a link or by a rule`()
    async throws
  {
    let server = try AnsweringServer { request in
      let page = request.query("page").flatMap { Int($0) } ?? 1
      let link = page < 3 ? "Link: </items?page=\(page + 1)>; rel=\"next\"\r\n" : ""
      return AnsweringServer.response(200, "[\(page * 2 - 1), \(page * 2)]", link)
    }
    let bench = try await LibraryBench()
    var end = try await bench.send(Draft(url: server.url + "/items?page=1"))
    var all = [end.body]
    for _ in 0..<2 {
      let next = try #require(try await bench.client.submitPage(.next, of: end.job.id))
      end = try await bench.end(of: next)
      all.append(end.body)
    }
    #expect(all == ["[1, 2]", "[3, 4]", "[5, 6]"])
    let last = await #expect(throws: Failure.self) {
      try await bench.client.submitPage(.next, of: end.job.id)
    }
    #expect(last?.what == "There is no next page.")
    #expect(server.requests.count == 3)
    // Without a link, by the cursor that each page has for the next one.
    let cursors = try AnsweringServer { request in
      let from = request.header("X-After").flatMap { Int($0) } ?? 0
      let next = from < 2 ? ", \"next\": \(from + 1)" : ""
      return AnsweringServer.response(200, "{\"items\": [\(from)]\(next)}")
    }
    let gateways = Gateways.api(cursors.url) {
      $0.paging = PagingRule(.cursor(.body("/next")), .header("X-After"))
    }
    end = try await bench.send(Draft(url: "/items"), through: gateways)
    var standings: [PageAvailability] = []
    for _ in 0..<3 {
      standings.append(try await bench.client.standing(of: .next, end.job.id))
      guard standings.last == .there else { break }
      end = try await bench.end(
        of: try #require(try await bench.client.submitPage(.next, of: end.job.id)))
    }
    #expect(standings == [.there, .there, .none] && end.body == #"{"items": [2]}"#)
    await bench.client.quit(.drain)
  }
}
