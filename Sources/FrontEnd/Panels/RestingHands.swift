/// What the user's hands do: whether they rest, so that a question which nobody asked for may come up, and
/// whether they hold a key down.
///
/// A key that is on its way was meant for what stands on the screen now: it must neither be swallowed
/// by a question nor answer it, also where the question was drawn a blink before.
package struct RestingHands: Sendable {
  private var lastMove: ContinuousClock.Instant?
  /// Between the last two keys.
  private var gap: Duration?

  package init() {}

  /// No key for so long means that the next one is pressed by somebody who looks at the screen.
  package static let rest = Duration.seconds(1)

  /// A key or the mouse came.
  package mutating func moved(at now: ContinuousClock.Instant) {
    if let lastMove { gap = lastMove.duration(to: now) }
    lastMove = now
  }

  /// A key that is held down comes some thirty times a second.
  private static let repetition = Duration.milliseconds(60)
  /// Then it was let go.
  private static let letGo = Duration.milliseconds(100)

  /// Whether a key is held down, or keys are typed as fast: the next one comes at once.
  package func isKeyHeld(at now: ContinuousClock.Instant) -> Bool {
    guard let lastMove, let gap, gap <= Self.repetition else { return false }
    return lastMove.duration(to: now) < Self.letGo
  }

  /// How long to wait until they rest, if nothing more comes; nil when they do.
  package func pause(at now: ContinuousClock.Instant) -> Duration? {
    guard let lastMove else { return nil }
    let left = Self.rest - lastMove.duration(to: now)
    return left > .zero ? left : nil
  }
}
