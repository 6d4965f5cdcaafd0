import ClientCore
import ClientModel
import Testing

/// Polls that a server refuses.
@Suite struct RefusedPollTests {
  private let now = Timestamp(milliseconds: 1_750_000_000_000)

  private var rule: RemoteRule {
    var rule = RemoteRule(status: [.template("/job/{id}", id: "/jobID")], word: ["/status"])
    rule.words = ["finished": .finished, "failed": .failed, "queued": .queued]
    rule.form = ["apikey"]
    return rule
  }

  private func job(_ rule: RemoteRule) -> RemoteJob {
    RemoteJob(rule, at: RemoteJobState(address: "https://a.example/job/1", accepted: now))
  }

  private func response(_ status: Int, _ body: String = "") -> RemoteResponse {
    RemoteResponse(
      head: ResponseHead(status: status), body: Array(body.utf8), url: "https://a.example/job/1")
  }

  @Test(arguments: [405, 501])
  func `a server that takes no form is asked again at once by GET`(status: Int) {
    var random = SeededRandom(1)
    var job = job(rule)
    #expect(job.responded(response(status), at: now, random: &random) == .ask(at: now))
    #expect(job.state.pollForm == .byGet)
    // The same refusal of the GET is a failed poll, and the work goes on.
    guard case .ask(let next) = job.responded(response(status), at: now, random: &random) else {
      Issue.record("the job ended")
      return
    }
    #expect(next > now && job.state.misses == 1)
  }

  @Test(arguments: [400, 402, 405, 406, 409, 418, 422, 451, 500, 501, 503])
  func `a refused poll is not a failed job`(status: Int) {
    var random = SeededRandom(1)
    var job = job(RemoteRule(status: rule.status, word: rule.word, words: rule.words))
    guard case .ask = job.responded(response(status), at: now, random: &random) else {
      Issue.record("the job ended after a \(status)")
      return
    }
    #expect(job.state.misses == 1)
  }

  @Test func `an error status with the word for failure ends the job`() {
    var random = SeededRandom(1)
    var job = job(rule)
    let move = job.responded(response(400, #"{"status": "failed"}"#), at: now, random: &random)
    guard case .failed = move else {
      Issue.record("\(move)")
      return
    }
  }

  @Test func `so many refusals in a row leave the end of the work open`() {
    var random = SeededRandom(1)
    var job = job(rule)
    var last: RemoteJob.Move?
    for _ in 0..<rule.poll.errorsInRow {
      last = job.responded(response(422), at: now, random: &random)
    }
    guard case .interrupted = last else {
      Issue.record("\(String(describing: last))")
      return
    }
  }

  private func submit(_ method: HTTPMethod) -> PreparedRequest {
    var request = PreparedRequest.fixture(method)
    request.url = "https://a.example/submit"
    request.origin = Origin(scheme: "https", host: "a.example", port: 443)
    request.remote = RemoteUse(rule: rule)
    if method == .post {
      request.body = .multipart(
        boundary: "b",
        parts: [
          MultipartPart(name: "apikey", content: .text(.secret("k 1"))),
          MultipartPart(name: "text", content: .text(SensitiveText("hello"))),
        ])
    } else {
      request.secretQuery = [HeaderField("apikey", .secret("k 1"))]
    }
    return request
  }

  @Test func `polls follow the method of the submit`() throws {
    let standing = job(rule).state
    let posted = try #require(submit(.post).pollRequest(standing))
    #expect(posted.method == .post && posted.secretQuery.isEmpty)
    let got = try #require(submit(.get).pollRequest(standing))
    #expect(got.method == .get && got.body == .none)
    #expect(got.secretQuery.map(\.name) == ["apikey"])
  }

  @Test func `after a refused form the key is in the query`() throws {
    var standing = job(rule).state
    standing.pollForm = .byGet
    let asked = try #require(submit(.post).pollRequest(standing))
    #expect(asked.method == .get && asked.body == .none)
    #expect(asked.secretQuery.map(\.name) == ["apikey"])
    let wire = try WireRequest(filling: asked)
    #expect(wire.url == "https://a.example/job/1?apikey=k%201")
  }
}
