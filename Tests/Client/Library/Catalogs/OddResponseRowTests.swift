import ClientCatalogs
import ClientCore
import ClientModel
import Synchronization
import TestSupport
import TestTraits
import Testing

/// What becomes of responses that Haven OnDemand should not give, or gives seldom.
@Suite(.usesSystem(minutes: 6)) struct OddResponseRowTests {
  /// Gives one response after the other; the last one to all that follow.
  private final class Reported: Sendable {
    private let left: Mutex<[String]>
    init(_ responses: [String]) { left = Mutex(responses) }
    func next() -> String {
      left.withLock { $0.count > 1 ? $0.removeFirst() : $0.first ?? "" }
    }
  }

  /// What becomes of a call whose submit and polls are answered so.
  private func call(
    _ haven: ServiceBench, _ responses: [String], mode: String = "async"
  ) async throws -> (end: LibraryBench.Exchange, asked: [String]) {
    let reported = Reported(responses)
    let server = try AnsweringServer { _ in reported.next() }
    let form = try haven.form(
      "analyzesentiment", ["text": "x", "mode": mode], at: server.url)
    return (try await haven.send(form), server.lines)
  }

  private let submitted = AnsweringServer.response(200, #"{"jobID": "j 1"}"#)

  @Test
  func `H24 H31 H36 T-H5 blanks, words in capitals, unknown and missing members are no trouble`()
    async throws
  {
    let haven = try await ServiceBench(.haven)
    let blanks = try await call(
      haven,
      [
        AnsweringServer.response(200, "\n  {\"more\": {\"x\": null}, \"jobID\": \"j 1\"} \r\n "),
        AnsweringServer.response(
          200,
          "\n {\"status\": \"FINISHED\", \"odd\": [], \"actions\": [{\"result\": [1, {\"a\": null}]}]}\n "
        ),
      ])
    #expect(blanks.end.job.state == .succeeded)
    #expect(blanks.asked.last == "POST /1/job/status/j%201")
    #expect(blanks.end.root == "/actions/0/result")
    // No id: the response is the result. No actions, no errors: a word is enough.
    let direct = try await call(haven, [AnsweringServer.response(200, #"{"aggregate": {}}"#)])
    #expect(direct.end.job.state == .succeeded && direct.asked.count == 1)
    let empty = try await call(
      haven, [submitted, AnsweringServer.response(200, #"{"status": "finished", "actions": []}"#)])
    #expect(empty.end.job.state == .succeeded)
    let bare = try await call(
      haven,
      [
        submitted,
        AnsweringServer.response(
          200, #"{"status": "failed", "actions": [{"status": "failed"}]}"#),
      ])
    #expect(bare.end.failure?.kind == .serviceFailure && bare.end.why.contains("failed"))
    // Without actions an object with `error` is an error, anything else the result.
    let error = try await call(
      haven, [AnsweringServer.response(200, #"{"error": 4014, "reason": "Invalid \"URL\""}"#)],
      mode: "sync")
    #expect(error.end.failure?.kind == .serviceFailure)
    #expect(error.end.why.contains("4014") && error.end.why.contains(#"Invalid "URL""#))
    await haven.bench.client.quit(.drain)
  }

  @Test
  func `H26 H29 a state is not an error, and an unknown word is stored and polling continues`()
    async throws
  {
    let haven = try await ServiceBench(.haven)
    let odd = try await call(
      haven,
      [
        submitted, AnsweringServer.response(200, #"{"status": "warming up"}"#),
        AnsweringServer.response(200, #"{"status": "queued"}"#),
        AnsweringServer.response(200, #"{"status": "finished", "actions": [{"result": {}}]}"#),
      ])
    #expect(odd.end.job.state == .succeeded && odd.asked.count == 4)
    let words = try await haven.bench.client.jobs(matching: JobQuery()).compactMap(\.remote?.word)
    #expect(words == ["finished"])
    // While it is under way the job has a state, and no failure.
    let reported = Reported([
      submitted, AnsweringServer.response(200, #"{"status": "warming up"}"#),
    ])
    let server = try AnsweringServer { _ in reported.next() }
    var poll = PollPolicy.brisk
    poll.longest = .seconds(600)
    poll.factor = 100_000
    let draft = haven.draft(
      try haven.form("analyzesentiment", ["text": "x"], at: server.url), poll: poll)
    let request = try PreparedRequest(draft)
    let id = try await haven.bench.client.submit([
      NewJob(request: request, lane: LaneKey(name: "slow"))
    ])
    let isPolling = try await haven.bench.comesTo(id[0]) { job in
      if case .polling("warming up", .some) = job.state { true } else { false }
    }
    #expect(isPolling)
    await haven.bench.client.quit(.drain)
  }

  @Test func `T-H8 a page of a proxy is not a response of the service, and 429 is waited out`()
    async throws
  {
    let haven = try await ServiceBench(.haven)
    let page = AnsweringServer.response(502, "<html>Bad Gateway</html>", type: "text/html")
    let polled = try await call(
      haven,
      [
        submitted, page,
        AnsweringServer.response(429, "{}", type: "application/json", "Retry-After: 1\r\n"),
        AnsweringServer.response(200, #"{"status": "finished", "actions": [{"result": {}}]}"#),
      ])
    #expect(polled.end.job.state == .succeeded && polled.asked.count == 4)
    let times = polled.end.attempts.map(\.started)
    try #require(times.count == 4)
    #expect(times[3].since(times[2]) >= .seconds(1))
    let direct = try await call(haven, [page], mode: "sync")
    #expect(direct.end.failure?.kind == .serviceFailure)
    #expect(direct.end.status == 502 && direct.end.body == "<html>Bad Gateway</html>")
    #expect(direct.end.failure?.description.contains("502") == true)
    await haven.bench.client.quit(.drain)
  }
}
