/// When it is told again how far a transfer has come: at the first byte, then ten times a second, and as
/// often as frames are drawn where there are few to tell of.
struct NoticePace {
  private static let distance = Duration.milliseconds(100)
  private static let shortDistance = Duration.milliseconds(40)
  private static let few = 4

  private(set) var due: ContinuousClock.Instant

  init(at start: ContinuousClock.Instant) { due = start }

  /// - Parameter count: How many transfers there is something to tell of.
  mutating func told(at now: ContinuousClock.Instant, among count: Int) {
    due = now + (count <= Self.few ? Self.shortDistance : Self.distance)
  }
}
