/// Whether the user's hands rest, so that a question which nobody asked for may come up.
///
/// A key that is on its way was meant for what stands on the screen now: it must neither be swallowed
/// by a question nor answer it, also where the question was drawn a blink before.
package struct RestingHands: Sendable {
  private var lastMove: ContinuousClock.Instant?

  package init() {}

  /// No key for so long means that the next one is pressed by somebody who looks at the screen.
  package static let rest = Duration.seconds(1)

  /// A key or the mouse came.
  package mutating func moved(at now: ContinuousClock.Instant) { lastMove = now }

  /// How long to wait until they rest, if nothing more comes; nil when they do.
  package func pause(at now: ContinuousClock.Instant) -> Duration? {
    guard let lastMove else { return nil }
    let left = Self.rest - lastMove.duration(to: now)
    return left > .zero ? left : nil
  }
}
