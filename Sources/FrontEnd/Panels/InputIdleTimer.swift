/// A timer that detects when the user stops typing.
///
/// A dialog that the user did not request opens only while the input is idle, because a pressed key
/// is intended for the screen that the user sees. The dialog must neither discard that key nor use
/// it as an answer.
package struct InputIdleTimer: Sendable {
  private var lastKey: ContinuousClock.Instant?

  package init() {}

  /// The idle time after which the next key counts as a reaction to the current screen.
  package static let rest = Duration.seconds(1)

  /// Records a key or a mouse event.
  package mutating func pressed(at now: ContinuousClock.Instant) { lastKey = now }

  /// Returns the time until the input is idle if no key is pressed, or nil if the input is already
  /// idle.
  package func pause(at now: ContinuousClock.Instant) -> Duration? {
    guard let lastKey else { return nil }
    let left = Self.rest - lastKey.duration(to: now)
    return left > .zero ? left : nil
  }
}
