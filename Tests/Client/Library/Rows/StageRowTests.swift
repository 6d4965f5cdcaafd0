import ClientCore
import ClientHTTP
import ClientModel
import TestSupport
import TestTraits
import Testing

/// What is done to responses before anybody sees them: parsers and processors.
@Suite(.usesSystem(minutes: 6)) struct StageRowTests {
  private static let garbage = "{oops"

  /// Reads `a=1` lines as a JSON object.
  private let pairs = ClosureProcessor("pairs") { response in
    var response = response
    let text = String(decoding: try response.body.bytes(), as: UTF8.self)
    let parts = text.split(separator: "=")
    guard parts.count == 2 else {
      throw Failure(.malformedResponse, what: "No pair.", why: "It is none.", whatToDo: "Send one.")
    }
    response.body = Body(
      Array(#"{"\#(parts[0])":"\#(parts[1])"}"#.utf8), mediaType: "application/json")
    return response
  }

  private func table(_ type: String, _ parser: any Processor) -> ParserTable {
    var table = ParserTable()
    table.setParser(parser, for: type)
    return table
  }

  @Test func `R6 what a stage makes of a response is what waiters, events and next steps see`()
    async throws
  {
    let server = try AnsweringServer { request in
      AnsweringServer.response(200, request.path == "/first" ? #"{"id": 1}"# : "[]")
    }
    let stage = ClosureProcessor("nine") { response in
      // Nothing is returned in its place where the response stays as it is.
      guard response.request.url.hasSuffix("/first") else { return response }
      var response = response
      response.body = Body(Array(#"{"id": 9}"#.utf8), mediaType: "application/json")
      return response
    }
    let bench = try await LibraryBench(middleware: Middleware(onResponse: [stage]))
    let plan = GraphPlan(
      name: "two",
      steps: [
        GraphStep(name: "a", work: .request("a")),
        GraphStep(
          name: "b", work: .request("b"),
          inputs: [GraphStep.Input(name: "id", step: "a", pick: .pointer("/id"))]),
      ])
    let drafts = ["a": Draft(url: server.url + "/first"), "b": Draft(url: server.url + "/{{id}}")]
    let events = try await bench.events(of: [.received]) {
      let run = try await bench.run(NewGraph(plan, GraphMaterial(drafts: drafts)))
      #expect(run.summary.text == "2 of 2")
      let end = try await bench.end(of: try #require(run.steps[0].job))
      #expect(end.body == #"{"id": 9}"#)
    }
    #expect(server.lines == ["GET /first", "GET /9"])
    #expect(
      events.map(\.kind.exchange?.body) == [
        .inline(Array(#"{"id": 9}"#.utf8)), .inline(Array("[]".utf8)),
      ])
  }

  @Test func `R9 a codec writes bodies, reads responses, serves the cache and sees each reply`()
    async throws
  {
    let server = try AnsweringServer { _ in
      AnsweringServer.response(200, "id=7", type: "text/x-pairs", "Cache-Control: max-age=600\r\n")
    }
    let middleware = Middleware(parsers: table("text/x-pairs", pairs))
    let bench = try await LibraryBench(cache: MemoryCache(), middleware: middleware)
    let gateways = Gateways.api(server.url) { $0.encoding = .form }
    let posted = try await bench.send(
      Draft(method: "POST", url: "/x", body: .json(#"{"a": 1}"#)), through: gateways)
    #expect(posted.body == #"{"id":"7"}"#)
    let sent = try #require(server.requests.first)
    #expect(String(decoding: sent.body, as: UTF8.self) == "a=1")
    #expect(sent.header("Content-Type") == "application/x-www-form-urlencoded")
    var draft = Draft(url: "/y")
    draft.options.cache = CacheRule(mode: .fresh)
    for source in [ResponseSource.network, .cache(age: .zero)] {
      let end = try await bench.send(draft, through: gateways)
      #expect(end.body == #"{"id":"7"}"#)
      #expect((end.source == .network) == (source == .network))
    }
    #expect(server.requests.count == 2)
    await bench.client.quit(.drain)
  }

  @Test func `R10 a body is read by its type's parser, by the one a request names, or by none`()
    async throws
  {
    let server = try AnsweringServer { request in
      AnsweringServer.response(200, Self.garbage, type: request.query("type") ?? "")
    }
    var parsers = ParserTable.json
    parsers.setParser(pairs, for: "")
    #expect(parsers.parser(for: "") == nil)
    let bench = try await LibraryBench(middleware: Middleware(parsers: parsers))
    func end(_ type: String, _ rule: ParsingRule) async throws -> LibraryBench.Exchange {
      var draft = Draft(url: server.url + "/x?type=" + type)
      draft.options.parsing = rule
      return try await bench.send(draft)
    }
    #expect(try await end("application/json", .byType).failure?.kind == .malformedResponse)
    #expect(try await end("application/json", .off).job.state == .succeeded)
    #expect(try await end("text/plain", .byType).job.state == .succeeded)
    let forced = try await end("text/plain", .forced("application/json"))
    #expect(forced.failure?.kind == .malformedResponse && forced.body == Self.garbage)
    await bench.client.quit(.drain)
  }

  @Test func `R12 two requests are read in two ways side by side`() async throws {
    let server = try AnsweringServer { _ in AnsweringServer.response(200, "id=7", type: "text/x") }
    let stages = GatewayMiddleware([
      "pairs": Middleware(parsers: table("text/x", pairs)),
      "plain": Middleware(parsers: table("text/x", TextParser())),
    ])
    let bench = try await LibraryBench(middleware: stages)
    let gateways = Gateways(
      all: ["pairs", "plain", "strict"].map { Gateway(name: $0, url: server.url) })
    func use(_ name: String) throws -> PreparedRequest {
      var request = try PreparedRequest(Draft(url: "/x", gateway: name), through: gateways)
      request.gateway?.middleware = .byName
      return request
    }
    async let one = bench.send(try use("pairs"))
    async let two = bench.send(try use("plain"))
    async let three = bench.send(try use("strict"))
    let ends = try await [one, two, three]
    #expect(ends.map(\.body) == [#"{"id":"7"}"#, "id=7", "id=7"])
    #expect(ends.map { $0.result?.processing?.stages.map(\.name) } == [["pairs"], ["text"], nil])
    await bench.client.quit(.drain)
  }

  @Test func `R13 T-R4 stages see each response with its headers, whatever its status`()
    async throws
  {
    let server = try AnsweringServer { request in
      AnsweringServer.response(
        request.query("status").flatMap { Int($0) } ?? 200, #"{"seen": true}"#,
        "X-Trace: \(request.query("status") ?? "")\r\n")
    }
    let seen = SeenResponses()
    let stage = ClosureProcessor("look") { response in
      seen.note(response.head)
      return response
    }
    let bench = try await LibraryBench(middleware: Middleware(onResponse: [stage]))
    for status in [200, 201, 202, 206, 404, 401, 500] {
      var draft = Draft(url: "/x?status=\(status)")
      draft.options.retry.attempts = 1
      let end = try await bench.send(
        draft, through: .api(server.url) { $0.outcome = OutcomeRule() })
      #expect(end.body == #"{"seen": true}"#, "\(status)")
      #expect((end.job.state == .succeeded) == (status < 400), "\(status)")
    }
    #expect(seen.traces == ["200", "201", "202", "206", "404", "401", "500"])
    await bench.client.quit(.drain)
  }

  @Test
  func `B2 runner, request, response and parser are separate, and the request stays to be seen`()
    async throws
  {
    let server = try AnsweringServer { _ in AnsweringServer.response(200, "id=7", type: "text/x") }
    let bench = try await LibraryBench(middleware: Middleware(parsers: table("text/x", pairs)))
    let request = try PreparedRequest(
      Draft(
        method: "PUT", url: "/users/7", headers: [DraftField("X-Extra", "1")],
        body: .json(#"{"a": 1}"#)), through: .api(server.url))
    let end = try await bench.send(request)
    #expect(end.body == #"{"id":"7"}"# && end.job.displayURL == request.displayURL)
    await bench.client.quit(.drain)
    let later = try await LibraryBench(in: bench.folder, as: .visitor)
    #expect(try await later.client.request(of: end.job.id) == request)
    await later.client.quit(.drain)
  }

  @Test func `B8 hooks before and after the wire work for all requests of a provider`() async throws
  {
    let server = try AnsweringServer { request in
      let isKnown = request.header("Authorization") == "Bearer t0ken"
      return AnsweringServer.response(200, isKnown ? #"{"status": 0}"# : #"{"status": 9}"#)
    }
    let token = ClosurePreparer("token") { request in
      var request = request
      request.credentials = .bearer(.secret("t0ken"))
      return request
    }
    let stages = GatewayMiddleware(["api": Middleware(onDispatch: [token])])
    let bench = try await LibraryBench(middleware: stages)
    var gateways = Gateways.api(server.url) {
      $0.outcome = OutcomeRule(
        success: [OutcomeClause(values: [ValueTest("/status", .oneOf(["0"]))])], code: ["/status"])
    }
    gateways.all.append(gateways.all[0])
    gateways.all[1].name = "bare"
    for path in ["/a", "/b"] {
      #expect(try await bench.send(Draft(url: path), through: gateways).job.state == .succeeded)
    }
    let refused = try await bench.send(Draft(url: "/c", gateway: "bare"), through: gateways)
    #expect(refused.failure?.kind == .serviceFailure && refused.failure?.why.contains("9") == true)
    await bench.client.quit(.drain)
  }

  @Test func `B14 a parser of one's own reads the body, and without one it stays as it came`()
    async throws
  {
    let server = try AnsweringServer { _ in AnsweringServer.response(200, "id=7", type: "text/x") }
    for (parsers, body) in [(ParserTable(), "id=7"), (table("text/x", pairs), #"{"id":"7"}"#)] {
      let bench = try await LibraryBench(middleware: Middleware(parsers: parsers))
      let end = try await bench.send(Draft(url: server.url + "/x"))
      #expect(end.body == body && end.job.state == .succeeded)
      await bench.client.quit(.drain)
    }
  }

  @Test func `B15 the part that matters is one object or a list, and a missing one is an error`()
    async throws
  {
    let bodies = ["/one": #"{"data": {"id": 1}}"#, "/list": #"{"data": [{"id": 1}, {"id": 2}]}"#]
    let server = try AnsweringServer { request in
      AnsweringServer.response(200, bodies[request.path] ?? #"{"result": 1}"#)
    }
    let seen = SeenResponses()
    let look = ClosureProcessor("look") { response in
      seen.note([try response.value(at: "/id"), try response.value(at: "/1/id")])
      return response
    }
    let bench = try await LibraryBench(
      middleware: Middleware(onResponse: [RootPath("/data"), look]))
    for path in ["/one", "/list"] {
      let end = try await bench.send(Draft(url: server.url + path))
      #expect(end.result?.processing?.root == "/data")
    }
    #expect(seen.values == [["1", nil], [nil, "2"]])
    let none = try await bench.send(Draft(url: server.url + "/none"))
    #expect(none.failure?.why.contains("no value at /data") == true)
    #expect(none.body == #"{"result": 1}"# && seen.values.count == 2)
    await bench.client.quit(.drain)
  }
}
