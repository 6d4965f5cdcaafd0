import ClientModel
import Glibc

/// One job in `--format json`, the documented stable format.
struct JobRecord: JSONRecord {
  private let job: Job
  private let place: GraphPositions.Position?

  init(_ job: Job, in place: GraphPositions.Position? = nil) {
    (self.job, self.place) = (job, place)
  }

  static let table = JSONTable<JobRecord>(
    "job", "A job of the queue.",
    [
      .always("id", .integer, "The id of the job.") { $0.job.id.rawValue },
      .always("state", .word(JobState.Word.allCases.map(\.rawValue)), "The state of the job.") {
        $0.job.state.word.rawValue
      },
      .sometimes("detail", .text, "The reason why it is held, waits, failed or was interrupted.") {
        $0.job.state.detail
      },
      .always("method", .text, "The method of the request.") { $0.job.method.rawValue },
      .always("url", .text, "The URL of the request; secrets are masked.") { $0.job.displayURL },
      .always("lane", .text, "The lane of the job.") { $0.job.lane.name },
      .sometimes("name", .text, "The name of the saved request.") { $0.job.name },
      .sometimes("call", .text, "The caller's identifier, from `--call`.") { $0.job.call },
      .always("priority", .integer, "Jobs with a higher priority start first.") {
        $0.job.priority
      },
      .always("attempts", .integer, "The number of attempts so far.") { $0.job.attempts },
      .sometimes("status", .integer, "The status of the last response.") { $0.job.status },
      .always("created", .time, "The time at which it was added to the queue.") {
        $0.job.created.milliseconds
      },
      .always("since", .time, "The time at which the job entered its current state.") {
        $0.job.since.milliseconds
      },
      .sometimes("elapsedMilliseconds", .integer, "The duration of the last attempt.") {
        $0.job.elapsed?.inMilliseconds
      },
      .sometimes("bodyBytes", .integer, "The size of the decoded body of the last response.") {
        $0.job.bodyLength?.bytes
      },
      .sometimes(
        "graph", .text, "The id of the graph or batch that it is part of, such as `g3`."
      ) { $0.place?.graph.description },
      .sometimes("step", .text, "The step of the graph.") { $0.place?.step },
      .sometimes("remote", RemoteRecord.shape, "Its state at the server, for remote jobs.") {
        RemoteRecord($0.job)
      },
      .sometimes("check", CheckRecord.shape, "The result of the assertions.") {
        $0.job.check.map(CheckRecord.init)
      },
    ])
}

extension JobState {
  /// The details of the state that its name does not contain, in a few words.
  var detail: String? {
    switch self {
    case .held(.byUser): "by you"
    case .held(.until(let time)): "until \(time.text)"
    case .held(.question(.redirectCarriesBody(let target, let status))):
      "a \(status) redirect would send the body to \(CredentialNames.standard.masked(target)): release to allow, cancel to refuse"
    case .held(.question(.largeBody(let size))):
      "the response is larger than \(size): release to continue, cancel to stop"
    case .held(.question(.askingRefused(let status))):
      "a poll returned \(status): release the job to poll again"
    case .held(.missingSecret(let name)) where JobState.Hold.missingSecret(name).isMissingKey:
      "the \(name) is missing or cannot be used: correct it, and the job continues"
    case .held(.missingSecret(let name)): "the secret \(name) is missing"
    case .waiting(.slot): nil
    case .waiting(.job(let id)): "for job \(id)"
    case .waiting(.until(let time)): "until \(time.text)"
    case .running(let attempt): attempt > 1 ? "attempt \(attempt)" : nil
    case .polling(let word, let next):
      [word, next.map { "next poll \($0.text)" } ?? "polling is paused"]
        .filter { !$0.isEmpty }.joined(separator: ", ")
    case .succeeded: nil
    case .failed(let failure):
      failure.isStatedByResponse ? failure.what : "\(failure.what) \(failure.why)"
    case .cancelled(0): nil
    case .cancelled(.atLeastOne): "it had been sent"
    case .cancelled(let sent): "\(sent) had been sent"
    case .skipped(let cause): "because job \(cause) did not succeed"
    case .interrupted(let knowledge): knowledge.why
    }
  }
}

extension Timestamp {
  /// The local time, such as `2026-11-21 04:05:06`.
  var text: String {
    var seconds = time_t(milliseconds / 1000)
    var parts = tm()
    localtime_r(&seconds, &parts)
    var buffer = [CChar](repeating: 0, count: 32)
    let length = strftime(&buffer, buffer.count, "%Y-%m-%d %H:%M:%S", &parts)
    return String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
