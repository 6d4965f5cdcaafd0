import ClientCore
import ClientHTTP
import ClientMemory
import ClientModel
import TestSupport
import TestTraits
import Testing

/// Responses whose head is cut off at each byte in turn: through the transport and the client to the state
/// of the job.
@Suite(.serialized, .usesSystem(minutes: 5)) struct CutHeadTests {
  private static let methods = ["GET", "POST"]

  private struct Cut: Sendable {
    let method: String
    let end: CutHeadServer.End
    let count: Int
  }

  /// Every place of the head but its end, each with every end and method.
  private func cuts(of head: CutHead) -> [Cut] {
    Self.methods.flatMap { method in
      CutHeadServer.End.allCases.flatMap { end in
        head.bytes.indices.map { Cut(method: method, end: end, count: $0) }
      }
    }
  }

  private func request(_ method: String, _ url: String) throws -> PreparedRequest {
    var draft = Draft(method: method, url: url)
    if method == "POST" { draft.body = .text("x", mediaType: "text/plain") }
    var request = try PreparedRequest(draft)
    request.options.retry = RetryRule(attempts: 1)
    return request
  }

  private func check(_ job: Job, _ result: AttemptResult?, _ head: CutHead, _ cut: Cut) {
    let wanted: JobState.Word = cut.method == "POST" ? .interrupted : .failed
    #expect(job.state.word == wanted, "\(head) \(cut): \(job.state)")
    #expect(job.status == nil, "\(head) \(cut)")
    #expect(result?.head == nil, "\(head) \(cut)")
    // libcurl hands over full lines.
    let lines = head.bytes[..<cut.count].lastIndex(of: 10).map { head.bytes[...$0] } ?? []
    if cut.end == .close {
      #expect(result?.text == String(decoding: lines, as: UTF8.self), "\(head) \(cut)")
    }
  }

  /// A client with a store in memory: the sweep waits for no disk.
  private func client() -> Client {
    Client(
      storage: MemoryStorage(clock: SystemClock(), bodyFolder: "/nonexistent"),
      transport: CurlTransport())
  }

  private func send(
    _ request: PreparedRequest, through client: Client, _ lane: LaneKey
  ) async throws -> (job: Job, result: AttemptResult?) {
    let ids = try await client.submit([NewJob(request: request, lane: lane)])
    let job = try await client.wait(for: ids)[0]
    return (job, try await client.attempts(of: job.id).last?.result)
  }

  @Test(arguments: CutHead.allCases)
  func `a head cut at any byte of a new connection is not success`(head: CutHead) async throws {
    let server = try CutHeadServer()
    defer { server.stop() }
    let client = client()
    try await client.start(as: .runner)
    let lane = LaneKey(name: "cuts")
    try await client.setLimit(16, of: lane)
    let cuts = cuts(of: head)
    let ids = try await client.submit(
      try cuts.map {
        NewJob(request: try request($0.method, server.url(head, $0.count, $0.end)), lane: lane)
      })
    for (job, cut) in zip(try await client.wait(for: ids), cuts) {
      let result = try await client.attempts(of: job.id).last?.result
      check(job, result, head, cut)
      #expect(result?.connection.use == .fresh)
    }
    await client.quit(.drain)
  }

  /// Each worker has a server, so that none takes the connection that another is about to use again.
  @Test(arguments: CutHead.allCases)
  func `a head cut at any byte of a reused connection is not success`(head: CutHead) async throws {
    let client = client()
    try await client.start(as: .runner)
    let cuts = cuts(of: head)
    let workers = 8
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<workers {
        group.addTask {
          let server = try CutHeadServer()
          defer { server.stop() }
          let lane = LaneKey(name: "cuts-\(worker)")
          for place in stride(from: worker, to: cuts.count, by: workers) {
            let cut = cuts[place]
            let complete = try self.request("GET", server.complete)
            #expect(try await self.send(complete, through: client, lane).job.state == .succeeded)
            let request = try self.request(cut.method, server.url(head, cut.count, cut.end))
            let (job, result) = try await self.send(request, through: client, lane)
            self.check(job, result, head, cut)
            #expect(result?.connection.use == .reused, "\(cut)")
          }
        }
      }
      try await group.waitForAll()
    }
    await client.quit(.drain)
  }

  @Test func `the same heads in full are successes`() async throws {
    let server = try CutHeadServer()
    defer { server.stop() }
    let client = client()
    try await client.start(as: .runner)
    for head in [CutHead.empty, .afterContinue, .afterHints, .bareLines] {
      let request = try request("GET", server.url(head, head.bytes.count, .close))
      let job = try await send(request, through: client, LaneKey(name: "full")).job
      #expect(job.state == .succeeded, "\(head)")
    }
    await client.quit(.drain)
  }
}
