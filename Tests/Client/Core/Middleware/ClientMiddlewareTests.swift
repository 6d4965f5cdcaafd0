import ClientModel
import Testing

@testable import ClientCore

/// Stages in the life of a job, through the client on a store in memory.
struct ClientMiddlewareTests {
  private static func mark(_ name: String) -> ClosurePreparer {
    ClosurePreparer(name) { request in
      var request = request
      request.headers.append(HeaderField("X-Stage", SensitiveText(name)))
      return request
    }
  }

  private static func through(_ gateway: String = "api", cache: CacheRule? = nil) -> NewJob {
    var request = PreparedRequest.fixture()
    request.gateway = GatewayUse(name: gateway, middleware: .byName)
    request.options.cache = cache
    return .fixture(request)
  }

  @Test
  func `J13 J19 T-J15 submit stages run once before the commit, dispatch stages at each attempt`()
    async throws
  {
    let bench = Bench(
      middleware: Middleware(
        onSubmit: [Self.mark("submit")], onDispatch: [Self.mark("dispatch")])
    ) { attempt in attempt.id.number == 1 ? .fail(.connectTimeout, .nothing) : .response(200) }
    try await bench.client.start(as: .runner)
    let lane = LaneKey.a
    try await bench.client.pause(lane)
    let ids = try await bench.client.submit([.fixture()])
    // What waits has been through the first kind only: tokens are not taken before it leaves.
    let stored = try #require(try await bench.storage.request(of: ids[0]))
    #expect(stored.headers.map(\.value) == ["submit"])
    try await bench.client.resume(lane)
    try await bench.advance { try await bench.job(ids[0]).state.word.isFinished }
    #expect(
      bench.transport.begun.map { $0.request.headers.map(\.value) }
        == [["submit", "dispatch"], ["submit", "dispatch"]])
  }

  @Test func `J13 a preparer on submit that refuses leaves nothing committed`() async throws {
    let bench = Bench(
      middleware: Middleware(onSubmit: [
        ClosurePreparer { _ in throw Failure.fixture(.invalidRequest) }
      ]))
    try await bench.client.start(as: .runner)
    await #expect(throws: Failure.fixture(.invalidRequest)) {
      _ = try await bench.client.submit([.fixture(), .fixture()])
    }
    #expect(try await bench.client.jobs(matching: JobQuery()).isEmpty)
  }

  @Test func `a preparer on dispatch that refuses fails the job with its reason, slot freed`()
    async throws
  {
    let bench = Bench(
      middleware: GatewayMiddleware([
        "api": Middleware(onDispatch: [
          ClosurePreparer("sign") { _ in throw Failure.fixture(.program) }
        ])
      ]))
    try await bench.client.start(as: .runner)
    let ids = try await bench.client.submit(
      [Self.through(), Self.through(), Self.through(), .fixture()])
    let jobs = try await bench.client.wait(for: ids)
    #expect(jobs.prefix(3).allSatisfy { $0.state == .failed(.fixture(.program)) })
    #expect(jobs[3].state == .succeeded)
    #expect(bench.transport.begun.count == 1)
    let attempt = try await bench.client.attempts(of: ids[0]).last
    #expect(attempt?.result?.processing?.stages == [StageNote("sign", .dispatch, .refused)])
  }

  @Test func `J15 J16 a response goes through its processors before the waiter hears of it`()
    async throws
  {
    let bench = Bench(
      middleware: Middleware(
        parsers: .json,
        onResponse: [
          RootPath("/data"),
          ClosureProcessor("double") { response in
            var response = response
            let text = try response.value() ?? ""
            response.body = Body(Array("[\(text),\(text)]".utf8), mediaType: "application/json")
            response.root = ""
            return response
          },
        ])
    ) { _ in .json(#"{"data":7}"#) }
    try await bench.client.start(as: .runner)
    let ids = try await bench.client.submit([.fixture()])
    #expect(try await bench.client.wait(for: ids).map(\.state) == [.succeeded])
    let result = try #require(try await bench.client.attempts(of: ids[0]).last?.result)
    #expect(result.body == .inline(Array("[7,7]".utf8)))
    #expect(
      result.processing?.stages == [
        StageNote("json", .response, .passed), StageNote("root /data", .response, .changed),
        StageNote("double", .response, .changed),
      ])
  }

  @Test func `J15 J20 a refused response fails its job with the reason and stays viewable`()
    async throws
  {
    let bench = Bench(middleware: Middleware(parsers: .json, onResponse: [RootPath("/data")])) {
      _ in
      .json("{broken")
    }
    try await bench.client.start(as: .runner)
    let ids = try await bench.client.submit([.fixture()])
    let job = try #require(try await bench.client.wait(for: ids).first)
    guard case .failed(let failure) = job.state else {
      Issue.record("\(job.state)")
      return
    }
    #expect(failure.kind == .malformedResponse && failure.why.hasPrefix("Line 1"))
    let result = try #require(try await bench.client.attempts(of: ids[0]).last?.result)
    #expect(result.body == .inline(Array("{broken".utf8)) && result.head?.status == 200)
    #expect(result.processing?.stages.map(\.end) == [.refused, .skipped])
    #expect(bench.transport.begun.count == 1)
  }

  @Test func `J18 a request may switch its parser off or force another type`() async throws {
    let bench = Bench(middleware: Middleware(parsers: .json)) { _ in .json("{broken") }
    try await bench.client.start(as: .runner)
    var jobs: [NewJob] = []
    for parsing in [ParsingRule.off, .forced("text/plain"), .forced("application/json"), .byType] {
      var request = PreparedRequest.fixture()
      request.options.parsing = parsing
      jobs.append(.fixture(request))
    }
    let ids = try await bench.client.submit(jobs)
    let words = try await bench.client.wait(for: ids).map(\.state.word)
    #expect(words == [.succeeded, .succeeded, .failed, .failed])
  }

  @Test
  func `T-J7 what the cache serves does not go through the stages again, nor is it other data`()
    async throws
  {
    let gate = Gate()
    let bench = Bench(
      cache: MemoryCache(),
      middleware: Middleware(onResponse: [
        RootPath("/data"),
        ClosureProcessor("upper") { response in
          gate.note("upper")
          var response = response
          response.body = Body(Array(#"{"data":"UPPER"}"#.utf8), mediaType: "application/json")
          return response
        },
      ])
    ) { _ in .json(#"{"data":"lower"}"#, [ResponseField("Cache-Control", "max-age=60")]) }
    try await bench.client.start(as: .runner)
    let rule = CacheRule(mode: .fresh)
    var results: [AttemptResult] = []
    for _ in 0..<2 {
      let ids = try await bench.client.submit([Self.through(cache: rule)])
      #expect(try await bench.client.wait(for: ids).map(\.state) == [.succeeded])
      results.append(try #require(try await bench.client.attempts(of: ids[0]).last?.result))
    }
    #expect(gate.log == ["upper"])
    #expect(results.map(\.body) == [results[0].body, results[0].body])
    #expect(results.map { $0.processing?.root } == ["/data", "/data"])
    #expect(results[1].source == .cache(age: .zero))
    #expect(bench.transport.begun.count == 1)
  }

  @Test func `T-J7 a response that a processor refused is not stored`() async throws {
    let bench = Bench(
      cache: MemoryCache(), middleware: Middleware(onResponse: [RootPath("/data")])
    ) { _ in .json("{}", [ResponseField("Cache-Control", "max-age=60")]) }
    try await bench.client.start(as: .runner)
    for _ in 0..<2 {
      let ids = try await bench.client.submit([Self.through(cache: CacheRule(mode: .fresh))])
      _ = try await bench.client.wait(for: ids)
    }
    #expect(bench.transport.begun.count == 2)
  }

  @Test func `neither redirects nor attempts that are repeated go through the processors`()
    async throws
  {
    let gate = Gate()
    let bench = Bench(
      middleware: Middleware(onResponse: [
        ClosureProcessor { response in
          gate.note("\(response.head.status)")
          return response
        }
      ])
    ) { attempt in
      switch attempt.id.number {
      case 1: .response(302, [ResponseField("Location", "/next")])
      case 2: .response(503)
      default: .response(200)
      }
    }
    try await bench.client.start(as: .runner)
    let ids = try await bench.client.submit([.fixture()])
    try await bench.advance { try await bench.job(ids[0]).state.word.isFinished }
    #expect(gate.log == ["200"])
  }

  @Test func `a job can be cancelled while a processor hangs`() async throws {
    let gate = Gate()
    let bench = Bench(
      middleware: Middleware(onResponse: [
        ClosureProcessor { response in
          await gate.pass("never")
          return response
        }
      ]))
    try await bench.client.start(as: .runner)
    let ids = try await bench.client.submit([.fixture()])
    try await eventually { gate.isWaiting("never") }
    _ = try await bench.client.cancel(ids)
    let job = try #require(try await bench.client.wait(for: ids).first)
    #expect(job.state.word == .cancelled)
    gate.open("never")
    await bench.client.waitUntilIdle()
    #expect(try await bench.job(ids[0]).state.word == .cancelled)
  }

  @Test func `a header that a response brings is sent with the next request`() async throws {
    let bench = Bench(
      middleware: Middleware(onResponse: [HeaderCapture(header: "X-Session", as: "session")])
    ) { _ in .response(200, [ResponseField("X-Session", "s3ss10n")]) }
    try await bench.client.start(as: .runner)
    let taking = PreparedRequest.fixture(headers: [
      HeaderField("X-Session", SensitiveText([.reference(.value("session"), .none)]))
    ])
    let early = try await bench.client.submit([.fixture(taking)])
    #expect(
      try await bench.client.wait(for: early).map(\.state)
        == [.held(.missingSecret("value:session"))])
    _ = try await bench.client.wait(for: try await bench.client.submit([.fixture()]))
    let ids = try await bench.client.submit([.fixture(taking)])
    _ = try await bench.client.wait(for: ids)
    #expect(bench.transport.begun.last?.request.headers.map(\.value) == ["s3ss10n"])
  }

  @Test func `after a restart a job finds its stages by the gateway's name`() async throws {
    let first = Bench(middleware: GatewayMiddleware(["api": Middleware()]))
    try await first.client.start(as: .runner)
    try await first.client.pause(.a)
    let ids = try await first.client.submit([Self.through(), Self.through("other")])
    await first.client.quit(.stop)
    let second = Bench(
      storage: first.storage, clock: first.clock,
      middleware: GatewayMiddleware(["api": Middleware(onDispatch: [Self.mark("found")])]))
    try await second.client.start(as: .runner)
    try await second.client.resume(.a)
    _ = try await second.client.wait(for: ids)
    let sent = second.transport.begun.map { ($0.id.job, $0.request.headers.map(\.value)) }
    #expect(Dictionary(uniqueKeysWithValues: sent) == [ids[0]: ["found"], ids[1]: []])
  }

  @Test func `an expired authentication is renewed before anybody looks at its response`()
    async throws
  {
    let gate = Gate()
    let bench = Bench(
      renewals: NoRenewals(),
      middleware: GatewayMiddleware([
        "api": Middleware(onResponse: [
          ClosureProcessor { response in
            gate.note("\(response.head.status)")
            return response
          }
        ])
      ])
    ) { _ in .response(401) }
    try await bench.client.start(as: .runner)
    var job = Self.through()
    job.request.gateway?.outcome = OutcomeRule(refresh: RefreshRule(request: "login"))
    let ids = try await bench.client.submit([job])
    _ = try await bench.client.wait(for: ids)
    #expect(gate.log.isEmpty)
  }
}
