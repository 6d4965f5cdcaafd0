import ClientCore
import ClientDocuments
import ClientModel
import ClientPipeline

/// A job, its request and its attempts, as `send` and `show` print them.
struct JobExchange {
  var job: Job
  var request: PreparedRequest?
  var attempts: [Attempt]
  /// The response body in the store. It is nil if the response contains the body.
  var storedBody: StoredBytes?
  /// The catalog's description of the status.
  var meaning: String?
  /// The jobs whose pages were appended to the body.
  private(set) var pages: [JobID] = []
  /// The reason why an appended page is read as UTF-8 although its response declares another
  /// charset.
  private(set) var pageProblem: String?

  /// The last attempt that received a response or a part of one. If there is none, the last attempt
  /// that ended.
  var shownAttempt: Attempt? {
    attempts.last { $0.result?.holdsBytes == true } ?? attempts.last { $0.result != nil }
  }

  var response: AttemptResult? { shownAttempt?.result }

  /// Whether the last attempt was refused before it was sent. A stage or the program that
  /// transforms bodies refused it.
  var wasRefusedUnsent: Bool {
    let stages = attempts.last?.result?.processing?.stages ?? []
    return stages.contains { $0.phase == .dispatch && $0.end == .refused }
  }

  /// Returns whether the gateway's program failed on the response body. The body is then stored
  /// unchanged.
  func isUntransformed(in gateways: Gateways) -> Bool {
    guard case .failed(let failure) = job.state, failure.kind == .program,
      let gateway = request?.gateway.flatMap({ gateways[$0.name] }),
      let program = gateway.middleware.responseTransform,
      let stage = response?.processing?.stages.first(where: { $0.phase == .response })
    else { return false }
    return stage.name == program.name && stage.end == .refused
  }

  /// The poll whose response is shown. It is nil if the response to the job's own request is shown.
  var shownPoll: Attempt? {
    guard job.remote != nil, let request, let attempt = shownAttempt, attempt.hop == 0,
      attempt.method != request.method || attempt.displayURL != request.displayURL
    else { return nil }
    return attempt
  }

  /// Reads a job, its request and its attempts.
  ///
  /// - Parameter number: The last attempt to include. Nil means all attempts.
  /// - Returns: The job. Nil if the job or the attempt does not exist.
  static func read(
    _ id: JobID, upTo number: Int? = nil, from client: Client
  ) async throws(Failure) -> JobExchange? {
    guard let job = try await client.jobs(matching: JobQuery(ids: [id])).first else { return nil }
    var exchange = try await read(job, from: client)
    guard let number else { return exchange }
    guard exchange.attempts.contains(where: { $0.id.number == number }) else { return nil }
    exchange.attempts.removeAll { $0.id.number > number }
    exchange.storedBody = exchange.response.flatMap { client.bytes(of: $0.body) }
    return exchange
  }

  /// Reads the request, the attempts and the body of a job.
  static func read(_ job: Job, from client: Client) async throws(Failure) -> JobExchange {
    var exchange = JobExchange(
      job: job, request: try await client.request(of: job.id),
      attempts: try await client.attempts(of: job.id))
    exchange.storedBody = exchange.response.flatMap { client.bytes(of: $0.body) }
    return exchange
  }

  /// The message about a request that failed after reported retries. It is nil for any other job.
  var endAfterRetries: String? {
    guard job.seriesAttempts > 1, job.remote == nil, case .failed(let failure) = job.state,
      failure.isStatedByResponse, let head = response?.head
    else { return nil }
    let reason = head.reason.isEmpty ? "" : " \(Console.safe(head.reason))"
    return "Attempt \(job.seriesAttempts) was the last: the response is \(head.status)\(reason)."
  }

  /// Appends a page to the body. The body is then UTF-8. All other values are those of the first
  /// page.
  ///
  /// - Parameter charset: The encoding that the user chose for the pages.
  mutating func append(_ page: NextPage, in charset: TextEncoding?) throws(DocumentError) {
    guard
      let place = attempts.lastIndex(where: { $0.result?.head != nil }),
      let result = attempts[place].result
    else { return }
    let (text, decoding) = try result.body.source(in: storedBody)
      .text(mediaType: result.head?.mediaType, choice: encoding(chosen: charset))
    let joined = try page.joined(behind: text, in: charset)
    attempts[place].result?.body = .inline(joined.text)
    pageProblem = pageProblem ?? decoding.problem ?? joined.problem
    pages.append(page.exchange.job.id)
  }

  /// Returns the encoding that replaces the declared encoding of the body.
  ///
  /// It is UTF-8 if pages were appended. Otherwise, it is the encoding that the user chose. Returns
  /// nil if the declared encoding applies.
  func encoding(chosen charset: TextEncoding?) -> TextEncoding? { pages.isEmpty ? charset : .utf8 }
}

extension ResponseSource {
  /// The source as text: `network`, `cache 12 s`, `not modified`, `stale 40 s`, `stub`.
  var text: String {
    switch self {
    case .network: "network"
    case .cache(let age): "cache \(age.components.seconds) s"
    case .notModified: "not modified"
    case .stale(let age): "stale \(age.components.seconds) s"
    case .stub: "stub"
    }
  }
}

extension AttemptResult {
  /// Whether the attempt received a response head or a part of it. An incomplete head is in `body`.
  fileprivate var holdsBytes: Bool { head != nil || body.length > 0 }
}
