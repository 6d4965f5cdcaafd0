import ClientModel
import Glibc

/// One job in `--format json`, the documented stable format.
struct JobRecord: Encodable {
  var id: Int64
  var state: String
  /// The reason why the job is held, waits, failed or was interrupted. Absent if the state is
  /// self-explanatory.
  var detail: String?
  var method: String
  var url: String
  var lane: String
  var name: String?
  /// The caller's identifier (`--call`).
  var call: String?
  var priority: Int
  var attempts: Int
  var status: Int?
  /// The time of creation in milliseconds since 1970.
  var created: Int64
  var since: Int64
  var elapsedMilliseconds: Int64?
  var bodyBytes: Int64?
  /// The graph whose step the job is, such as `g3`.
  var graph: String?
  /// The name of the step, or `row N` in a batch.
  var step: String?
  /// The job's state at a server that processes it. Absent for other jobs.
  var remote: RemoteRecord?
  /// The results of the assertions on the job's last response. Absent without assertions.
  var check: CheckRecord?

  init(_ job: Job, in place: GraphPlaces.Place? = nil) {
    graph = place?.graph.description
    step = place?.step
    remote = RemoteRecord(job)
    check = job.check.map(CheckRecord.init)
    id = job.id.rawValue
    state = job.state.word.rawValue
    detail = job.state.detail
    method = job.method.rawValue
    url = job.displayURL
    lane = job.lane.name
    name = job.name
    call = job.call
    priority = job.priority
    attempts = job.attempts
    status = job.status
    created = job.created.milliseconds
    since = job.since.milliseconds
    elapsedMilliseconds = job.elapsed?.inMilliseconds
    bodyBytes = job.bodyLength?.bytes
  }
}

extension JobState {
  /// Details that the name of the state does not contain, in a few words.
  var detail: String? {
    switch self {
    case .held(.byUser): "by you"
    case .held(.until(let time)): "until \(time.text)"
    case .held(.question(.redirectCarriesBody(let target, let status))):
      "a \(status) redirect would send the body to \(CredentialNames.standard.masked(target)): release to allow, cancel to refuse"
    case .held(.question(.largeBody(let size))):
      "the response is larger than \(size): release to go on, cancel to stop"
    case .held(.question(.askingRefused(let status))):
      "a poll got \(status): release the job to poll again"
    case .held(.missingSecret(let name)) where JobState.Hold.missingSecret(name).isMissingKey:
      "the \(name) is missing or cannot be used: put it right, and the job goes on"
    case .held(.missingSecret(let name)): "the secret \(name) is missing"
    case .waiting(.slot): nil
    case .waiting(.job(let id)): "for job \(id)"
    case .waiting(.until(let time)): "until \(time.text)"
    case .running(let attempt): attempt > 1 ? "attempt \(attempt)" : nil
    case .polling(let word, let next):
      [word, next.map { "asked again \($0.text)" } ?? "polling is paused"]
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
  /// The local time as `2026-11-21 04:05:06`.
  var text: String {
    var seconds = time_t(milliseconds / 1000)
    var parts = tm()
    localtime_r(&seconds, &parts)
    var buffer = [CChar](repeating: 0, count: 32)
    let length = strftime(&buffer, buffer.count, "%Y-%m-%d %H:%M:%S", &parts)
    return String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
