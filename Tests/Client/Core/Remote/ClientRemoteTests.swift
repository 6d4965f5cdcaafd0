import ClientCore
import ClientModel
import Testing

@Suite struct ClientRemoteTests {
  private static func submit(_ rule: RemoteRule = .haven, key: String? = nil) -> NewJob {
    var request = PreparedRequest.fixture(
      .post, path: "/1/api/async/ocrdocument/v1",
      headers: [
        HeaderField("X-Trace", "7"), HeaderField("Content-Type", "text/plain"),
      ], body: .bytes([1]), key: key)
    request.remote = RemoteUse(
      rule: rule, query: [HeaderField("apikey", "k")])
    return .fixture(request)
  }

  /// Answers the submit with a job, then plays these words one a question.
  private static func service(_ words: [String])
    -> @Sendable (OutgoingAttempt) -> FakeTransport.Reply
  {
    { attempt in
      if attempt.id.number == 1 { return .json(#"{"jobID":"j-1"}"#) }
      let word = words[min(attempt.id.number - 2, words.count - 1)]
      return .json(status(word, #","result":{"text":"hello"}"#))
    }
  }

  @Test func `a job that the server takes on is asked for until it is done`() async throws {
    let bench = Bench(Self.service(["queued", "in progress", "finished"]))
    try await bench.client.start(as: .runner)
    let id = try await bench.client.submit([Self.submit()])[0]
    let begin = bench.clock.now
    try await eventually { try await bench.job(id).state.word == .polling }
    #expect(
      try await bench.job(id).state == .polling(word: "", next: begin.advanced(by: .seconds(2))))
    try await bench.advance { try await bench.job(id).state == .succeeded }
    #expect(bench.clock.now == begin.advanced(by: .seconds(14)))
    let sent = bench.transport.begun.map(\.request)
    #expect(sent.map(\.method) == [.post, .get, .get, .get])
    #expect(sent[1].url == "http://a.example/1/job/status/j-1?apikey=k")
    #expect(sent[1].headers.contains { $0.name == "X-Trace" })
    #expect(!sent[1].headers.contains { $0.name == "Content-Type" })
    let attempts = try await bench.client.attempts(of: id)
    #expect(attempts.map(\.method) == [.post, .get, .get, .get])
    #expect(attempts.last?.result?.processing?.root == "/actions/0/result")
    let job = try await bench.job(id)
    #expect(job.method == .post)
    #expect(job.remote?.word == "finished")
    #expect(job.remote?.asked == 3)
    // Not what the last question took.
    #expect(job.span == .seconds(14))
  }

  @Test func `a field that the rule repeats is in the form of each poll and in no address`()
    async throws
  {
    var rule = RemoteRule.haven
    rule.form = ["apikey"]
    let secret = SensitiveText([.literal(Secret("a b"), .percent)])
    var byQuery = PreparedRequest.fixture(.post, path: "/1/api/async/ocrdocument/v1")
    byQuery.secretQuery = [HeaderField("apikey", secret), HeaderField("other", "1")]
    let parts = [
      MultipartPart(name: "apikey", content: .text(.secret("a b"))),
      MultipartPart(name: "text", content: .text("x")),
    ]
    var byForm = PreparedRequest.fixture(
      .post, path: "/1/api/async/ocrdocument/v1", body: .multipart(boundary: "b", parts: parts))
    for request in [byQuery, byForm].indices {
      var sent = request == 0 ? byQuery : byForm
      sent.remote = RemoteUse(rule: rule)
      var standing = RemoteJobState(
        address: "http://a.example/1/job/status/j-1", accepted: .init(milliseconds: 0))
      let poll = try #require(sent.pollRequest(standing))
      #expect(poll.method == .post && poll.url == standing.address)
      #expect(poll.secretQuery.map(\.name) == (request == 0 ? ["other"] : []))
      guard case .multipart(_, let repeated) = poll.body else {
        Issue.record("The poll has no form.")
        continue
      }
      #expect(repeated == [parts[0]])
      // What belongs to one origin does not follow to another.
      standing.address = "http://b.example/status"
      let elsewhere = try #require(sent.pollRequest(standing))
      #expect(elsewhere.method == .get && elsewhere.body == .none && elsewhere.secretQuery == [])
    }
    (byQuery.remote, byForm.remote) = (RemoteUse(rule: .haven), nil)
    let plain = try #require(
      byQuery.pollRequest(
        RemoteJobState(address: "http://a.example/s", accepted: .init(milliseconds: 0))))
    #expect(plain.method == .get && plain.secretQuery.map(\.name) == ["apikey", "other"])
  }

  @Test func `another queue runner goes on asking after a death, and the submit is not sent again`()
    async throws
  {
    let bench = Bench(Self.service(["in progress"]))
    try await bench.client.start(as: .runner)
    let id = try await bench.client.submit([Self.submit()])[0]
    try await bench.advance { try await bench.job(id).remote?.asked == 2 }
    // Dies here: nothing is closed in good order.
    let crashed = bench.storage.crashed()
    let after = Bench(storage: crashed, clock: bench.clock, Self.service(["finished"]))
    try await after.client.start(as: .runner, afterRestart: .resumeLanes)
    try await after.advance { try await after.job(id).state == .succeeded }
    #expect(after.transport.begun.allSatisfy { $0.request.method == .get })
  }

  @Test func `where servers work on all that is left, a restart pauses nothing`() async throws {
    let bench = Bench(Self.service(["in progress"]))
    try await bench.client.start(as: .runner)
    let id = try await bench.client.submit([Self.submit()])[0]
    try await eventually { try await bench.job(id).state.word == .polling }
    let left = bench.storage.crashed()
    await bench.client.quit(.drain)
    #expect(try await bench.storage.lanes().map(\.lane.pause) == [.none])
    let after = Bench(storage: left, clock: bench.clock, Self.service(["finished"]))
    try await after.client.start(as: .runner)
    try await after.advance { try await after.job(id).state == .succeeded }
    #expect(try await after.client.lanes().map(\.lane.pause) == [.none])
  }

  @Test func `a death while the question is on its way asks again`() async throws {
    let bench = Bench { attempt in
      attempt.id.number == 1 ? .json(#"{"jobID":"j-1"}"#) : .hang
    }
    try await bench.client.start(as: .runner)
    let id = try await bench.client.submit([Self.submit()])[0]
    try await bench.advance { bench.transport.begun.count == 2 }
    let crashed = bench.storage.crashed()
    let after = Bench(storage: crashed, clock: bench.clock, Self.service(["finished"]))
    try await after.client.start(as: .runner, afterRestart: .resumeLanes)
    try await after.advance { try await after.job(id).state == .succeeded }
    #expect(after.transport.begun.map(\.request.method) == [.get])
  }

  @Test func `polling is paused, done at once, and goes on`() async throws {
    let bench = Bench(Self.service(["in progress"]))
    try await bench.client.start(as: .runner)
    let id = try await bench.client.submit([Self.submit()])[0]
    try await eventually { try await bench.job(id).state.word == .polling }
    #expect(try await bench.client.hold([id]).first?.state == .polling(word: "", next: nil))
    bench.clock.advance(by: .seconds(100))
    await bench.client.waitUntilIdle()
    #expect(bench.transport.begun.count == 1)
    try await bench.client.pollNow([id])
    try await eventually { try await bench.job(id).remote?.asked == 1 }
    try await eventually { try await bench.job(id).state.word == .polling }
    try await bench.client.hold([id])
    try await bench.client.release([id])
    try await eventually { try await bench.job(id).remote?.asked == 2 }
  }

  @Test func `a wish that comes while a question is on its way counts for the next`() async throws {
    var rule = RemoteRule.haven
    rule.cancel = RemoteRule.Cancel(method: .delete)
    let bench = Bench { attempt in
      if attempt.id.number == 1 { return .json(#"{"jobID":"j-1"}"#) }
      return attempt.request.method == .delete ? .response(204) : .hang
    }
    try await bench.client.start(as: .runner)
    let id = try await bench.client.submit([Self.submit(rule)])[0]
    try await bench.advance { bench.transport.begun.count == 2 }
    try await bench.client.cancelAtServer([id])
    bench.transport.reply(bench.transport.open[0], .json(status("in progress")))
    try await eventually { try await bench.job(id).state.word == .cancelled }
    #expect(bench.transport.begun.last?.request.method == .delete)
    #expect(bench.transport.begun.count == 3)
  }

  @Test func `a wish to pause during a poll stores the word and polls no more`() async throws {
    let bench = Bench { attempt in
      attempt.id.number == 1 ? .json(#"{"jobID":"j-1"}"#) : .hang
    }
    try await bench.client.start(as: .runner)
    let id = try await bench.client.submit([Self.submit()])[0]
    try await bench.advance { bench.transport.begun.count == 2 }
    try await bench.client.hold([id])
    bench.transport.reply(bench.transport.open[0], .json(status("queued")))
    try await eventually { try await bench.job(id).state == .polling(word: "queued", next: nil) }
  }

  @Test func `cancelling stops the questions and says nothing to the server`() async throws {
    let bench = Bench(Self.service(["in progress"]))
    try await bench.client.start(as: .runner)
    let id = try await bench.client.submit([Self.submit()])[0]
    try await eventually { try await bench.job(id).state.word == .polling }
    try await bench.client.cancel([id])
    bench.clock.advance(by: .seconds(1000))
    await bench.client.waitUntilDrained()
    #expect(bench.transport.begun.count == 1)
    #expect(try await bench.job(id).state == .cancelled(sent: .atLeastOne))
  }

  @Test func `a lost job that is retried is asked for again, a failed one is sent again`()
    async throws
  {
    let bench = Bench { attempt in
      switch attempt.id.number {
      case 1: .json(#"{"jobID":"j-1"}"#)
      case 2...4: .response(503)
      case 5: .json(status("failed"))
      case 6: .json(#"{"jobID":"j-2"}"#)
      default: .json(status("finished"))
      }
    }
    try await bench.client.start(as: .runner)
    let id = try await bench.client.submit([Self.submit()])[0]
    try await bench.advance { try await bench.job(id).state.word == .interrupted }
    try await bench.client.retry([id])
    try await bench.advance { try await bench.job(id).state.word == .failed }
    try await bench.client.retry([id])
    try await bench.advance { try await bench.job(id).state.word == .succeeded }
    #expect(
      bench.transport.begun.map(\.request.method) == [.post, .get, .get, .get, .get, .post, .get])
    #expect(try await bench.job(id).remote?.id == "j-2")
  }

  @Test func `refused credentials hold the job until the user lets it go`() async throws {
    let bench = Bench { attempt in
      switch attempt.id.number {
      case 1: .json(#"{"jobID":"j-1"}"#)
      case 2: .response(403)
      default: .json(status("finished"))
      }
    }
    try await bench.client.start(as: .runner)
    let id = try await bench.client.submit([Self.submit()])[0]
    try await bench.advance {
      try await bench.job(id).state == .held(.question(.askingRefused(status: 403)))
    }
    try await bench.client.answer(id, .yes)
    try await bench.advance { try await bench.job(id).state == .succeeded }
    #expect(bench.transport.begun.map(\.request.method) == [.post, .get, .get])
  }

  @Test func `questions to another origin carry no credentials and no headers of the user's`()
    async throws
  {
    var rule = RemoteRule.haven
    rule.status = [.pointer("/at")]
    let bench = Bench { attempt in
      attempt.id.number == 1
        ? .json(#"{"jobID":"j-1","at":"http://b.example/j"}"#) : .json(status("finished"))
    }
    try await bench.client.start(as: .runner)
    var job = Self.submit(rule)
    job.request.credentials = .bearer("token")
    let id = try await bench.client.submit([job])[0]
    try await bench.advance { try await bench.job(id).state == .succeeded }
    let question = try #require(bench.transport.begun.last?.request)
    #expect(question.url == "http://b.example/j")
    if case .none = question.authorization {} else { Issue.record("The token went along.") }
    #expect(!question.headers.contains { $0.name == "X-Trace" })
  }

  @Test func `what a server says of a job is stored without the secrets it was sent`() async throws
  {
    let bench = Bench { attempt in
      attempt.id.number == 1
        ? .json(#"{"jobID":"hush-hush-key"}"#, [ResponseField("Location", "/ops/1")])
        : .json(#"{"status":"running hush-hush-key","resultUrl":"/r?key=hush-hush-key"}"#)
    }
    try await bench.client.start(as: .runner)
    var rule = RemoteRule.standardTwoPlaces
    rule.accepted = [200...202]
    rule.id = "/jobID"
    var job = Self.submit(rule)
    job.request.credentials = .bearer(.secret("hush-hush-key"))
    let id = try await bench.client.submit([job])[0]
    try await bench.advance { try await bench.job(id).state.word == .interrupted }
    #expect(!"\(try await bench.job(id))".contains("hush-hush-key"))
  }

  @Test func `a paused lane asks nothing, and many jobs are asked for within its limit`()
    async throws
  {
    let bench = Bench(Self.service(["in progress", "finished"]))
    try await bench.client.start(as: .runner)
    let ids = try await bench.client.submit((0..<50).map { _ in Self.submit() })
    try await eventually {
      try await bench.client.count(matching: JobQuery(states: [.polling])) == 50
    }
    try await bench.client.pause(.a)
    bench.clock.advance(by: .seconds(5))
    await bench.client.waitUntilIdle()
    #expect(bench.transport.begun.count == 50)
    try await bench.client.resume(.a)
    try await bench.advance {
      try await bench.client.jobs(matching: JobQuery(ids: ids)).allSatisfy {
        $0.state == .succeeded
      }
    }
    #expect(bench.transport.most <= 2)
  }
}
