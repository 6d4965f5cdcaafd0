import ClientCore
import ClientModel

extension RemoteRule {
  /// Haven OnDemand's jobs: protocols.md, 1.5 and 1.6.
  static let haven = RemoteRule(
    accepted: [200...299], status: [.template("/1/job/status/{id}", id: "/jobID")], id: "/jobID",
    word: ["/status", "/actions/0/status"],
    words: [
      "queued": .queued, "in progress": .running, "finished": .finished, "failed": .failed,
    ],
    errors: ["/actions/0/errors"], result: .inPoll(pointer: "/actions/0/result"),
    poll: PollPolicy(
      first: .seconds(2), queued: .seconds(2), running: .seconds(10), jitter: 0,
      deadline: .seconds(600), errorsInRow: 3))

  /// A service that answers 202 with a place to ask at, and the result at another.
  static let standardTwoPlaces = RemoteRule(
    status: [.header("Operation-Location"), .header("Location")], word: ["/status"],
    words: [
      "running": .running, "succeeded": .finished, "failed": .failed, "canceled": .cancelled,
    ],
    errors: ["/error"], result: .at([.pointer("/resultUrl")]), cancel: Cancel(method: .delete),
    poll: PollPolicy(jitter: 0))
}

/// One remote job outside any client, its clock in the test's hands.
struct RemoteBench {
  var job: RemoteJob
  var now = Timestamp(milliseconds: 0)
  var random = SeededRandom(1)
  /// Seconds from the submit on at which questions were asked.
  private(set) var asked: [Double] = []
  private(set) var move: RemoteJob.Move

  /// Nil when the response to the submit is not a job.
  init?(_ rule: RemoteRule, _ status: Int, _ fields: [ResponseField] = [], _ body: String) {
    let response = RemoteBench.response(status, fields, body)
    guard let (job, move) = RemoteJob.begin(rule, with: response, at: now, random: &random) else {
      return nil
    }
    self.job = job
    self.move = move
  }

  static func response(
    _ status: Int, _ fields: [ResponseField] = [], _ body: String, isResult: Bool = false,
    at now: Timestamp = Timestamp(milliseconds: 0)
  ) -> RemoteResponse {
    let head = ResponseHead(status: status, fields: fields)
    return RemoteResponse(
      head: head, body: Array(body.utf8), url: "http://a.example/1/api/async/ocrdocument/v1",
      isResult: isResult, wait: RetryAfter.wait(in: head, at: now))
  }

  /// Lets time go to the next question, and answers it.
  @discardableResult
  mutating func reply(
    _ status: Int, _ fields: [ResponseField] = [], _ body: String = ""
  ) -> RemoteJob.Move {
    go()
    move = job.responded(Self.response(status, fields, body, at: now), at: now, random: &random)
    return move
  }

  @discardableResult
  mutating func fail() -> RemoteJob.Move {
    go()
    move = job.unanswered(.fixture(), at: now, random: &random)
    return move
  }

  private mutating func go() {
    guard case .ask(let time) = move else { return }
    now = time
    asked.append(Double(now.milliseconds) / 1000)
  }
}

func status(_ word: String, _ rest: String = "") -> String {
  #"{"jobID":"j-1","status":"\#(word)","actions":[{"action":"ocrdocument","status":"\#(word)"\#(rest)}]}"#
}
