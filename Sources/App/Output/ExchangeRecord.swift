import ClientDocuments
import ClientModel
import ClientPipeline
import FoundationEssentials

/// A job with everything sent and received, in `--format json`, the documented stable format.
struct ExchangeRecord: Encodable {
  struct Field: Encodable {
    var name: String
    var value: String
  }

  struct Request: Encodable {
    var method: String
    var url: String
    /// The header fields, with credentials masked.
    var headers: [Field]
    var idempotencyKey: String?
    /// The body as text, with secrets masked. Absent without a body, for files, and over 64 KiB.
    var body: String?
  }

  struct Response: Encodable {
    var version: String
    var status: Int
    var reason: String
    /// The description of the status in the catalog of the request's endpoint.
    var meaning: String?
    var headers: [Field]
    /// The trailer fields.
    var trailers: [Field]
    var bodyBytes: Int64
    /// The decoded text of the body. Absent for bytes that are not text in the charset of the body,
    /// which are in `bodyBase64`, and for a body in a file.
    var body: String?
    var bodyBase64: String?
    /// The reason why the body is read as UTF-8 although the response declares another charset.
    var charsetProblem: String?
    /// The path of the body's file, if the body is over 64 KiB.
    var bodyFile: String?
    var framing: [String]
    var address: String?
    var security: String?
    var connection: String
  }

  /// The received bytes of a response whose head is incomplete.
  struct Received: Encodable {
    var bytes: Int64
    /// The bytes as text if they are UTF-8; otherwise `base64` contains them.
    var text: String?
    var base64: String?
  }

  /// The phases in milliseconds from the start of the attempt.
  struct Phases: Encodable {
    var nameLookup: Double?
    var connected: Double?
    var secured: Double?
    var firstByte: Double?
    var total: Double?

    init(_ timings: Timings) {
      nameLookup = timings.nameLookup?.inPreciseMilliseconds
      connected = timings.connected?.inPreciseMilliseconds
      secured = timings.secured?.inPreciseMilliseconds
      firstByte = timings.firstByte?.inPreciseMilliseconds
      total = timings.total?.inPreciseMilliseconds
    }
  }

  struct Attempt: Encodable {
    var number: Int
    var hop: Int
    var method: String
    var url: String
    var idempotencyKey: String?
    /// The body that was to be sent, absent if there was none.
    var body: SentBody?
    var started: Int64
    /// The end: `answered`, `failed`, `cancelled`, or `open` if the attempt never ended.
    var end: String
    var status: Int?
    var error: FailureRecord?
    var timings: Phases?
  }

  var id: Int64
  var state: String
  var detail: String?
  var status: Int?
  var source: String
  /// The gateway's name.
  var gateway: String?
  /// The caller's identifier (`--call`).
  var call: String?
  /// The result of the outcome rule of the gateway or endpoint for the response. Absent without a
  /// rule.
  var outcome: OutcomeRecord?
  /// The stages of middleware that the request went through. Absent without any.
  var stages: [StageRecord]?
  /// The jobs whose pages were appended to the body of this job. Absent without any.
  var pages: [Int64]?
  /// The JSON Pointer to the data in the body. Absent for the complete body.
  var root: String?
  /// The job's state at a server that processes it asynchronously. Absent for other jobs.
  var remote: RemoteRecord?
  /// The results of the assertions on the response. Absent without assertions.
  var assertions: [AssertionRecord]?
  var request: Request?
  var response: Response?
  /// The received bytes if the head is incomplete, in which case there is no `response`. Absent
  /// otherwise.
  var received: Received?
  var timings: Phases?
  var attempts: [Attempt]
  var error: FailureRecord?

  /// Creates the record of an exchange.
  ///
  /// - Parameter charset: The encoding that the user chose for the body.
  init(_ exchange: JobExchange, charset: TextEncoding? = nil) {
    id = exchange.job.id.rawValue
    state = exchange.job.state.word.rawValue
    detail = exchange.job.state.detail
    status = exchange.response?.head?.status
    source = exchange.response?.source.text ?? "none"
    gateway = exchange.request?.gateway?.name
    call = exchange.job.call
    outcome = exchange.outcome.map(OutcomeRecord.init)
    stages = exchange.stages.isEmpty ? nil : exchange.stages.map(StageRecord.init)
    pages = exchange.pages.isEmpty ? nil : exchange.pages.map(\.rawValue)
    root = exchange.root.isEmpty ? nil : exchange.root
    remote = RemoteRecord(exchange.job)
    let verdicts = exchange.response?.verdicts ?? []
    assertions = verdicts.isEmpty ? nil : verdicts.map(AssertionRecord.init)
    request = exchange.request.map(Request.init)
    response = exchange.response.flatMap { response in
      response.head.map { Response($0, response, exchange, charset) }
    }
    received = exchange.response.flatMap(Received.init)
    timings = exchange.response.map { Phases($0.timings) }
    attempts = exchange.attempts.map(Attempt.init)
    if case .failed(let failure) = exchange.job.state { error = FailureRecord(failure) }
  }
}

