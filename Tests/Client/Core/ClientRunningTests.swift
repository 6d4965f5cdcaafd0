import ClientCore
import ClientModel
import Testing

@Suite struct ClientRunningTests {
  @Test func `a submitted job runs, and its waiter gets it as it ended`() async throws {
    let bench = Bench()
    try await bench.client.start(as: .runner)
    let ids = try await bench.client.submit([.fixture(), .fixture()])
    let jobs = try await bench.client.wait(for: ids)
    #expect(jobs.map(\.state) == [.succeeded, .succeeded])
    #expect(jobs.map(\.status) == [200, 200])
    #expect(try await bench.job(ids[0]).state == .succeeded)
  }

  @Test func `five jobs in a paused lane of two end after it is resumed, two at a time`()
    async throws
  {
    let bench = Bench()
    try await bench.client.start(as: .runner)
    try await bench.client.pause(.a)
    let ids = try await bench.client.submit(Array(repeating: .fixture(), count: 5))
    await bench.client.waitUntilDrained()
    #expect(bench.transport.begun.isEmpty)
    try await bench.client.resume(.a)
    let jobs = try await bench.client.wait(for: ids)
    #expect(jobs.allSatisfy { $0.state == .succeeded })
    #expect(bench.transport.most == 2)
    #expect(bench.transport.begun.map(\.id.job) == ids)
  }

  @Test func `a pause lets what runs finish and starts nothing`() async throws {
    let bench = Bench { _ in .hang }
    try await bench.client.start(as: .runner)
    let ids = try await bench.client.submit(Array(repeating: .fixture(), count: 3))
    try await eventually { bench.transport.open.count == 2 }
    try await bench.client.pause(.a)
    for id in bench.transport.open { bench.transport.reply(id, .response(200)) }
    _ = try await bench.client.wait(for: Array(ids.prefix(2)))
    await bench.client.waitUntilIdle()
    #expect(bench.transport.begun.count == 2)
    #expect(try await bench.job(ids[2]).state == .waiting(.slot))
  }

  @Test func `a paused lane has the start of its pause until it is resumed`() async throws {
    let bench = Bench()
    try await bench.client.start(as: .runner)
    let start = bench.clock.now
    #expect(try await bench.client.pause(.a).pausedSince == start)
    bench.clock.advance(by: .seconds(5))
    #expect(try await bench.client.pause(.a).pausedSince == start, "the pause continues")
    #expect(try await bench.client.resume(.a).pausedSince == nil)
  }

  @Test func `resuming and raising the limit fill every free slot`() async throws {
    let bench = Bench { _ in .hang }
    try await bench.client.start(as: .runner)
    try await bench.client.pause(.a)
    _ = try await bench.client.submit(Array(repeating: .fixture(), count: 20))
    try await bench.client.setLimit(5, of: .a)
    try await bench.client.resume(.a)
    try await eventually { bench.transport.open.count == 5 }
    try await bench.client.setLimit(12, of: .a)
    try await eventually { bench.transport.open.count == 12 }
  }

  @Test func `every way to end frees the slot`() async throws {
    let bench = Bench { attempt in
      switch attempt.id.job.rawValue % 6 {
      case 0: .response(500)
      case 1: .fail(.certificate, .nothing)
      case 2: .fail(.connectionLost, .something)
      case 3: .response(302, [ResponseField("Location", "ftp://x/")])
      case 4: .response(404)
      default: .response(200)
      }
    }
    try await bench.client.start(as: .runner)
    let bad = PreparedRequest.fixture(headers: [HeaderField("X", "a\r\nEvil: 1")])
    let jobs = (0..<60).map { index in
      index % 7 == 0 ? NewJob.fixture(bad) : NewJob.fixture(.fixture(.post))
    }
    let ids = try await bench.client.submit(jobs)
    let ended = try await bench.client.wait(for: ids)
    #expect(ended.count == 60)
    #expect(Set(ended.map(\.state.word)) == [.succeeded, .failed, .interrupted])
    #expect(bench.transport.most <= 2)
    #expect(!bench.transport.begun.contains { $0.request.headers.contains { $0.name == "X" } })
  }

  @Test func `an immediate job runs in a paused lane, six to a host at once`() async throws {
    let bench = Bench { _ in .hang }
    try await bench.client.start(as: .sender)
    try await bench.client.pause(.a)
    _ = try await bench.client.submit(Array(repeating: .fixture(scheduling: .immediate), count: 9))
    _ = try await bench.client.submit([
      .fixture(.fixture(host: "b.example"), scheduling: .immediate)
    ])
    try await eventually { bench.transport.open.count == 7 }
    #expect(bench.transport.most == 7)
  }

  @Test func `a sender runs no queued job and a visitor none at all`() async throws {
    for role in [ClientRole.sender, .visitor] {
      let bench = Bench()
      try await bench.client.start(as: role)
      let ids = try await bench.client.submit([.fixture(), .fixture()])
      await bench.client.waitUntilDrained()
      #expect(bench.transport.begun.isEmpty)
      #expect(try await bench.job(ids[0]).state == .waiting(.slot))
    }
  }

