/// Reads the wall clock. It is passed to everything that depends on the time.
public protocol WallClock: Sendable {
  /// The present time.
  var now: Timestamp { get }
}
