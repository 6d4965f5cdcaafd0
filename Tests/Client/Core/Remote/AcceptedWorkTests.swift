import ClientCore
import ClientModel
import Testing

/// Work that a server accepted with a 202, although the request has no rule for polling.
@Suite struct AcceptedWorkTests {
  /// Accepts the work with this status URL. The work ends with the second poll.
  private static func bench(_ location: String) -> Bench {
    Bench { attempt in
      if attempt.request.method == .post {
        return .response(202, [ResponseField("Location", location)])
      }
      return .json(#"{"status":"\#(attempt.id.number > 1 ? "done" : "running")","pages":7}"#)
    }
  }

  private static func accepted(_ bench: Bench) async throws -> JobID {
    try await bench.client.start(as: .runner)
    let new = NewJob.fixture(
      .fixture(.post, path: "/reports", credentials: .bearer(.secret("hush"))))
    let id = try await bench.client.submit([new])[0]
    _ = try await bench.client.wait(for: [id])
    return id
  }

  @Test func `accepted work is polled in a new job until it is done`() async throws {
    let bench = Self.bench("/reports/1/status")
    let id = try await Self.accepted(bench)
    let poll = try #require(try await bench.client.submitPoll(of: id))
    try await bench.advance { try await bench.job(poll).state == .succeeded }
    let sent = bench.transport.begun.map(\.request)
    #expect(sent.map(\.method) == [.post, .get, .get])
    #expect(sent.dropFirst().allSatisfy { $0.url == "http://a.example/reports/1/status" })
    #expect(try await bench.job(poll).remote?.word == "done")
    #expect(try await bench.job(id).status == 202)
  }

  @Test func `the status of accepted work elsewhere is polled without credentials`() async throws {
    let bench = Self.bench("http://b.example/status")
    let id = try await Self.accepted(bench)
    let poll = try #require(try await bench.client.submitPoll(of: id))
    let request = try #require(try await bench.client.request(of: poll))
    #expect(request.url == "http://b.example/status" && request.credentials == nil)
  }

  @Test func `a status URL with a masked secret is not polled`() async throws {
    let bench = Self.bench("/status?key=\(Secret.mask)")
    let id = try await Self.accepted(bench)
    await #expect(throws: Failure.self) { try await bench.client.submitPoll(of: id) }
  }

  @Test func `a response that is not a 202 with a status URL is not polled`() async throws {
    let bench = Bench { _ in .response(200, [ResponseField("Location", "/status")]) }
    let id = try await Self.accepted(bench)
    await #expect {
      try await bench.client.submitPoll(of: id)
    } throws: { ($0 as? Failure)?.what == "There is nothing to poll." }
  }
}
