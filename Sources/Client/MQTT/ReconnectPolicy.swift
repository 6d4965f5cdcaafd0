import ClientModel

/// The rule for reconnecting to a broker after a lost connection.
struct ReconnectPolicy {
  private var losses = 0
  private var hasBeenConnected = false

  mutating func connected() {
    losses = 0
    hasBeenConnected = true
  }

  /// Returns the time to wait before the next attempt, or nil for no further attempt.
  ///
  /// A failed first connection is not repeated, so that the user sees the failure. Equal jitter
  /// spreads the attempts of many clients of one broker and lets the pauses grow.
  mutating func pause(
    after failure: Failure, random: inout some RandomNumberGenerator
  ) -> Duration? {
    guard hasBeenConnected, Self.isTransient(failure.kind) else { return nil }
    losses += 1
    let ceiling = min(30_000, 250 << min(losses, 10))
    return .milliseconds(Int.random(in: ceiling / 2...ceiling, using: &random))
  }

  private static func isTransient(_ kind: Failure.Kind) -> Bool {
    switch kind {
    case .connectTimeout, .connectionLost, .refused, .unreachable, .nameNotFound, .nameLookup: true
    default: false
    }
  }
}
