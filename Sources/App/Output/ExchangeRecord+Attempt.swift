import ClientModel

extension ExchangeRecord {
  struct Attempt: JSONRecord {
    private let attempt: ClientModel.Attempt

    init(_ attempt: ClientModel.Attempt) { self.attempt = attempt }

    static let table = JSONTable<Attempt>(
      "attempt", "One attempt: a request that was sent once.",
      [
        .always("number", .integer, "The number of the attempt, from 1.") {
          $0.attempt.id.number
        },
        .always("hop", .integer, "The number of redirects before it.") { $0.attempt.hop },
        .always("method", .text, "The method of this attempt.") { $0.attempt.method.rawValue },
        .always("url", .text, "The URL of this attempt; secrets are masked.") {
          $0.attempt.displayURL
        },
        .sometimes("idempotencyKey", .text, "The value of `Idempotency-Key`.") {
          $0.attempt.idempotencyKey
        },
        .sometimes("body", SentBody.shape, "The body that it sent.") { record in
          record.attempt.body.map { SentBody($0, record.attempt.result?.sentFiles ?? []) }
        },
        .always("started", .time, "The time at which it started.") {
          $0.attempt.started.milliseconds
        },
        .always(
          "end", .word(["answered", "failed", "cancelled", "open"]),
          "The outcome; `open` if it has not ended."
        ) {
          switch $0.attempt.result?.end {
          case nil: "open"
          case .responded: "answered"
          case .cancelled: "cancelled"
          case .failed: "failed"
          }
        },
        .sometimes("status", .integer, "The status of its response.") {
          $0.attempt.result?.head?.status
        },
        .sometimes("error", FailureRecord.shape, "The reason why it failed.") {
          $0.attempt.result.flatMap(FailureRecord.init(ending:))
        },
        .sometimes("timings", Phases.shape, "Its times.") {
          $0.attempt.result.map { Phases($0.timings) }
        },
      ])
  }

  /// The body of an attempt's request, as `Attempt` stores it.
  struct SentBody: JSONRecord {
    struct File: JSONRecord {
      fileprivate let path: String
      fileprivate let bytes: Int64
      fileprivate let sha256: String?

      static let table = JSONTable<File>(
        "sent-file", "A file that was sent.",
        [
          .always("path", .text, "The path of the file.") { $0.path },
          .always("bytes", .integer, "Its size when the request was made.") { $0.bytes },
          .sometimes(
            "sha256", .text, "The hash of the sent bytes; absent if a part was not sent."
          ) { $0.sha256 },
        ])
    }

    private let fingerprint: String?
    private var files: [File]?

    init(_ body: BodyIdentity, _ sent: [SentFile]) {
      fingerprint = body.fingerprintText
      guard !body.files.isEmpty else { return }
      var left = sent
      files = body.files.map { file in
        let found = left.firstIndex { $0.path == file.path }.map { left.remove(at: $0) }
        return File(
          path: file.path, bytes: file.size.bytes, sha256: found?.sha256.hexadecimal)
      }
    }

    static let table = JSONTable<SentBody>(
      "sent-body", "The identity of a sent body; the body itself is not in the output.",
      [
        .sometimes(
          "fingerprint", .text, "A hash, equal for equal bodies; absent with secret parts."
        ) {
          $0.fingerprint
        },
        .sometimes("files", .list(File.shape), "The files that it sent.") { $0.files },
      ])
  }
}

extension Duration {
  var inPreciseMilliseconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) * 1000 + Double(attoseconds / 1_000_000_000_000) / 1000
  }
}
