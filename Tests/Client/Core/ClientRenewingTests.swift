import ClientCore
import ClientMemory
import ClientModel
import Synchronization
import Testing

/// Gives the request that renews, and counts how often it was asked for.
final class FakeRenewals: RenewalSource {
  let asked = Mutex(0)

  func request(
    named name: String, workspace: String, environment: String
  ) async throws(Failure) -> PreparedRequest {
    asked.withLock { $0 += 1 }
    if name == "missing" { throw .fixture(.invalidRequest) }
    return .fixture(.post, path: "/\(name)")
  }
}

@Suite struct ClientRenewingTests {
  private static let rule = OutcomeRule(
    refresh: RefreshRule(request: "token", token: "/access_token"))

  /// A server that takes only the token `new`, which its `/token` gives out.
  private func bench(
    token: FakeTransport.Reply = .body(200, #"{"access_token": "new"}"#), accepted: String = "new"
  ) -> (Client, FakeTransport, MemoryStorage) {
    let clock = ManualClock()
    let storage = MemoryStorage(clock: clock, bodyFolder: "/nonexistent")
    let transport = FakeTransport { attempt in
      if attempt.request.url.hasSuffix("/token") { return token }
      guard attempt.request.authorization == .bearer(accepted) else {
        return .response(401)
      }
      return .body(200, "welcome")
    }
    let client = Client(
      storage: storage, transport: transport, clock: clock, renewals: FakeRenewals())
    return (client, transport, storage)
  }

  private func sent(_ transport: FakeTransport) -> [String] {
    transport.begun.map {
      "\($0.request.method) \($0.request.url.split(separator: "/").last ?? "")"
    }
  }

  @Test func `B1 B8 refused credentials are renewed once by the named request and the job goes on`()
    async throws
  {
    let (client, transport, _) = bench()
    try await client.start(as: .runner)
    let ids = try await client.submit([
      .fixture(ClientOutcomeTests.request(Self.rule, method: .post))
    ])
    #expect(try await client.wait(for: ids).map(\.state) == [.succeeded])
    #expect(sent(transport) == ["POST data", "POST token", "POST data"])
    let attempts = try await client.attempts(of: ids[0])
    #expect(attempts.map { $0.result?.head?.status } == [401, 200, 200])
    #expect(attempts[2].result?.body == .inline(Array("welcome".utf8)))
  }

  @Test func `a token is read in the charset of its response`() async throws {
    let text = #"{"access_token": "new"}"#
    let bytes: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let head = ResponseHead(
      status: 200, fields: [ResponseField("Content-Type", "application/json")])
    let (client, transport, _) = bench(
      token: .result(AttemptResult(end: .responded, head: head, body: .inline(bytes))))
    try await client.start(as: .runner)
    let ids = try await client.submit([
      .fixture(ClientOutcomeTests.request(Self.rule, method: .post))
    ])
    #expect(try await client.wait(for: ids).map(\.state) == [.succeeded])
    #expect(sent(transport) == ["POST data", "POST token", "POST data"])
  }

  @Test func `a question with expired credentials is asked again with renewed ones`() async throws {
    let clock = ManualClock()
    let transport = FakeTransport { attempt in
      if attempt.request.url.hasSuffix("/token") {
        return .body(200, #"{"access_token": "new"}"#)
      }
      if attempt.request.method == .post { return .json(#"{"jobID":"j-1"}"#) }
      guard attempt.request.authorization == .bearer("new") else { return .response(401) }
      return .json(status("finished"))
    }
    let bench = Bench(
      storage: MemoryStorage(clock: clock, bodyFolder: "/nonexistent"), clock: clock)
    let client = Client(
      storage: bench.storage, transport: transport, clock: clock, renewals: FakeRenewals())
    try await client.start(as: .runner)
    var request = ClientOutcomeTests.request(Self.rule, method: .post)
    request.remote = RemoteUse(rule: .haven)
    let id = try await client.submit([.fixture(request)])[0]
    try await bench.advance {
      try await client.jobs(matching: JobQuery(ids: [id])).first?.state == .succeeded
    }
    #expect(sent(transport) == ["POST data", "GET j-1", "POST token", "GET j-1"])
  }

  @Test func `the new token is stored in no attempt and used by the next job`() async throws {
    let (client, transport, _) = bench()
    try await client.start(as: .runner)
    let request = ClientOutcomeTests.request(Self.rule)
    let first = try await client.submit([.fixture(request)])
    _ = try await client.wait(for: first)
    #expect(try await client.attempts(of: first[0])[1].result?.body == StoredBody.none)
    let second = try await client.submit([.fixture(request)])
    #expect(try await client.wait(for: second).map(\.state) == [.succeeded])
    #expect(sent(transport) == ["GET data", "POST token", "GET data", "GET data"])
  }

  @Test func `jobs that are refused together are renewed together`() async throws {
    let (client, transport, _) = bench()
    try await client.start(as: .runner)
    try await client.setLimit(5, of: .a)
    let ids = try await client.submit(
      Array(repeating: .fixture(ClientOutcomeTests.request(Self.rule)), count: 5))
    let jobs = try await client.wait(for: ids)
    #expect(jobs.allSatisfy { $0.state == .succeeded })
    #expect(sent(transport).filter { $0 == "POST token" }.count == 1)
  }

  @Test func `credentials that stay refused fail after one renewal`() async throws {
    let (client, transport, _) = bench(accepted: "never")
    try await client.start(as: .runner)
    let ids = try await client.submit([.fixture(ClientOutcomeTests.request(Self.rule))])
    let job = try #require(try await client.wait(for: ids).first)
    guard case .failed(let failure) = job.state else {
      Issue.record("\(job.state)")
      return
    }
    #expect(failure.kind == .authentication)
    #expect(sent(transport) == ["GET data", "POST token", "GET data"])
  }

  @Test(arguments: [
    FakeTransport.Reply.body(200, #"{"other": 1}"#), .response(500), .body(200, "no JSON"),
    .fail(.refused, .nothing), .body(200, #"{"access_token": "a\nb"}"#),
  ])
  func `a renewal without a token fails every job that waits, and no slot is lost`(
    _ reply: FakeTransport.Reply
  ) async throws {
    let (client, _, _) = bench(token: reply)
    try await client.start(as: .runner)
    let ids = try await client.submit(
      Array(repeating: .fixture(ClientOutcomeTests.request(Self.rule)), count: 5))
    let jobs = try await client.wait(for: ids)
    #expect(jobs.allSatisfy { $0.state.word == .failed })
    await client.waitUntilDrained()
  }

  @Test func `a renewal that cannot be prepared fails the job`() async throws {
    let (client, transport, _) = bench()
    try await client.start(as: .runner)
    let rule = OutcomeRule(refresh: RefreshRule(request: "missing"))
    let ids = try await client.submit([.fixture(ClientOutcomeTests.request(rule))])
    #expect(try await client.wait(for: ids).first?.state == .failed(.fixture(.invalidRequest)))
    #expect(sent(transport) == ["GET data"])
  }

  @Test func `a job cancelled during its renewal ends, and the others renew without it`()
    async throws
  {
    let (client, transport, _) = bench(token: .hang)
    try await client.start(as: .runner)
    let ids = try await client.submit(
      Array(repeating: .fixture(ClientOutcomeTests.request(Self.rule)), count: 2))
    try await eventually { sent(transport).contains("POST token") }
    let leader = try #require(transport.begun.first { $0.request.url.hasSuffix("/token") }).id
    try await client.cancel([leader.job])
    _ = try await client.wait(for: [leader.job])
    try await eventually { sent(transport).filter { $0 == "POST token" }.count == 2 }
    let second = try #require(transport.open.first)
    transport.reply(second, .body(200, #"{"access_token": "new"}"#))
    let jobs = try await client.wait(for: ids)
    #expect(
      jobs.map(\.state.word).sorted { $0.rawValue < $1.rawValue } == [.cancelled, .succeeded])
  }
}
