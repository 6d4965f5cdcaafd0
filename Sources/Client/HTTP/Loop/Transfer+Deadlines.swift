import CCurl
import ClientCore
import ClientModel

/// When a transfer must end, and how far it is.
extension Transfer {
  /// When this transfer fails unless something happens.
  var deadline: ContinuousClock.Instant {
    if refusal != nil { return started }
    let deadlines = request.options.deadlines
    let next =
      switch phase {
      case .connecting: (connectBegan ?? loop.now + .seconds(3600)) + deadlines.connect
      case .asking: lastActivity + deadlines.firstByte
      case .answering: lastActivity + deadlines.idle
      }
    guard let total = deadlines.total else { return next }
    return min(next, started + total)
  }

  /// The failure whose time has come, if one has.
  func expired(at now: ContinuousClock.Instant) -> Failure? {
    if let refusal { return refusal }
    let deadlines = request.options.deadlines
    if let total = deadlines.total, now >= started + total {
      return .totalTimeout(request.origin, after: total)
    }
    guard now >= deadline else { return nil }
    return switch phase {
    case .connecting: .connectTimeout(request.origin, after: deadlines.connect)
    case .asking: .firstByteTimeout(request.origin, after: deadlines.firstByte)
    case .answering: .idleTimeout(request.origin, after: deadlines.idle)
    }
  }

  /// How far it has come, in wire bytes.
  var progress: TransferProgress {
    TransferProgress(
      sent: ByteCount(body?.position ?? 0), toSend: body.map { ByteCount($0.length) },
      received: ByteCount(ccurl_received(easy)), toReceive: expectedBody.map { ByteCount($0) })
  }
}
