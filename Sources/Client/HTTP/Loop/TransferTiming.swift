import ClientCore
import ClientModel

/// The phase of a transfer, and the deadline that applies in it.
///
/// Life: connecting → asking (the request is sent) → answering.
struct TransferTiming {
  typealias Instant = ContinuousClock.Instant

  enum Phase: Hashable { case connecting, asking, answering }

  let started: Instant
  private(set) var phase = Phase.connecting
  /// The time when libcurl began to connect, or nil while it may wait for another transfer's
  /// connection.
  private var connectBegan: Instant?
  /// The time of the last activity that restarted the current deadline.
  private var lastActivity: Instant
  /// The time of the first byte of the response's head, or of the latest challenge before it.
  private(set) var firstByte: Instant?
  private var isInHead = false

  init(startedAt start: Instant, connectBegan: Instant?) {
    started = start
    lastActivity = start
    self.connectBegan = connectBegan
  }

  /// Records that a name lookup or a connection has begun.
  ///
  /// - Returns: False if this was already recorded.
  mutating func beginConnecting(at now: Instant) -> Bool {
    guard connectBegan == nil else { return false }
    connectBegan = now
    return true
  }

  mutating func noteActivity(at now: Instant) { lastActivity = now }

  /// Records that bytes of a head arrived.
  mutating func noteHead(_ step: HeadReader.Step) {
    isInHead = step == .within || step == .interimEnded
    // libcurl's own first-byte time refers to the request's body if the request has one.
    if phase != .answering { firstByte = .now }
    // An interim response does not count as the first byte: the server may take a long time after
    // it.
    if step == .interimEnded { firstByte = nil }
  }

  /// Enters a phase and restarts the deadline.
  ///
  /// - Returns: False if the transfer is already in this phase.
  mutating func enter(_ next: Phase, at now: Instant) -> Bool {
    lastActivity = now
    guard phase != next else { return false }
    phase = next
    return true
  }

  /// Returns the time at which the transfer fails unless it makes progress.
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

  /// Returns the failure of the deadline that has passed, if any.
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
