/// What the user's hands do: whether they rest, so that a question which nobody asked for may come up, and
/// whether they move about, so that what nobody waits for makes room for the next key.
///
/// A key that is on its way was meant for what stands on the screen now: it must neither be swallowed
/// by a question nor answer it, also where the question was drawn a blink before.
package struct RestingHands: Sendable {
  private var lastKey: ContinuousClock.Instant?
  private var lastMove: ContinuousClock.Instant?

  package init() {}

  /// No key for so long means that the next one is pressed by somebody who looks at the screen.
  package static let rest = Duration.seconds(1)

  /// A key or the mouse came.
  package mutating func pressed(at now: ContinuousClock.Instant) { lastKey = now }

  /// It was one of those that come in series.
  package mutating func moved(at now: ContinuousClock.Instant) { lastMove = now }

  /// Keys that are typed one after the other follow each other faster, and so do those of one held down.
  private static let distance = Duration.milliseconds(250)

  /// Whether the next key is likely to come at once: another one has just moved about.
  package func areMoving(at now: ContinuousClock.Instant) -> Bool {
    guard let lastMove else { return false }
    return lastMove.duration(to: now) < Self.distance
  }

  /// How long to wait until they rest, if nothing more comes; nil when they do.
  package func pause(at now: ContinuousClock.Instant) -> Duration? {
    guard let lastKey else { return nil }
    let left = Self.rest - lastKey.duration(to: now)
    return left > .zero ? left : nil
  }
}
