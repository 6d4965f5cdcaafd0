import Foundation
import Glibc
import Synchronization
import TestSupport
import TestTraits
import Testing

/// Jobs that a server takes its time over, through the command line against a server.
@Suite(.serialized, .usesSystem(minutes: 5)) struct RemoteStoryTests {
  /// Takes each submit on as a job that is done when the test says so.
  private final class SlowService: Sendable {
    private struct Life {
      var isDone = false
      var submits = 0
      var questions = 0
      var stopped = 0
    }
    private let life = Mutex(Life())
    let server: AnsweringServer

    init() throws(RigError) {
      let box = Box()
      server = try AnsweringServer { request in box.service?.response(request) ?? "" }
      box.service = self
    }

    /// The server is made before the service that answers for it is complete.
    private final class Box: @unchecked Sendable {
      // Set once, before the server's address is known to anybody.
      weak var service: SlowService?
    }

    var submits: Int { life.withLock { $0.submits } }
    var questions: Int { life.withLock { $0.questions } }
    var stopped: Int { life.withLock { $0.stopped } }
    func finish() { life.withLock { $0.isDone = true } }

    private func response(_ request: HTTPRequest) -> String {
      life.withLock { life in
        switch (request.method, request.target) {
        case ("POST", _):
          life.submits += 1
          return AnsweringServer.response(
            202, "{}", type: "application/json", "Operation-Location: /ops/7\r\n")
        case ("DELETE", _):
          life.stopped += 1
          return AnsweringServer.response(204)
        case ("GET", "/results/7"): return AnsweringServer.response(200, #"{"rows":3}"#)
        case ("GET", "/ops/7"):
          life.questions += 1
          return AnsweringServer.response(
            200,
            life.isDone
              ? #"{"id":"op-7","status":"Succeeded","resultUrl":"/results/7"}"#
              : #"{"id":"op-7","status":"Running"}"#, type: "application/json", "Retry-After: 1\r\n"
          )
        default: return AnsweringServer.response(404)
        }
      }
    }
  }

  private func state(_ home: WeirHome) -> String? {
    do { return try home.jobs().first?.state } catch { return "\(error)" }
  }

  private func succeeds(_ home: WeirHome, _ words: String...) -> Bool {
    do { return try home.run(words).code == 0 } catch { return false }
  }

  @Test(arguments: [("POST", "405 submit"), ("GET", "plain")])
  func `a server that takes polls by GET alone is asked so, and the result alone is printed`(
    method: String, label: String
  ) async throws {
    try await onOwnThread {
      let polls = Mutex(0)
      let server = try AnsweringServer { request in
        guard request.path.hasPrefix("/job/") else {
          return AnsweringServer.response(202, #"{"jobID":"7"}"#)
        }
        guard request.method == "GET" else { return AnsweringServer.response(405) }
        let count = polls.withLock { polls in
          polls += 1
          return polls
        }
        return AnsweringServer.response(
          200,
          count < 2
            ? #"{"status":"queued"}"# : #"{"status":"finished","result":{"rows":3},"more":1}"#)
      }
      let home = try WeirHome()
      let given =
        method == "GET"
        ? "query: [{name: apikey, value: k1, secret: true}]"
        : "body: {multipart: [{name: apikey, value: k1, secret: true}]}"
      try home.folder.write("work/weir.yaml", "name: jobs\n")
      try home.folder.write(
        "work/requests/start.yaml",
        """
        method: \(method)
        url: \(server.url)/submit
        \(given)
        job:
          accepted: [202]
          id: /jobID
          status: {template: "/job/{id}", id: /jobID}
          word: [/status]
          words: {queued: queued, finished: finished}
          result: {in-poll: /result}
          form: [apikey]
          poll: {first: 0.05, queued: 0.05}
        """)
      let sent = try home.run("run", "start")
      #expect(sent.code == 0, "\(sent.errorOutput)")
      #expect(sent.output == #"{"rows":3}"#)
      #expect(try home.run("show", "1", "--data").output == #"{"rows":3}"#)
      #expect(try home.run("show", "1", "--body").output.contains(#""more":1"#))
      let asked = server.requests.filter { $0.path == "/job/7" }
      #expect(asked.map(\.method).suffix(2) == ["GET", "GET"])
      #expect(asked.suffix(2).allSatisfy { $0.query("apikey") == "k1" })
      #expect(asked.count == (method == "GET" ? 2 : 3))
    }
  }

  @Test
  func `a killed queue runner's remote job is asked for on, and its submit is not sent again`()
    async throws
  {
    try await onOwnThread {
      let service = try SlowService()
      let home = try WeirHome()
      try home.add("--poll", "POST", service.server.url + "/reports", "year:=2026")
      let runner = try home.start("queue", "run")
      eventually("a question") { service.questions >= 1 }
      eventually("the job between two questions") { state(home) == "polling" }
      runner.kill(SIGKILL)
      try runner.wait()
      // The next question may have begun in the moment before.
      let left = try home.jobs().map(\.state)
      #expect(left == ["polling"] || left == ["running"])
      let asked = service.questions
      service.finish()
      #expect(try home.run("queue", "run", "--until-idle").code == 0)
      #expect(try home.jobs().map(\.state) == ["succeeded"])
      #expect(service.submits == 1)
      #expect(service.questions > asked)
      #expect(try home.run("show", "1", "--body").output.contains(#"{"rows":3}"#))
    }
  }

  @Test func `until idle beside another queue runner waits for what servers work on`() async throws
  {
    try await onOwnThread {
      let service = try SlowService()
      let home = try WeirHome()
      let runner = try home.start("queue", "run")
      try home.add("--poll", "POST", service.server.url + "/reports")
      eventually("the job between two questions") { state(home) == "polling" }
      let onlooker = try home.start("queue", "run", "--until-idle")
      eventually("word of the first") {
        String(decoding: onlooker.errorOutput, as: UTF8.self).contains("runs the queue")
      }
      let asked = service.questions
      eventually("more questions") { service.questions > asked + 1 }
      #expect(state(home) != "succeeded" && onlooker.isRunning)
      service.finish()
      #expect(try onlooker.wait(limit: .seconds(60)) == .exited(0))
      #expect(state(home) == "succeeded")
      runner.kill(SIGTERM)
      try runner.wait()
    }
  }

  @Test func `send waits for the work and prints its result`() async throws {
    try await onOwnThread {
      let service = try SlowService()
      let home = try WeirHome()
      let sender = try home.start("send", "--poll", "POST", service.server.url + "/reports")
      eventually("questions") { service.questions >= 2 }
      service.finish()
      #expect(try sender.wait(limit: .seconds(60)) == .exited(0))
      #expect(String(decoding: sender.output, as: UTF8.self).contains(#""rows""#))
      #expect(service.submits == 1)
    }
  }

  @Test func `polling is paused and resumed, and the server is asked to stop`() async throws {
    try await onOwnThread {
      let service = try SlowService()
      let home = try WeirHome()
      try home.folder.write("work/weir.yaml", "name: work\n")
      try home.folder.write(
        "work/requests/report.yaml",
        """
        method: POST
        url: \(service.server.url)/reports
        job:
          status: Operation-Location
          word: /status
          words: {running: running, succeeded: finished}
          cancel: {method: DELETE}
          poll: {first: 1}

        """)
      let runner = try home.start("queue", "run")
      let sender = try home.start("run", "report")
      eventually("a question") { service.questions >= 1 }
      eventually("the pause") { succeeds(home, "queue", "hold", "1") }
      eventually("the job between two questions") { state(home) == "polling" }
      #expect(
        try home.run("queue", "list", "--format", "json").output.contains("polling is paused"))
      let asked = service.questions
      #expect(try home.run("queue", "poll", "1").code == 0)
      eventually("the next question") { service.questions > asked }
      eventually("the order to stop") { succeeds(home, "queue", "cancel", "--at-server", "1") }
      eventually("the end") { state(home) == "cancelled" }
      #expect(service.stopped == 1)
      for process in [sender, runner] {
        process.kill(SIGTERM)
        try process.wait()
      }
    }
  }
}
