import ClientCore
import ClientModel
import Testing

struct ClientCacheTests {
  private let cache = MemoryCache()

  private func bench(_ server: CacheServer, secrets: any SecretResolver = NoSecrets()) -> Bench {
    Bench(secrets: secrets, cache: cache) { server.reply($0) }
  }

  private func request(
    _ rule: CacheRule?, _ method: HTTPMethod = .get, credentials: Credentials? = nil,
    attempts: Int = 1
  ) -> PreparedRequest {
    var request = PreparedRequest.fixture(
      method, credentials: credentials, retry: RetryRule(attempts: attempts))
    request.options.cache = rule
    return request
  }

  /// Runs one job to its end; returns it with its last attempt's result.
  private func run(
    _ bench: Bench, _ request: PreparedRequest
  ) async throws -> (job: Job, result: AttemptResult?) {
    let ids = try await bench.client.submit([.fixture(request)])
    let job = try #require(try await bench.client.wait(for: ids).first)
    return (job, try await bench.client.attempts(of: job.id).last?.result)
  }

  private let fresh = CacheRule(mode: .fresh)

  @Test func `R29 J22 without a rule nothing is read and nothing is stored`() async throws {
    let server = CacheServer("Cache-Control: max-age=60")
    let bench = bench(server)
    try await bench.client.start(as: .runner)
    for _ in 0..<2 {
      #expect(try await run(bench, request(nil)).result?.source == .network)
    }
    #expect(server.asked.count == 2)
    #expect(await cache.count(matching: CacheQuery()) == 0)
  }

  @Test func `J21 R31 a fresh response is served unasked, and states its age`() async throws {
    let server = CacheServer("Cache-Control: max-age=60")
    let bench = bench(server)
    try await bench.client.start(as: .runner)
    #expect(try await run(bench, request(fresh)).result?.source == .network)
    bench.clock.advance(by: .seconds(12))
    let (job, result) = try await run(bench, request(fresh))
    #expect(job.state == .succeeded)
    #expect(job.status == 200)
    #expect(result?.source == .cache(age: .seconds(12)))
    #expect(result?.body == .inline(Array("one".utf8)))
    #expect(result?.head?.fields.first("Age") == "12")
    #expect(server.asked.count == 1)
    bench.clock.advance(by: .seconds(60))
    #expect(try await run(bench, request(fresh)).result?.source == .network)
  }

  @Test func `J21 a fresh response needs no slot and is served while paused`() async throws {
    let server = CacheServer("Cache-Control: max-age=60")
    let bench = bench(server)
    try await bench.client.start(as: .runner)
    _ = try await run(bench, request(fresh))
    try await bench.client.pause(.a)
    let held = try await bench.client.submit([.fixture(request(nil))])
    #expect(try await run(bench, request(fresh)).job.state == .succeeded)
    #expect(try await bench.job(held[0]).state == .waiting(.slot))
    #expect(server.asked.count == 1)
  }

