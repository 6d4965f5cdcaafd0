import ClientCore
import ClientModel

/// The phase of a transfer, and the deadline that applies in it.
///
/// Life: connecting → asking (the request goes out) → answering.
struct TransferTiming {
  typealias Instant = ContinuousClock.Instant

  enum Phase: Hashable { case connecting, asking, answering }

  let started: Instant
  private(set) var phase = Phase.connecting
  /// When libcurl began to connect; nil while it may wait for others to give a connection free.
  private var connectBegan: Instant?
  /// When a byte last moved that counts against the running deadline.
  private var lastActivity: Instant
  /// When the head began that is the response, or the latest challenge on the way to it.
  private(set) var firstByte: Instant?
  private var isInHead = false

  init(startedAt start: Instant, connectBegan: Instant?) {
    started = start
    lastActivity = start
    self.connectBegan = connectBegan
  }

  /// Notes that a lookup of the name or a connection has begun.
  ///
  /// - Returns: False when that was known.
  mutating func beginConnecting(at now: Instant) -> Bool {
    guard connectBegan == nil else { return false }
    connectBegan = now
    return true
  }

  mutating func noteActivity(at now: Instant) { lastActivity = now }

  /// Notes that bytes of a head arrived, and what they contain.
  mutating func noteHead(_ step: HeadReader.Step) {
    isInHead = step == .within || step == .interimEnded
    // libcurl's own time of a first byte is that of a request's body where there is one.
    if phase != .answering { firstByte = .now }
    // An interim response is not a first byte: the server may still think for long after it.
    if step == .interimEnded { firstByte = nil }
  }

  /// - Returns: False when the transfer is in this phase already.
  mutating func enter(_ next: Phase, at now: Instant) -> Bool {
    lastActivity = now
    guard phase != next else { return false }
    phase = next
    return true
  }

  /// When the transfer fails unless something happens.
  func deadline(under deadlines: Deadlines, at now: Instant) -> Instant {
    let next =
      switch phase {
      case .connecting: (connectBegan ?? now + .seconds(3600)) + deadlines.connect
      case .asking: lastActivity + deadlines.firstByte
      case .answering: lastActivity + deadlines.idle
      }
    guard let total = deadlines.total else { return next }
    return min(next, started + total)
  }

  /// The failure whose time has come, if one has.
  func expired(under deadlines: Deadlines, at now: Instant, _ origin: Origin) -> Failure? {
    if let total = deadlines.total, now >= started + total {
      return .totalTimeout(origin, after: total)
    }
    guard now >= deadline(under: deadlines, at: now) else { return nil }
    return switch phase {
    case .connecting: .connectTimeout(origin, after: deadlines.connect)
    case .asking: .firstByteTimeout(origin, after: deadlines.firstByte)
    case .answering where isInHead: .headTimeout(origin, after: deadlines.idle)
    case .answering: .idleTimeout(origin, after: deadlines.idle)
    }
  }
}
