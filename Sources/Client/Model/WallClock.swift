/// A source of the current time, which is passed to all code that depends on the time.
public protocol WallClock: Sendable {
  /// The current time.
  var now: Timestamp { get }
}
