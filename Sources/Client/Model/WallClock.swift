/// Tells the time of day; passed in wherever a decision depends on it.
public protocol WallClock: Sendable {
  /// The present time.
  var now: Timestamp { get }
}
