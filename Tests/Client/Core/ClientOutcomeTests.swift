import ClientCore
import ClientModel
import Synchronization
import Testing

@Suite struct ClientOutcomeTests {
  static func request(
    _ rule: OutcomeRule, method: HTTPMethod = .get, path: String = "/data",
    credentials: Credentials? = .bearer(.secret("old"))
  ) -> PreparedRequest {
    var request = PreparedRequest.fixture(method, path: path, credentials: credentials)
    request.gateway = GatewayUse(name: "api", outcome: rule)
    return request
  }

  private func ended(
    _ rule: OutcomeRule, _ reply: FakeTransport.Reply
  ) async throws -> (job: Job, attempts: [Attempt]) {
    let bench = Bench { _ in reply }
    try await bench.client.start(as: .runner)
    let ids = try await bench.client.submit([.fixture(Self.request(rule))])
    let job = try #require(try await bench.client.wait(for: ids).first)
    return (job, try await bench.client.attempts(of: ids[0]))
  }

  @Test func `B5 B8 a response that means no fails its job in the service's words`() async throws {
    let rule = OutcomeRule(
      success: [OutcomeClause(values: [ValueTest("/status", .oneOf(["0"]))])],
      code: ["/status"], reason: ["/message"])
    let (job, _) = try await ended(rule, .body(200, #"{"status": 17, "message": "No quota."}"#))
    guard case .failed(let failure) = job.state else {
      Issue.record("\(job.state)")
      return
    }
    #expect(failure.kind == .serviceFailure)
    #expect(failure.what == "api reports an error for GET http://a.example/data.")
    #expect(failure.why == "17: No quota.")
    #expect(job.status == 200)
    let (fine, _) = try await ended(rule, .body(200, #"{"status": 0}"#))
    #expect(fine.state == .succeeded)
  }

  @Test func `an outcome rule reads the text of a body, in whatever charset it is`() async throws {
    let rule = OutcomeRule(
      success: [OutcomeClause(values: [ValueTest("/status", .oneOf(["0"]))])],
      reason: ["/message"])
    let type = ResponseField("Content-Type", "application/json; charset=utf-16le")
    let text = #"{"status": 17, "message": "Größe"}"#
    let (job, _) = try await ended(
      rule,
      .result(
        AttemptResult(
          end: .responded, head: ResponseHead(status: 200, fields: [type]),
          body: .inline(text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }))))
    #expect(job.failure?.why == "Größe")
  }

  @Test func `J4 an error status stays a response with its body, whatever it means`() async throws {
    let (job, attempts) = try await ended(OutcomeRule(), .body(404, #"{"error": "gone"}"#))
    #expect(job.state.word == .failed)
    #expect(attempts.map { $0.result?.end } == [.responded])
    #expect(attempts[0].result?.head?.status == 404)
    #expect(attempts[0].result?.body == .inline(Array(#"{"error": "gone"}"#.utf8)))
  }

  @Test(arguments: [
    (200, nil), (304, nil), (400, "The response is 400 Bad Request."),
    (499, "The response is 499."), (500, "The response is 500 Internal Server Error."),
  ])
  func `without an outcome rule a status of 400 or more fails the job`(
    status: Int, what: String?
  ) async throws {
    let bench = Bench { _ in .response(status) }
    try await bench.client.start(as: .runner)
    let ids = try await bench.client.submit([.fixture()])
    let job = try #require(try await bench.client.wait(for: ids).first)
    #expect(job.state == what.map { _ in job.state } ?? .succeeded)
    #expect(job.failure?.what == what && (what == nil || job.failure?.kind == .errorStatus))
    #expect(job.status == status)
  }

  @Test func `a status that an assertion names is a success, unless a rule says no`() async throws {
    for (gateway, word) in [(nil, JobState.Word.succeeded), (OutcomeRule(), .failed)] {
      var request = gateway.map { Self.request($0) } ?? .fixture()
      request.assertions = [try Assertion("status 404")]
      let bench = Bench { _ in .response(404) }
      try await bench.client.start(as: .runner)
      let ids = try await bench.client.submit([.fixture(request)])
      #expect(try await bench.client.wait(for: ids).map(\.state.word) == [word])
    }
  }

  @Test func `B1 a forced update and refused credentials fail with their own kinds`() async throws {
    for (status, kind) in [(426, Failure.Kind.upgradeRequired), (401, .authentication)] {
      let (job, _) = try await ended(OutcomeRule(), .response(status))
      guard case .failed(let failure) = job.state else {
        Issue.record("\(job.state)")
        continue
      }
      #expect(failure.kind == kind)
    }
  }

  @Test func `a retry by status goes before the outcome rule`() async throws {
    let count = Mutex(0)
    let bench = Bench { _ in
      let attempts = count.withLock {
        $0 += 1
        return $0
      }
      return attempts == 1 ? .response(503) : .response(200)
    }
    try await bench.client.start(as: .runner)
    let ids = try await bench.client.submit([.fixture(Self.request(OutcomeRule()))])
    try await bench.advance { try await bench.job(ids[0]).state == .succeeded }
    #expect(bench.transport.begun.count == 2)
  }

  @Test func `a job that a service refused is a failed one for those that depend on it`()
    async throws
  {
    let bench = Bench { _ in .response(500) }
    try await bench.client.start(as: .runner)
    try await bench.client.pause(.a)
    let parent = try await bench.client.submit([.fixture(Self.request(OutcomeRule()))])
    let child = try await bench.client.submit([.fixture(state: .waiting(.job(parent[0])))])
    try await bench.client.resume(.a)
    #expect(try await bench.client.wait(for: child).map(\.state) == [.skipped(because: parent[0])])
  }
}

extension Job {
  fileprivate var failure: Failure? {
    if case .failed(let failure) = state { failure } else { nil }
  }
}
