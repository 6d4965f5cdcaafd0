import ClientModel

extension ExchangeRecord.Attempt {
  init(_ attempt: Attempt) {
    number = attempt.id.number
    hop = attempt.hop
    method = attempt.method.rawValue
    url = attempt.displayURL
    idempotencyKey = attempt.idempotencyKey
    body = attempt.body.map { ExchangeRecord.SentBody($0, attempt.result?.sentFiles ?? []) }
    started = attempt.started.milliseconds
    status = attempt.result?.head?.status
    timings = attempt.result.map { ExchangeRecord.Phases($0.timings) }
    switch attempt.result?.end {
    case nil: end = "open"
    case .answered: end = "answered"
    case .cancelled: end = "cancelled"
    case .failed(let failure):
      end = "failed"
      error = FailureRecord(failure)
    }
  }
}

extension Duration {
  var inPreciseMilliseconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) * 1000 + Double(attoseconds / 1_000_000_000_000) / 1000
  }
}

extension ExchangeRecord {
  /// The body that an attempt was to send, as `Attempt` stores it.
  struct SentBody: Encodable {
    struct File: Encodable {
      var path: String
      var bytes: Int64
      /// The hash of the sent bytes; absent if the file was not sent completely.
      var sha256: String?
    }

    /// A hash that is equal for equal bodies. Absent if a part is secret, and for a body that is a
    /// file.
    var fingerprint: String?
    var files: [File]?

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
  }
}
