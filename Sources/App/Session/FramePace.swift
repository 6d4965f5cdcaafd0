/// Keeps frames apart that no key asked for: hundreds of events a second would each cause one.
struct FramePace {
  /// The least time between two such frames: 25 a second are as many as an eye follows, and each takes
  /// its share of a processor from what it tells of.
  static let distance = Duration.milliseconds(40)

  /// Whether something is to be drawn when it is time.
  private(set) var hasEvents = false
  private var last: ContinuousClock.Instant?

  mutating func deliverEvents() { hasEvents = true }

  /// A frame shows all there is.
  mutating func drew(at now: ContinuousClock.Instant) {
    hasEvents = false
    last = now
  }

  /// How long events are to wait; nil when they may be drawn.
  func pause(at now: ContinuousClock.Instant) -> Duration? {
    guard let last else { return nil }
    let left = Self.distance - last.duration(to: now)
    return left > .zero ? left : nil
  }
}