  @Test func `cancelling a running job says that bytes were sent`() async throws {
    let bench = Bench { _ in .hang }
    try await bench.client.start(as: .runner)
    let ids = try await bench.client.submit([.fixture(.fixture(.post)), .fixture(), .fixture()])
    try await eventually { bench.transport.open.count == 2 }
    try await bench.client.cancel([ids[0], ids[2]])
    let ended = try await bench.client.wait(for: [ids[0], ids[2]])
    #expect(ended.map(\.state) == [.cancelled(sent: 1), .cancelled(sent: 0)])
    #expect(bench.transport.log.withLock { $0.cancelled.map(\.job) } == [ids[0]])
    #expect(bench.transport.begun.count == 2)
  }

  @Test func `a dependent runs after its parent, and is skipped when that fails`() async throws {
    let bench = Bench {
      $0.request.url.hasSuffix("bad") ? .fail(.certificate, .nothing) : .response(200)
    }
    try await bench.client.start(as: .runner)
    try await bench.client.pause(.a)
    let good = try await bench.client.submit([.fixture()])[0]
    let bad = try await bench.client.submit([.fixture(.fixture(path: "/bad"))])[0]
    let children = try await bench.client.submit([
      .fixture(state: .waiting(.job(good))), .fixture(state: .waiting(.job(bad))),
    ])
    let grandchild = try await bench.client.submit([.fixture(state: .waiting(.job(children[1])))])[
      0]
    try await bench.client.resume(.a)
    let ended = try await bench.client.wait(for: children + [grandchild])
    #expect(ended.map(\.state) == [.succeeded, .skipped(because: bad), .skipped(because: bad)])
    let late = try await bench.client.submit([.fixture(state: .waiting(.job(bad)))])
    #expect(try await bench.client.wait(for: late).map(\.state) == [.skipped(because: bad)])
  }

  @Test func `a missing secret holds the job until it is released`() async throws {
    let vault = Vault()
    let request = PreparedRequest.fixture(
      credentials: .bearer(SensitiveText([.reference(.environment("TOKEN"), .none)])))
    let bench = Bench(secrets: vault)
    try await bench.client.start(as: .runner)
    let id = try await bench.client.submit([.fixture(request)])[0]
    #expect(
      try await bench.client.wait(for: [id]).first?.state == .held(.missingSecret("env:TOKEN")))
    #expect(bench.transport.begun.isEmpty)
    await vault.put("s3cret", for: .environment("TOKEN"))
    try await bench.client.release([id])
    #expect(try await bench.client.wait(for: [id]).first?.state == .succeeded)
    let sent = try #require(bench.transport.begun.first)
    #expect(sent.request.authorization == .bearer("s3cret"), "The secret was not filled in.")
  }

  @Test func `cookies are loaded at first use and stored when they change`() async throws {
    let jar = CookieJarKey()
    let bench = Bench()
    let lines = ["one", "two"].map { "a.example\tFALSE\t/\tFALSE\t0\t\($0)\t1" }
    try await bench.client.cookies.set(lines[0], in: jar)
    try await bench.client.start(as: .runner)
    let ids = try await bench.client.submit([.fixture()])
    _ = try await bench.client.wait(for: ids)
    #expect(bench.transport.begun.last?.cookies?.lines == [lines[0]])
    bench.transport.tell([.cookiesChanged([CookieChange(.set(lines[1]), in: jar, clearing: 0)])])
    try await eventually { try await bench.client.cookies.lines(in: jar) == lines }
  }

  @Test func `what another process makes of cookies goes with the next request`() async throws {
    let jar = CookieJarKey()
    let bench = Bench()
    try await bench.client.start(as: .runner)
    func sent() async throws -> [String]? {
      let ids = try await bench.client.submit([.fixture()])
      _ = try await bench.client.wait(for: ids)
      return bench.transport.begun.last?.cookies?.lines
    }
    #expect(try await sent() == [])
    let line = "a.example\tFALSE\t/\tFALSE\t0\tn\tv"
    try await bench.storage.changeCookies([CookieChange(.set(line), in: jar)])
    #expect(try await sent() == [line])
    try await bench.storage.clearCookies(in: jar)
    #expect(try await sent() == [])
  }

  @Test func `cookies go to the hosts that they concern`() async throws {
    let jar = CookieJarKey()
    let bench = Bench()
    try await bench.client.start(as: .runner)
    let lines = [
      ".example\tTRUE\t/\tFALSE\t0\tparent\t1", "a.example\tFALSE\t/\tFALSE\t0\town\t1",
      "b.example\tFALSE\t/\tFALSE\t0\tother\t1", ".aa.example\tTRUE\t/\tFALSE\t0\tlike\t1",
    ]
    for line in lines { try await bench.client.cookies.set(line, in: jar) }
    let ids = try await bench.client.submit([.fixture()])
    _ = try await bench.client.wait(for: ids)
    #expect(bench.transport.begun.last?.cookies?.lines == Array(lines.prefix(2)))
  }
}

/// Secrets that can be put in while a test runs.
actor Vault: SecretResolver {
  private var secrets: [SecretReference: Secret] = [:]

  func put(_ text: String, for reference: SecretReference) { secrets[reference] = Secret(text) }

  func resolve(_ reference: SecretReference) async throws(Failure) -> Secret {
    guard let secret = secrets[reference] else { throw .fixture(.secretMissing) }
    return secret
  }
}
