/// A source of the current time. All code that depends on the time receives a clock.
public protocol WallClock: Sendable {
  /// The current time.
  var now: Timestamp { get }
}
