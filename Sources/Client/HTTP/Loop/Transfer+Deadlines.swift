import CCurl
import ClientCore
import ClientModel

/// The deadlines and progress of a transfer.
extension Transfer {
  /// The time at which this transfer fails if it makes no progress.
  var deadline: ContinuousClock.Instant {
    if verdict.refusal != nil { return timing.started }
    return timing.deadline(under: request.options.deadlines, at: loop.now)
  }

  /// Returns the failure of a deadline that has passed, or nil.
  func expired(at now: ContinuousClock.Instant) -> Failure? {
    if let refusal = verdict.refusal { return refusal }
    return timing.expired(under: request.options.deadlines, at: now, request.origin)
  }

  /// The progress in bytes on the wire.
  var progress: TransferProgress {
    TransferProgress(
      sent: ByteCount(body?.position ?? 0), toSend: body.map { ByteCount($0.length) },
      received: ByteCount(ccurl_received(easy)),
      toReceive: received.expected.map { ByteCount($0) })
  }
}