extension ExchangeRecord.Request {
  init(_ request: PreparedRequest) {
    method = request.method.rawValue
    url = request.displayURL
    headers = request.headers.map { ExchangeRecord.Field(name: $0.name, value: $0.shownValue) }
    idempotencyKey = request.idempotencyKey
    body = Self.text(of: request.body)
  }

  private static func text(of body: PreparedBody) -> String? {
    let text: String?
    switch body {
    case .text(let content): text = content.masked
    case .bytes(let bytes): text = String(validating: bytes, as: UTF8.self)
    case .none, .file, .multipart: text = nil
    }
    return text.flatMap { $0.utf8.count <= 64 << 10 && !$0.isEmpty ? $0 : nil }
  }
}

extension ExchangeRecord.Received {
  /// Creates the record of an incomplete head. Returns nil if there is a head, or if no bytes were
  /// received.
  init?(_ response: AttemptResult) {
    guard response.head == nil, case .inline(let received) = response.body else { return nil }
    bytes = Int64(received.count)
    text = String(validating: received, as: UTF8.self)
    if text == nil { base64 = Data(received).base64EncodedString() }
  }
}

extension ExchangeRecord.Response {
  init(
    _ head: ResponseHead, _ response: AttemptResult, _ exchange: JobExchange,
    _ charset: TextEncoding?
  ) {
    let decoding = Self.decoding(of: response, head, exchange, charset)
    version = head.version.rawValue
    status = head.status
    reason = head.reason
    meaning = exchange.meaning
    headers = head.fields.map { ExchangeRecord.Field(name: $0.name, value: $0.shownValue) }
    trailers = response.trailers.map { ExchangeRecord.Field(name: $0.name, value: $0.shownValue) }
    bodyBytes = response.body.length.bytes
    switch response.body {
    case .none: body = ""
    case .inline(let bytes):
      if let text = Self.text(of: bytes, decoding, head.mediaType) {
        body = text
      } else {
        bodyBase64 = Data(bytes).base64EncodedString()
      }
    case .file: bodyFile = exchange.bodyPath
    }
    charsetProblem = exchange.pageProblem ?? (response.body.length > 0 ? decoding.problem : nil)
    framing = response.framing.map(\.rawValue)
    address = response.connection.address
    security = response.connection.security
    connection = response.connection.use == .fresh ? "fresh" : "reused"
  }

  private static func decoding(
    of response: AttemptResult, _ head: ResponseHead, _ exchange: JobExchange,
    _ charset: TextEncoding?
  ) -> TextDecoding {
    let start: [UInt8]
    do throws(DocumentError) {
      start = try response.body.source(at: exchange.bodyPath)
        .bytes(in: 0..<TextDecoding.startLength)
    } catch {
      // The file of the body was deleted, so only the head declares a charset.
      start = []
    }
    return TextDecoding(
      mediaType: head.mediaType, start: start, choice: exchange.encoding(chosen: charset))
  }

  /// Returns the text of a body, or nil for binary data and for bytes that are invalid in the
  /// encoding.
  private static func text(
    of bytes: [UInt8], _ decoding: TextDecoding, _ mediaType: String?
  ) -> String? {
    guard decoding.encoding != .utf8 else { return String(validating: bytes, as: UTF8.self) }
    guard var text = decoding.encoding.text(of: bytes) else { return nil }
    // A byte order mark is not part of the text.
    if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    let start = Array(text.utf8.prefix(TextDecoding.startLength))
    let kind = BodyKind.detect(mediaType: mediaType, start: start)
    let isText = kind != .binary && kind != .picture
    return isText && !text.unicodeScalars.contains("\u{FFFD}") ? text : nil
  }
}
