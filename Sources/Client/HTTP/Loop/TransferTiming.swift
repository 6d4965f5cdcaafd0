import ClientCore
import ClientModel

/// The phase of a transfer and its deadline.
///
/// Life: connecting → asking (the request is sent) → answering.
struct TransferTiming {
  typealias Instant = ContinuousClock.Instant

  enum Phase: Hashable { case connecting, asking, answering }

  let started: Instant
  private(set) var phase = Phase.connecting
  /// The time at which libcurl began to connect, or nil while it may wait for a free connection.
  private var connectBegan: Instant?
  /// The time at which the current deadline was last restarted.
  private var lastActivity: Instant
  /// The time of the response's first byte or, before the response, of the latest challenge.
  private(set) var firstByte: Instant?
  private var isInHead = false

  init(startedAt start: Instant, connectBegan: Instant?) {
    started = start
    lastActivity = start
    self.connectBegan = connectBegan
  }

  /// Records the start of a name lookup or connection.
  ///
  /// - Returns: False if the start was already recorded.
  mutating func beginConnecting(at now: Instant) -> Bool {
    guard connectBegan == nil else { return false }
    connectBegan = now
    return true
  }

  /// Returns the connect timeout from the start of the transfer, or nil while the transfer may wait
  /// for a free connection.
  func connectTimeout(under deadlines: Deadlines) -> Duration? {
    connectBegan.map { started.duration(to: $0) + deadlines.connect }
  }

  mutating func noteActivity(at now: Instant) { lastActivity = now }

  /// Records that bytes of a head arrived.
  mutating func noteHead(_ step: HeadReader.Step) {
    isInHead = step == .within || step == .interimEnded
    // For a request with a body, libcurl's own first-byte time refers to that body, not to the
    // response.
    if phase != .answering { firstByte = .now }
    // An interim response does not count as the first byte, because the final response may arrive
    // much later.
    if step == .interimEnded { firstByte = nil }
  }

  /// Enters a phase and restarts the deadline.
  ///
  /// - Returns: False if the transfer is already in the phase.
  mutating func enter(_ next: Phase, at now: Instant) -> Bool {
    lastActivity = now
    guard phase != next else { return false }
    phase = next
    return true
  }

  /// Returns the time at which the transfer fails if it makes no progress.
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

  /// Returns the failure of a deadline that has passed, or nil.
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
