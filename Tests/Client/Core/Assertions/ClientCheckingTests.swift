import ClientModel
import Synchronization
import Testing

@testable import ClientCore

/// Responses are checked by the assertions of their request; one that does not hold fails the job.
struct ClientCheckingTests {
  private func request(_ lines: [String], credentials: Credentials? = nil) throws -> PreparedRequest
  {
    var request = PreparedRequest.fixture(.get, path: "/data", credentials: credentials)
    request.assertions = try lines.map { try Assertion($0) }
    return request
  }

  private func ended(
    _ request: PreparedRequest, jq: JQRun = .none, _ reply: FakeTransport.Reply
  ) async throws -> (job: Job, result: AttemptResult?) {
    let bench = Bench(jq: jq) { _ in reply }
    try await bench.client.start(as: .runner)
    let ids = try await bench.client.submit([.fixture(request)])
    let job = try #require(try await bench.client.wait(for: ids).first)
    return (job, try await bench.client.attempts(of: ids[0]).last?.result)
  }

  @Test func `a job whose assertion does not hold has failed, with its response`() async throws {
    let request = try request([
      "status 404", ".id == 7", ".name == \"x\"", "size < 1 kB", ".list | .[] > 0",
    ])
    let (job, result) = try await ended(
      request, .body(200, #"{"id": 7, "name": "lamp", "list": [1, 0]}"#))
    guard case .failed(let failure) = job.state else {
      Issue.record("\(job.state)")
      return
    }
    #expect(failure.kind == .assertion && failure.what == "3 of 5 assertions failed.")
    // The name in the response may be a secret: the state of a job is not sealed.
    #expect(failure.why == "The first is `status 404`.")
    #expect(
      result?.verdicts.map(\.end) == [
        .failed(got: "200"), .held, .failed(got: "\"lamp\""), .held, .failed(got: "0"),
      ])
    #expect(job.check == CheckTally(held: 2, failed: 3, first: "status 404: got 200"))
    #expect(result?.body == .inline(Array(#"{"id": 7, "name": "lamp", "list": [1, 0]}"#.utf8)))
  }

  @Test func `no assertion holds on a response that began and did not become complete`()
    async throws
  {
    var cut = AttemptResult(end: .failed(.fixture(.headIncomplete)))
    cut.body = .inline(Array("HTTP/1.1 200 OK".utf8))
    var short = AttemptResult(end: .failed(.fixture(.invalidFraming)))
    short.head = ResponseHead(status: 200)
    for result in [cut, short] {
      let bench = Bench { _ in .hang }
      try await bench.client.start(as: .runner)
      var post = PreparedRequest.fixture(.post)
      post.assertions = [try Assertion("status 200"), try Assertion("size < 1 MB")]
      let id = try await bench.client.submit([.fixture(post)])[0]
      try await eventually { !bench.transport.open.isEmpty }
      bench.transport.finish(bench.transport.open[0], result, .something)
      let job = try #require(try await bench.client.wait(for: [id]).first)
      #expect(job.state.word == .interrupted)
      #expect(job.check?.failed == 2 && job.check?.held == 0)
    }
  }

  @Test func `what is more than a path compared with a value is jq's`() async throws {
    let asked = Mutex<[String]>([])
    let jq = JQRun { program, input in
      // Without an input it is only read.
      if input.isEmpty { return .printed([], complaint: nil) }
      asked.withLock { $0.append(program + " < " + String(decoding: input, as: UTF8.self)) }
      return program.hasSuffix("2")
        ? .printed(Array("false\n".utf8), complaint: nil)
        : program.hasSuffix("(")
          ? .refused("jq reported: no")
          : .printed(Array("true\n".utf8), complaint: nil)
    }
    let request = try request([".a | length == 1", ".a | length == 2", "\"\\("])
    let (_, result) = try await ended(request, jq: jq, .body(200, #"{"a":[1]}"#))
    #expect(asked.withLock { $0 }.prefix(1) == [#".a | length == 1 < {"a":[1]}"#])
    #expect(
      result?.verdicts.map(\.end) == [
        .held, .failed(got: "false"), .unchecked(why: "jq reported: no"),
      ])
  }

  @Test func `numbers beyond jq's precision are compared digit for digit`() async throws {
    let request = try request([
      ".a == 9007199254740993", ".a == 9007199254740992", ".a != 9007199254740992", ".b == 1.0",
    ])
    let (_, result) = try await ended(request, .body(200, #"{"a":9007199254740993,"b":1}"#))
    #expect(
      result?.verdicts.map(\.holds) == [true, false, true, true])
  }

  @Test func `missing things and bodies that are no JSON fail in plain words`() async throws {
    let request = try request([".a.b", "header X-Id", ".[0]"])
    let (_, result) = try await ended(request, .body(200, #"{"a":1}"#))
    #expect(
      result?.verdicts.map(\.end) == [
        .failed(got: "nothing: Cannot index number with string \"b\""),
        .failed(got: "no such header"),
        .failed(got: "nothing: Cannot index object with number"),
      ])
    let (_, other) = try await ended(try self.request([".a"]), .body(200, "hello"))
    #expect(other?.verdicts.map(\.end) == [.failed(got: "a body that is not JSON")])
    let (_, empty) = try await ended(try self.request([".a"]), .response(204))
    #expect(empty?.verdicts.map(\.end) == [.failed(got: "no body")])
  }

  @Test func `no value is asserted of a body that breaks off`() async throws {
    let request = try request([".a == 1", "status 200", ".b"])
    let (_, result) = try await ended(request, .body(200, #"{"a":1,"b":[1,2,"#))
    let got =
      "a body that is not JSON: Line 1, column 17: expected a value, found the end of the text."
    #expect(result?.verdicts.map(\.end) == [.failed(got: got), .held, .failed(got: got)])
    let (_, lines) = try await ended(try self.request([".a"]), .body(200, "{\"a\":1}\n{\"a\":\n"))
    #expect(lines?.verdicts.first?.holds == false)
  }

  @Test func `the texts of a JSON sequence are asserted one by one`() async throws {
    let head = ResponseHead(
      status: 200, fields: [ResponseField("Content-Type", "application/json-seq")])
    let check = AssertionCheck(
      head: head, body: .inline(Array("\u{1E}{\"a\":1}\n\u{1E}{\"a\":2}\n".utf8)), stored: nil,
      total: nil, jq: .none)
    let verdicts = await check.verdicts(try [".a > 0", ".a == 1"].map { try Assertion($0) })
    #expect(verdicts.map(\.end) == [.held, .failed(got: "2")])
  }

  private final class Runs: Sendable {
    let count = Mutex(0)
  }

  /// Reads no program with a `?`; notes whether any was run.
  private func reader(_ runs: Runs) -> JQRun {
    JQRun { program, input in
      if !input.isEmpty { runs.count.withLock { $0 += 1 } }
      return program.contains("?")
        ? .refused("jq reported: no.") : .printed(Array("true\n".utf8), complaint: nil)
    }
  }

  @Test(arguments: [["length ?"], [".a == 1", "length", "1 | ?"], ["keys", "? 1", "?"]])
  func `an assertion that is not a program is refused before anything is sent`(
    lines: [String]
  ) async throws {
    let runs = Runs()
    let bench = Bench(jq: reader(runs)) { _ in .response(200) }
    try await bench.client.start(as: .runner)
    let request = try request(lines)
    let wrong = try #require(lines.first { $0.contains("?") })
    func refused(_ submit: () async throws -> Void) async {
      let failure = await #expect(throws: Failure.self) { try await submit() }
      #expect(failure?.what == "The assertion `\(wrong)` cannot be checked.")
      #expect(failure?.why == "jq reported: no.")
    }
    await refused { _ = try await bench.client.submit([.fixture(request)]) }
    await refused {
      _ = try await bench.client.submit(
        NewBatch(source: "rows.csv", jobs: [.fixture(request)], values: [Array("{}".utf8)]))
    }
    await refused {
      let draft = Draft(name: "a", url: "http://h/", assertions: ["{{x}} ?"] + lines)
      _ = try await bench.client.submit(NewGraph.serial([draft]))
    }
    #expect(try await bench.client.count(matching: JobQuery()) == 0)
    #expect(runs.count.withLock { $0 } == 0)
  }

  @Test func `a job that got no response was not checked`() async throws {
    let (job, result) = try await ended(try request(["status 2xx"]), .fail(.certificate, .nothing))
    #expect(job.check == nil)
    #expect(result?.verdicts.isEmpty == true)
  }

  @Test func `of a response that is sealed the list says only which assertion failed`()
    async throws
  {
    let request = try request([".token == 1"], credentials: .bearer(.secret("s")))
    let (job, result) = try await ended(request, .body(200, #"{"token":"s"}"#))
    #expect(result?.verdicts.first?.end == .failed(got: "\"s\""))
    #expect(job.check == CheckTally(held: 0, failed: 1, first: ".token == 1"))
  }
}
