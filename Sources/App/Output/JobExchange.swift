import ClientCore
import ClientModel

/// A job with its request and its attempts: what `send` and `show` print.
struct JobExchange {
  var job: Job
  var request: PreparedRequest?
  var attempts: [Attempt]
  /// The full path of the answer's body, when it is a file.
  var bodyPath: String?

  /// The last attempt that got an answer's head, else the last that ended.
  var answer: AttemptResult? {
    attempts.last { $0.result?.head != nil }?.result ?? attempts.last { $0.result != nil }?.result
  }

  static func read(_ id: JobID, from client: Client) async throws(Failure) -> JobExchange? {
    guard let job = try await client.jobs(matching: JobQuery(ids: [id])).first else { return nil }
    var exchange = JobExchange(
      job: job, request: try await client.request(of: id),
      attempts: try await client.attempts(of: id))
    exchange.bodyPath = exchange.answer.flatMap { client.bodyPath(of: $0.body) }
    return exchange
  }
}

extension HeaderField {
  /// The value as it may be printed.
  var shownValue: String { isCredential && !value.isSecret ? Secret.mask : value.masked }
}

extension ResponseSource {
  /// `network`, `cache 12 s`, `not modified`, `stale 40 s`, `dummy`.
  var text: String {
    switch self {
    case .network: "network"
    case .cache(let age): "cache \(age.components.seconds) s"
    case .notModified: "not modified"
    case .stale(let age): "stale \(age.components.seconds) s"
    case .dummy: "dummy"
    }
  }
}
