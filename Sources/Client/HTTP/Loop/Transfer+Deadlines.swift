import CCurl
import ClientCore
import ClientModel

/// When a transfer must end, and how far it is.
extension Transfer {
  /// When this transfer fails unless something happens.
  var deadline: ContinuousClock.Instant {
    if verdict.refusal != nil { return timing.started }
    return timing.deadline(under: request.options.deadlines, at: loop.now)
  }

  /// The failure whose time has come, if one has.
  func expired(at now: ContinuousClock.Instant) -> Failure? {
    if let refusal = verdict.refusal { return refusal }
    return timing.expired(under: request.options.deadlines, at: now, request.origin)
  }

  /// How far it has come, in wire bytes.
  var progress: TransferProgress {
    TransferProgress(
      sent: ByteCount(body?.position ?? 0), toSend: body.map { ByteCount($0.length) },
      received: ByteCount(ccurl_received(easy)),
      toReceive: received.expected.map { ByteCount($0) })
  }
}
