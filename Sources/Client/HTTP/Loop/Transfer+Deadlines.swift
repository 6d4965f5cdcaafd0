import CCurl
import ClientCore
import ClientModel

/// The deadlines and the progress of a transfer.
extension Transfer {
  /// The time at which this transfer fails unless it makes progress.
  var deadline: ContinuousClock.Instant {
    if verdict.refusal != nil { return timing.started }
    return timing.deadline(under: request.options.deadlines, at: loop.now)
  }

  /// Returns the failure of the deadline that has passed, if any.
  func expired(at now: ContinuousClock.Instant) -> Failure? {
    if let refusal = verdict.refusal { return refusal }
    return timing.expired(under: request.options.deadlines, at: now, request.origin)
  }

  /// The progress in wire bytes.
  var progress: TransferProgress {
    TransferProgress(
      sent: ByteCount(body?.position ?? 0), toSend: body.map { ByteCount($0.length) },
      received: ByteCount(ccurl_received(easy)),
      toReceive: received.expected.map { ByteCount($0) })
  }
}
