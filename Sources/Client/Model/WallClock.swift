/// Reads the wall clock. It is passed to all code that depends on the time.
public protocol WallClock: Sendable {
  /// The present time.
  var now: Timestamp { get }
}
