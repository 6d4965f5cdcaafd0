import ClientDocuments
import ClientModel
import FoundationEssentials

/// A job and everything that was sent and received, in `--format json`, the documented stable
/// format.
struct ExchangeRecord: JSONRecord {
  private let exchange: JobExchange
  /// The encoding that the user chose for the body.
  private let charset: TextEncoding?

  /// Creates the record of an exchange.
  ///
  /// - Parameter charset: The encoding that the user chose for the body.
  init(_ exchange: JobExchange, charset: TextEncoding? = nil) {
    (self.exchange, self.charset) = (exchange, charset)
  }

  static let table = JSONTable<ExchangeRecord>(
    "exchange", "A job with everything that was sent and received.",
    job("id", "state", "detail") + [
      .sometimes("status", .integer, "The status of the response.") {
        $0.exchange.response?.head?.status
      },
      .always(
        "source", .text, "`network`, `cache 12 s`, `not modified`, `stale 40 s`, `stub` or `none`."
      ) { $0.exchange.response?.source.text ?? "none" },
      .sometimes("gateway", .text, "The gateway of the request.") {
        $0.exchange.request?.gateway?.name
      },
    ] + job("call") + [
      .sometimes("outcome", OutcomeRecord.shape, "The result of the outcome rule.") {
        $0.exchange.outcome.map(OutcomeRecord.init)
      },
      .sometimes("stages", .list(StageRecord.shape), "The stages of the middleware.") {
        $0.exchange.stages.isEmpty ? nil : $0.exchange.stages.map(StageRecord.init)
      },
      .sometimes(
        "pages", .list(.integer), "The jobs whose pages follow in the body (`--pages`)."
      ) { $0.exchange.pages.isEmpty ? nil : $0.exchange.pages.map(\.rawValue) },
      .sometimes("root", .text, "A JSON Pointer to the data in the body.") {
        $0.exchange.root.isEmpty ? nil : $0.exchange.root
      },
    ] + job("remote") + [
      .sometimes("assertions", .list(AssertionRecord.shape), "The results of the assertions.") {
        let verdicts = $0.exchange.response?.verdicts ?? []
        return verdicts.isEmpty ? nil : verdicts.map(AssertionRecord.init)
      },
      .sometimes("request", Request.shape, "The request.") {
        $0.exchange.request.map(Request.init)
      },
      .sometimes("response", Response.shape, "The response; absent without a head.") {
        Response($0.exchange, $0.charset)
      },
      .sometimes("received", Received.shape, "The bytes of an incomplete head.") {
        $0.exchange.response.flatMap(Received.init)
      },
      .sometimes("timings", Phases.shape, "The times of the last attempt.") {
        $0.exchange.response.map { Phases($0.timings) }
      },
      .always("attempts", .list(Attempt.shape), "The attempts, the first one first.") {
        $0.exchange.attempts.map(Attempt.init)
      },
      .sometimes("error", FailureRecord.shape, "The reason why the job failed.") {
        if case .failed(let failure) = $0.exchange.job.state { FailureRecord(failure) } else { nil }
      },
    ])

  /// Returns fields from the table of `JobRecord` by their names.
  private static func job(_ names: String...) -> [JSONTable<ExchangeRecord>.Field] {
    JobRecord.table.fields(names) { JobRecord($0.exchange.job) }
  }

  /// A header field. Credentials in its value are masked.
  struct Field: JSONRecord {
    private let name: String
    private let value: String

    init(name: String, value: String) { (self.name, self.value) = (name, value) }

    static let table = JSONTable<Field>(
      "header", "One header field, in the order of the message.",
      [
        .always("name", .text, "The name as it was sent.") { $0.name },
        .always("value", .text, "The value; credentials are masked.") { $0.value },
      ])
  }

  struct Request: JSONRecord {
    private let request: PreparedRequest

    init(_ request: PreparedRequest) { self.request = request }

    static let table = JSONTable<Request>(
      "request", "The request as it was sent.",
      [
        .always("method", .text, "The method.") { $0.request.method.rawValue },
        .always("url", .text, "The URL; secrets are masked.") { $0.request.displayURL },
        .always("headers", .list(Field.shape), "The header fields.") {
          $0.request.headers.map { Field(name: $0.name, value: $0.shownValue) }
        },
        .sometimes("idempotencyKey", .text, "The value of `Idempotency-Key`.") {
          $0.request.idempotencyKey
        },
        .sometimes(
          "body", .text, "The body as text, if it is at most 64 KiB of UTF-8; secrets are masked."
        ) { text(of: $0.request.body) },
      ])

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

  /// The received bytes of a response whose head is incomplete.
  struct Received: JSONRecord {
    private let bytes: [UInt8]

    /// Creates the record of an incomplete head. Returns nil if the head is complete or no bytes
    /// were received.
    init?(_ response: AttemptResult) {
      guard response.head == nil, case .inline(let bytes) = response.body else { return nil }
      self.bytes = bytes
    }

    static let table = JSONTable<Received>(
      "received", "The received part of a response without a complete head.",
      [
        .always("bytes", .integer, "The number of bytes.") { $0.bytes.count },
        .sometimes("text", .text, "The bytes as text, if they are UTF-8.") {
          String(validating: $0.bytes, as: UTF8.self)
        },
        .sometimes("base64", .text, "The bytes in Base64, if they are not UTF-8.") {
          String(validating: $0.bytes, as: UTF8.self) == nil
            ? Data($0.bytes).base64EncodedString() : nil
        },
      ])
  }

  struct Phases: JSONRecord {
    private let timings: Timings

    init(_ timings: Timings) { self.timings = timings }

    static let table = JSONTable<Phases>(
      "timings", "Milliseconds from the start of the attempt.",
      [
        .sometimes("nameLookup", .number, "The name was looked up.") {
          $0.timings.nameLookup?.inPreciseMilliseconds
        },
        .sometimes("connected", .number, "The connection was open.") {
          $0.timings.connected?.inPreciseMilliseconds
        },
        .sometimes("secured", .number, "TLS was ready.") {
          $0.timings.secured?.inPreciseMilliseconds
        },
        .sometimes("firstByte", .number, "The first byte of the response arrived.") {
          $0.timings.firstByte?.inPreciseMilliseconds
        },
        .sometimes("total", .number, "The attempt ended.") {
          $0.timings.total?.inPreciseMilliseconds
        },
      ])
  }
}
