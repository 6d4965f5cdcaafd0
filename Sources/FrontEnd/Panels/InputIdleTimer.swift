/// Detects when the user stops typing.
///
/// A dialog that the user did not request opens only then. A key press is intended for the screen
/// that the user currently sees. A new dialog must neither discard the key nor take the key as an
/// answer.
package struct InputIdleTimer: Sendable {
  private var lastKey: ContinuousClock.Instant?

  package init() {}

  /// The idle time after which the next key counts as a reaction to the current screen.
  package static let rest = Duration.seconds(1)

  /// Records a key or a mouse event.
  package mutating func pressed(at now: ContinuousClock.Instant) { lastKey = now }

  /// Returns the time until the input counts as idle, if no key is pressed. Returns nil if the
  /// input is already idle.
  package func pause(at now: ContinuousClock.Instant) -> Duration? {
    guard let lastKey else { return nil }
    let left = Self.rest - lastKey.duration(to: now)
    return left > .zero ? left : nil
  }
}
