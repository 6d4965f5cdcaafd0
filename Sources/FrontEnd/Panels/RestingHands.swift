/// Tracks whether the user's input is idle, so that an unrequested dialog may open.
///
/// A key press is intended for the screen that the user currently sees: a dialog that has just opened must
/// neither discard the key nor take it as an answer.
package struct RestingHands: Sendable {
  private var lastKey: ContinuousClock.Instant?

  package init() {}

  /// The idle time after which the next key counts as a reaction to the current screen.
  package static let rest = Duration.seconds(1)

  /// A key or the mouse came.
  package mutating func pressed(at now: ContinuousClock.Instant) { lastKey = now }

  /// The time until the input counts as idle if no other key arrives; nil when it is already idle.
  package func pause(at now: ContinuousClock.Instant) -> Duration? {
    guard let lastKey else { return nil }
    let left = Self.rest - lastKey.duration(to: now)
    return left > .zero ? left : nil
  }
}
