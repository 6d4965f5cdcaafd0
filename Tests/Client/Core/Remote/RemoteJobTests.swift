import ClientCore
import ClientModel
import Testing

@Suite struct RemoteJobTests {
  private func haven() throws -> RemoteBench {
    try #require(RemoteBench(.haven, 200, [], #"{"jobID":"j 1/x"}"#))
  }

  @Test func `H14 a response with a job id begins a job at an address made of it`() throws {
    let bench = try haven()
    #expect(bench.job.state.address == "http://a.example/1/job/status/j%201%2Fx")
    #expect(bench.job.state.id == "j 1/x")
    #expect(bench.move == .ask(at: Timestamp(milliseconds: 2000)))
  }

  @Test func `H15 a response without a job id is the result itself`() {
    #expect(RemoteBench(.haven, 200, [], #"{"entities":[]}"#) == nil)
    #expect(RemoteBench(.haven, 200, [], "") == nil)
    #expect(RemoteBench(.haven, 200, [], "<html>") == nil)
    #expect(RemoteBench(.haven, 500, [], #"{"jobID":"j-1"}"#) == nil)
  }

  @Test func `H28 queued, queued, in progress, finished is asked for at exact times`() throws {
    var bench = try haven()
    bench.reply(200, [], status("queued"))
    #expect(bench.job.state.meaning == .queued)
    bench.reply(200, [], status("queued"))
    bench.reply(200, [], status("in progress"))
    #expect(bench.job.state.word == "in progress")
    let end = bench.reply(200, [], status("FINISHED", #","result":[1,2]"#))
    #expect(end == .finished(pointer: "/actions/0/result"))
    #expect(bench.asked == [2, 4, 6, 16])
    #expect(bench.job.state.asked == 4)
  }

  @Test func `H31 a failed job lists every error, detail as text or object`() throws {
    var bench = try haven()
    let errors = #"""
      ,"errors":[{"error":5011,"reason":"Invalid format","detail":"x.bin"},
      {"error":2010,"reason":"Quota","detail":{"key":"EXAMPLE123"}}]
      """#
    guard case .failed(let failure) = bench.reply(200, [], status("failed", errors)) else {
      Issue.record("It did not fail.")
      return
    }
    #expect(failure.kind == .serviceFailure)
    #expect(failure.why == "It reports 2 errors. The first is 5011: Invalid format: x.bin")
    #expect(
      failure.errorLines == [
        "5011: Invalid format: x.bin", #"2010: Quota: {"key":"EXAMPLE123"}"#,
      ])
  }

  @Test(arguments: [
    (#"[{"status":"finished","result":1},{"status":"failed","errors":[{"error":5004}]}]"#, 1),
    (#"[{"status":"failed","errors":[{"error":1},{"error":2}]},{"errors":[{"error":3}]}]"#, 3),
    (#"[{"status":"finished","result":1},{"status":"finished","result":[]}]"#, 0),
    (#"[{"status":"finished","result":{"errors":[{"error":9}]}}]"#, 0), ("[]", 0),
  ])
  func `a batch job with a failed action has failed, with the errors of all actions`(
    _ actions: String, _ errors: Int
  ) throws {
    var rule = RemoteRule.haven
    (rule.failure, rule.errors) = (["/actions/*/errors"], ["/actions/*/errors"])
    rule.result = .inPoll(pointer: "/actions")
    var bench = try #require(RemoteBench(rule, 200, [], #"{"jobID":"j-1"}"#))
    switch bench.reply(200, [], #"{"jobID":"j-1","status":"finished","actions":\#(actions)}"#) {
    case .failed(let failure): #expect(failure.errors.count == errors && errors > 0)
    case let move: #expect(move == .finished(pointer: "/actions") && errors == 0)
    }
  }

  @Test func `a failed job without any error says its word`() throws {
    var bench = try haven()
    guard case .failed(let failure) = bench.reply(200, [], status("failed")) else {
      Issue.record("It did not fail.")
      return
    }
    #expect(failure.why == "It reports: failed.")
  }

  @Test func `a word may jump ahead and step back`() throws {
    var bench = try haven()
    bench.reply(200, [], status("in progress"))
    bench.reply(200, [], status("queued"))
    #expect(bench.job.state.meaning == .queued)
    bench.reply(200, [], status("finished"))
    #expect(bench.asked == [2, 12, 14])
    #expect(bench.move == .finished(pointer: "/actions/0/result"))
  }

  @Test func `after an unknown word polling continues, and the word is shown`() throws {
    var bench = try haven()
    bench.reply(200, [], status("warming up"))
    #expect(bench.job.state.word == "warming up")
    #expect(bench.job.state.meaning == nil)
    #expect(bench.isAsking)
  }

  @Test func `Retry-After goes before the rule's own waits`() throws {
    var bench = try haven()
    bench.reply(200, [ResponseField("Retry-After", "60")], status("queued"))
    #expect(bench.move == .ask(at: Timestamp(milliseconds: 62_000)))
    bench.reply(429, [ResponseField("Retry-After", "7")])
    #expect(bench.move == .ask(at: Timestamp(milliseconds: 69_000)))
    #expect(bench.job.state.meaning == .queued, "a poll error changes no word")
  }

  @Test func `the last question is at the deadline, then nobody knows how it ended`() throws {
    var bench = try haven()
    while bench.isAsking, bench.asked.count < 100 {
      bench.reply(200, [], status("in progress"))
    }
    #expect(bench.asked.first == 2)
    #expect(bench.asked.last == 600)
    #expect(bench.asked.count == 61)
    guard case .interrupted(let why) = bench.move else {
      Issue.record("It goes on.")
      return
    }
    #expect(why.contains("deadline"))
  }

  @Test func `a job that finishes with its deadline is finished`() throws {
    var bench = try haven()
    while bench.asked.last != 592, bench.asked.count < 100 {
      bench.reply(200, [], status("in progress"))
    }
    #expect(
      bench.reply(200, [], status("finished")) == .finished(pointer: "/actions/0/result"))
    #expect(bench.asked.last == 600)
  }

  @Test
  func
    `three questions in a row without a response of use lose the job, a good one between does not`()
    throws
  {
    var bench = try haven()
    bench.fail()
    bench.reply(503)
    bench.reply(200, [], status("queued"))
    bench.fail()
    bench.reply(502, [], "<html>")
    #expect(bench.isAsking)
    guard case .interrupted(let why) = bench.fail() else {
      Issue.record("It goes on.")
      return
    }
    #expect(why.contains("3 polls in a row"))
    #expect(bench.job.state.word == "queued")
  }

  @Test func `a job that its server does not know is lost after ten seconds, not at once`() throws {
    var bench = try haven()
    bench.reply(404)
    #expect(bench.isAsking)
    bench.reply(200, [], status("in progress"))
    bench.reply(404)
    while bench.isAsking, bench.asked.count < 30 { bench.reply(410) }
    guard case .interrupted = bench.move else {
      Issue.record("It goes on.")
      return
    }
    let first = try #require(bench.asked.dropFirst(2).first)
    #expect(try #require(bench.asked.last) - first >= 10)
  }

  @Test func `refused credentials ask the user and lose nothing`() throws {
    var bench = try haven()
    #expect(bench.reply(401) == .refused(status: 401))
    #expect(bench.job.state.address.hasSuffix("j%201%2Fx"))
  }

  @Test func `the waits grow by half up to thirty seconds, with a fifth up or down by chance`()
    throws
  {
    var rule = RemoteRule.standardTwoPlaces
    rule.poll.jitter = 0.2
    var bench = try #require(
      RemoteBench(rule, 202, [ResponseField("Location", "/ops/1")], ""))
    for _ in 0..<15 { bench.reply(200, [], #"{"status":"running"}"#) }
    var wait = 1.0
    var before = 0.0
    for time in bench.asked {
      let share = (time - before) / wait
      #expect(share >= 0.79 && share <= 1.21, "\(time - before) s for \(wait) s")
      before = time
      wait = min(30, wait * 1.5)
    }
  }

  @Test func `a result with an address of its own is fetched there at once`() throws {
    var bench = try #require(
      RemoteBench(
        .standardTwoPlaces, 202, [ResponseField("Operation-Location", "/ops/1")], ""))
    bench.reply(200, [], #"{"status":"succeeded","resultUrl":"/results/1"}"#)
    #expect(bench.move == .ask(at: bench.now))
    #expect(bench.job.state.resultAddress == "http://a.example/results/1")
    #expect(bench.job.state.phase == .result)
    #expect(bench.reply(200, [], "the result, of any kind") == .finished(pointer: ""))
  }

  @Test func `without any word 202 goes on and 200 is the result`() throws {
    var bench = try #require(
      RemoteBench(.standardTwoPlaces, 202, [ResponseField("Location", "ops/1")], ""))
    #expect(bench.job.state.address == "http://a.example/1/api/async/ocrdocument/ops/1")
    bench.reply(202)
    #expect(bench.isAsking)
    #expect(bench.reply(200, [], #"{"rows":3}"#) == .finished(pointer: ""))
  }

  @Test func `a response without a word is judged by itself, whatever the words before it were`()
    throws
  {
    var bench = try #require(
      RemoteBench(.standardTwoPlaces, 202, [ResponseField("Location", "/ops/1")], ""))
    bench.reply(200, [], #"{"status":"running"}"#)
    #expect(bench.reply(200, [], #"{"rows":3}"#) == .finished(pointer: ""))
    var haven = try haven()
    haven.reply(200, [], status("queued"))
    haven.reply(200, [], "<html>")
    #expect(haven.isAsking && haven.job.state.misses == 1)
    #expect(haven.job.state.word == "queued")
  }

  @Test func `a rule that names no id gives the job none`() throws {
    let bench = try #require(
      RemoteBench(
        .standardTwoPlaces, 202, [ResponseField("Location", "/ops/1")], #"{"note":"all of it"}"#))
    #expect(bench.job.state.id == "")
  }

  @Test func `a response that a 303 led to is the result, whatever its status says`() throws {
    var bench = try #require(
      RemoteBench(.standardTwoPlaces, 202, [ResponseField("Location", "/ops/1")], ""))
    let response = RemoteBench.response(200, [], #"{"status":"draft"}"#, isResult: true)
    #expect(
      bench.job.responded(response, at: bench.now, random: &bench.random) == .finished(pointer: ""))
  }

  @Test func `a finished job with what the rule calls a failure has failed`() throws {
    var rule = RemoteRule.standardTwoPlaces
    rule.word = ["/done"]
    rule.words = ["true": .finished, "false": .running]
    rule.failure = ["/error"]
    rule.result = .inPoll(pointer: "/response")
    var bench = try #require(RemoteBench(rule, 202, [ResponseField("Location", "/ops/1")], ""))
    bench.reply(200, [], #"{"done":false}"#)
    var other = bench
    #expect(
      other.reply(200, [], #"{"done":true,"response":{}}"#) == .finished(pointer: "/response"))
    guard
      case .failed(let failure) = bench.reply(
        200, [], #"{"done":true,"error":{"code":9,"message":"No room"}}"#)
    else {
      Issue.record("It did not fail.")
      return
    }
    #expect(failure.why == "9: No room")
  }

  @Test func `a wish to stop ends the job when the server confirms it, else it goes on`() throws {
    var bench = try #require(
      RemoteBench(.standardTwoPlaces, 202, [ResponseField("Location", "/ops/1")], ""))
    #expect(bench.job.state.cancelAddress == "http://a.example/ops/1")
    var wished = bench.job.state
    wished.userRequest = .cancel
    bench.job = RemoteJob(bench.job.rule, at: wished)
    var refused = bench
    #expect(bench.reply(204) == .cancelled)
    refused.reply(405)
    #expect(refused.isAsking)
    #expect(refused.job.state.userRequest == .none)
  }

  @Test func `a response without word and result says nothing, and crashes nothing`() throws {
    for body in ["", "[]", "{", #"{"actions":[]}"#, #"{"actions":3,"status":null}"#, "\u{0}"] {
      var bench = try haven()
      bench.reply(200, [], body)
      #expect(bench.isAsking && bench.job.state.misses == 1)
      bench.reply(200, [], status("queued"))
      #expect(bench.job.state.misses == 0)
    }
  }
}

extension RemoteBench {
  var isAsking: Bool { if case .ask = move { true } else { false } }
}
