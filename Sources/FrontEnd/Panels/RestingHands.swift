/// Tracks the user's input: whether it is idle, so that an unrequested dialog may open, and whether keys
/// arrive in series, so that the reading of a body yields to the next key.
///
/// A key press is intended for the screen that the user currently sees: a dialog that has just opened must
/// neither discard the key nor take it as an answer.
package struct RestingHands: Sendable {
  private var lastKey: ContinuousClock.Instant?
  private var lastMove: ContinuousClock.Instant?

  package init() {}

  /// The idle time after which the next key counts as a reaction to the current screen.
  package static let rest = Duration.seconds(1)

  /// A key or the mouse came.
  package mutating func pressed(at now: ContinuousClock.Instant) { lastKey = now }

  /// The key belongs to a command that usually comes in series, such as moving or typing.
  package mutating func moved(at now: ContinuousClock.Instant) { lastMove = now }

  /// Two keys of a series, typed or repeated by holding a key down, follow each other faster than this.
  private static let distance = Duration.milliseconds(250)

  /// Whether another key is likely to follow immediately, because a key of a series was just pressed.
  package func areMoving(at now: ContinuousClock.Instant) -> Bool {
    guard let lastMove else { return false }
    return lastMove.duration(to: now) < Self.distance
  }

  /// The time until the input counts as idle if no other key arrives; nil when it is already idle.
  package func pause(at now: ContinuousClock.Instant) -> Duration? {
    guard let lastKey else { return nil }
    let left = Self.rest - lastKey.duration(to: now)
    return left > .zero ? left : nil
  }
}
