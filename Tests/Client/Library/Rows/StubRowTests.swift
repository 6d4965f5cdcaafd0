import ClientCore
import ClientHTTP
import ClientModel
import Synchronization
import TestSupport
import TestTraits
import Testing

/// Stub responses in the place of a server's.
@Suite(.usesSystem(minutes: 6)) struct StubRowTests {
  /// Sleeps for no time and records what it was asked for.
  private final class NoTime: Clock, Sendable {
    typealias Instant = ContinuousClock.Instant

    private let asked = Mutex<[Duration]>([])

    var slept: [Duration] { asked.withLock { $0 } }
    var now: Instant { .now }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
      let span = now.duration(to: deadline)
      asked.withLock { $0.append(span) }
    }
  }

  private func bench(
    _ stubs: StubSwitch, clock: any Clock<Duration> = QuietClock(),
    middleware: (any MiddlewareSource)? = nil, cache: (any ResponseCache)? = nil
  ) async throws -> LibraryBench {
    try await LibraryBench(
      StubTransport(before: CurlTransport(), stubs, clock: clock), cache: cache,
      middleware: middleware)
  }

  @Test
  func `R37 a route is for one address, path and method, takes its time, and is off at first`()
    async throws
  {
    let (server, other) = (try RecorderServer(), try RecorderServer())
    let route = StubRoute(
      method: "GET", base: server.url, path: "/hello", delay: .milliseconds(800),
      ending: .response(StubReply(body: #"{"stub": true}"#)))
    let stubs = StubSwitch(routes: [route])
    let clock = NoTime()
    let bench = try await bench(stubs, clock: clock)
    #expect(stubs.mode == .off)
    #expect(try await bench.send(Draft(url: server.url + "/hello")).source == .network)
    stubs.turn(.registered)
    let end = try await bench.send(Draft(url: server.url + "/hello"))
    #expect(end.source == .stub && end.body == #"{"stub": true}"#)
    let span = try #require(clock.slept.first)
    #expect(clock.slept.count == 1 && span > .milliseconds(700) && span <= .milliseconds(800))
    for (method, url) in [
      ("POST", server.url + "/hello"), ("GET", server.url + "/bye"), ("GET", other.url + "/hello"),
    ] {
      #expect(try await bench.send(Draft(method: method, url: url)).source == .network)
    }
    #expect(server.requests.map(\.target) == ["/hello", "/hello", "/bye"])
    await bench.client.quit(.drain)
  }

  @Test
  func `R38 T-R10 a stub is made of the request, also by a function, and treated as a response`()
    async throws
  {
    let reply = StubReply(
      status: 201, headers: [ResponseField("X-Who", "{{header.X-Name}}")],
      body: #"{"data": {"user": "{{body./user}}", "id": {{path.id}}}}"#)
    let broken = StubReply(status: 500, body: #"{"why": "broken"}"#)
    let stubs = StubSwitch(
      .strict,
      routes: [
        StubRoute(method: "POST", path: "/users/{id}", ending: .response(reply)),
        StubRoute(path: "/broken", ending: .response(broken)),
        StubRoute(method: "PUT", path: "/orders/{id}", ending: .made(by: .function("orders"))),
        StubRoute(path: "/refused", ending: .made(by: .function("none"))),
      ],
      functions: [
        "orders": { (request) throws(Failure) in
          let seen = request.headers.first("X-Name") ?? ""
          let token = request.headers.first("X-Api-Key") ?? ""
          return GeneratedResponse(
            status: 202, headers: [ResponseField("X-Seen", "\(seen) \(token)")],
            body: Array(#"{"data": ["\#(request.path["id"] ?? "")", "#.utf8) + request.body
              + Array("]}".utf8))
        }
      ])
    let bench = try await bench(stubs, middleware: Middleware(onResponse: [RootPath("/data")]))
    let gateways = Gateways.api("http://a.example") { $0.outcome = OutcomeRule(reason: ["/why"]) }
    let draft = Draft(
      method: "POST", url: "/users/7", headers: [DraftField("X-Name", "ann")],
      body: .json(#"{"user": "é"}"#))
    let events = try await bench.events(of: [.received, .failed]) {
      let end = try await bench.send(draft, through: gateways)
      #expect(end.status == 201 && end.body == #"{"data": {"user": "é", "id": 7}}"#)
      #expect(end.result?.head?.fields.first("X-Who") == "ann")
      #expect(end.result?.processing?.root == "/data")
      var failing = Draft(url: "/broken")
      failing.options.retry.attempts = 1
      let failed = try await bench.send(failing, through: gateways)
      #expect(failed.failure?.kind == .serviceFailure && failed.failure?.why == "broken")
      #expect(failed.body == #"{"why": "broken"}"#)
      let order = Draft(
        method: "PUT", url: "/orders/8",
        headers: [DraftField("X-Name", "eve"), DraftField("X-Api-Key", "hush")],
        body: .json(#"{"n": 1}"#))
      let made = try await bench.send(order, through: gateways)
      #expect(made.status == 202 && made.body == #"{"data": ["8", {"n": 1}]}"#)
      #expect(made.result?.head?.fields.first("X-Seen") == "eve \(Secret.mask)")
      #expect(made.result?.processing?.root == "/data")
      var refused = Draft(url: "/refused")
      refused.options.retry.attempts = 1
      let refusal = try await bench.send(refused, through: gateways)
      #expect(refusal.failure?.why == "The program has no function none.")
    }
    #expect(events.map(\.word) == [.received, .failed, .received, .failed])
    #expect(events.allSatisfy { $0.kind.exchange?.source == .stub })
  }

  @Test
  func `R39 with the switch off all goes to the network again, and what no route fits always`()
    async throws
  {
    let server = try RecorderServer()
    let route = StubRoute(path: "/hello", ending: .response(StubReply(body: "stub")))
    let stubs = StubSwitch(.registered, routes: [route])
    let bench = try await bench(stubs)
    func send(_ path: String) async throws -> LibraryBench.Exchange {
      try await bench.send(Draft(url: server.url + path))
    }
    #expect(try await send("/hello").body == "stub")
    #expect(try await send("/other").body == "ok")
    stubs.turn(.off)
    #expect(try await send("/hello").body == "ok")
    stubs.turn(.strict)
    #expect(try await send("/hello").body == "stub")
    #expect(try await send("/other").failure?.why.contains("no route matches") == true)
    #expect(server.requests.map(\.target) == ["/other", "/hello"])
    await bench.client.quit(.drain)
  }
}
