import ClientModel

/// When a lost connection to a broker is made again.
struct ReconnectPolicy {
  private var losses = 0
  private var hasBeenConnected = false

  mutating func connected() {
    losses = 0
    hasBeenConnected = true
  }

  /// How long to wait before the next attempt; nil when there is no use in one.
  ///
  /// A first connection that fails is not tried again: the user should know it. Equal jitter keeps many clients
  /// of one broker from coming back at once, and lets the pauses grow.
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