  @Test func `whoever only adds jobs serves a fresh response too`() async throws {
    let server = CacheServer("Cache-Control: max-age=60")
    let first = bench(server)
    try await first.client.start(as: .runner)
    _ = try await run(first, request(fresh))
    let visitor = Bench(clock: first.clock, cache: cache) { server.reply($0) }
    try await visitor.client.start(as: .visitor)
    let (job, result) = try await run(visitor, request(fresh))
    #expect(job.state == .succeeded)
    #expect(result?.source == .cache(age: .zero))
    let ids = try await visitor.client.submit([
      .fixture(.fixture(path: "/other")), .fixture(request(CacheRule(mode: .refresh))),
    ])
    for id in ids { #expect(try await visitor.job(id).state == .waiting(.slot)) }
    await visitor.client.quit(.drain)
    #expect(server.asked.count == 1)
  }

  @Test func `R33 T-R3 a stale response is validated, and a 304 yields its body`() async throws {
    let server = CacheServer("Cache-Control: max-age=60 | ETag: \"a\"")
    let bench = bench(server)
    try await bench.client.start(as: .runner)
    _ = try await run(bench, request(fresh))
    bench.clock.advance(by: .seconds(61))
    let (job, result) = try await run(bench, request(fresh))
    #expect(server.asked.last?["if-none-match"] == "\"a\"")
    #expect(job.status == 200)
    #expect(result?.source == .notModified)
    #expect(result?.body == .inline(Array("one".utf8)))
    // It is fresh again.
    #expect(try await run(bench, request(fresh)).result?.source == .cache(age: .zero))
    #expect(server.asked.count == 2)
  }

  @Test func `R32 a new response takes the old one's place`() async throws {
    let server = CacheServer("Cache-Control: max-age=60 | ETag: \"a\"")
    let bench = bench(server)
    try await bench.client.start(as: .runner)
    _ = try await run(bench, request(fresh))
    server.state.withLock {
      $0.fields = headerLines("Cache-Control: max-age=60 | ETag: \"b\"")
      $0.body = "two"
    }
    let refreshed = try await run(bench, request(CacheRule(mode: .refresh)))
    #expect(refreshed.result?.source == .network)
    let served = try await run(bench, request(fresh))
    #expect(served.result?.body == .inline(Array("two".utf8)))
    #expect(await cache.entries(matching: CacheQuery()).map(\.id.rawValue) == [1])
  }

  @Test func `R33 T-R3 a 304 about what is not stored is asked again plainly`() async throws {
    let bench = Bench(cache: cache) { attempt in
      attempt.request.headers.contains { $0.name == "If-None-Match" }
        ? .response(304, [ResponseField("ETag", "\"other\"")])
        : .response(200, [ResponseField("ETag", "\"a\"")])
    }
    try await bench.client.start(as: .runner)
    _ = try await run(bench, request(fresh))
    let (job, result) = try await run(bench, request(fresh))
    #expect(job.status == 200)
    #expect(result?.source == .network)
    #expect(bench.transport.begun.count == 3)
  }

  @Test func `R33 T-R3 a 304 that nobody asked for is an error`() async throws {
    let bench = Bench(cache: cache) { _ in .response(304) }
    try await bench.client.start(as: .runner)
    guard case .failed(let failure) = try await run(bench, request(fresh)).job.state else {
      Issue.record("It did not fail.")
      return
    }
    #expect(failure.kind == .malformedResponse)
  }

  @Test func `only without a response fails by name, unsent and while paused`() async throws {
    let server = CacheServer("Cache-Control: max-age=60")
    let bench = bench(server)
    try await bench.client.start(as: .runner)
    try await bench.client.pause(.a)
    guard
      case .failed(let failure) = try await run(bench, request(CacheRule(mode: .only))).job.state
    else {
      Issue.record("It did not fail.")
      return
    }
    #expect(failure.kind == .notCached)
    #expect(failure.whatToDo.contains("--cache fresh"))
    #expect(server.asked.isEmpty)
  }

  @Test func `only serves what is stale, and says so`() async throws {
    let server = CacheServer("Cache-Control: max-age=60")
    let bench = bench(server)
    try await bench.client.start(as: .runner)
    _ = try await run(bench, request(fresh))
    bench.clock.advance(by: .seconds(100))
    let result = try await run(bench, request(CacheRule(mode: .only))).result
    #expect(result?.source == .stale(age: .seconds(100)))
  }

  @Test(arguments: [HTTPMethod.post, .put, .patch, .delete])
  func `a change at the server voids what is stored, also with the cache off`(
    method: HTTPMethod
  ) async throws {
    let server = CacheServer("Cache-Control: max-age=60")
    let bench = bench(server)
    try await bench.client.start(as: .runner)
    _ = try await run(bench, request(fresh))
    _ = try await run(bench, request(nil, method))
    #expect(try await run(bench, request(fresh)).result?.source == .network)
    server.state.withLock { $0.status = 500 }
    _ = try await run(bench, request(nil, method))
    #expect(try await run(bench, request(fresh)).result?.source == .cache(age: .zero))
  }

  @Test(arguments: [nil, 503])
  func `a stale response stands in for an error where that is allowed`(status: Int?) async throws {
    let server = CacheServer("Cache-Control: max-age=60, stale-if-error=600")
    let bench = bench(server)
    try await bench.client.start(as: .runner)
    _ = try await run(bench, request(fresh))
    bench.clock.advance(by: .seconds(100))
    server.state.withLock {
      $0.failing = status == nil ? .refused : nil
      $0.status = status ?? 200
    }
    let (job, result) = try await run(bench, request(fresh))
    #expect(job.state == .succeeded)
    #expect(job.status == 200)
    #expect(result?.source == .stale(age: .seconds(100)))
    bench.clock.advance(by: .seconds(1000))
    let late = try await run(bench, request(fresh))
    #expect(late.job.state.word == .failed)
    #expect(late.job.status == status)
  }

  @Test func `R30 T-R1 one user's response is never another's`() async throws {
    let server = CacheServer("Cache-Control: max-age=60")
    let bench = bench(server)
    try await bench.client.start(as: .runner)
    let names = ["ann", "bob"]
    for name in names {
      let asked = request(fresh, credentials: .bearer(.secret(name)))
      #expect(try await run(bench, asked).result?.source == .network)
    }
    for name in names {
      let asked = request(fresh, credentials: .bearer(.secret(name)))
      #expect(try await run(bench, asked).result?.source == .cache(age: .zero))
    }
    #expect(try await run(bench, request(fresh)).result?.source == .network)
  }

  @Test func `one session's response is never another's`() async throws {
    let server = CacheServer("Cache-Control: max-age=60")
    let bench = bench(server)
    try await bench.client.start(as: .runner)
    func log(in session: String) async throws {
      try await bench.client.cookies.set(
        "a.example\tFALSE\t/\tFALSE\t0\tsession\t\(session)", in: CookieJarKey())
    }
    for session in ["ann", "bob"] {
      try await log(in: session)
      #expect(try await run(bench, request(fresh)).result?.source == .network)
    }
    try await log(in: "ann")
    #expect(try await run(bench, request(fresh)).result?.source == .cache(age: .zero))
  }

  @Test func `R29 J22 off with a lifetime stores what another request may read`() async throws {
    let server = CacheServer("X: 1")
    let bench = bench(server)
    try await bench.client.start(as: .runner)
    let wish = CacheRule(mode: .off, storeFor: .seconds(300))
    for _ in 0..<2 {
      #expect(try await run(bench, request(wish)).result?.source == .network)
    }
    bench.clock.advance(by: .seconds(299))
    #expect(try await run(bench, request(fresh)).result?.source == .cache(age: .seconds(299)))
  }

  @Test func `R30 a HEAD is answered from what a GET brought`() async throws {
    let server = CacheServer("Cache-Control: max-age=60")
    let bench = bench(server)
    try await bench.client.start(as: .runner)
    _ = try await run(bench, request(fresh))
    let result = try await run(bench, request(fresh, .head)).result
    #expect(result?.source == .cache(age: .zero))
    #expect(result?.body == StoredBody.none)
  }

  @Test func `a stored response is asked for again by the request that made it`() async throws {
    let server = CacheServer("Cache-Control: max-age=60 | ETag: \"a\"")
    let bench = bench(server)
    try await bench.client.start(as: .runner)
    _ = try await run(bench, request(fresh))
    let entry = try #require(await cache.entries(matching: CacheQuery()).first)
    let job = try #require(try await bench.client.refreshCached(entry.id))
    _ = try await bench.client.wait(for: [job])
    #expect(try await bench.client.attempts(of: job).last?.result?.source == .notModified)
    try await bench.client.clearFinished()
    await #expect(throws: Failure.self) { try await bench.client.refreshCached(entry.id) }
    #expect(try await bench.client.refreshCached(CacheEntryID(99)) == nil)
  }
}
