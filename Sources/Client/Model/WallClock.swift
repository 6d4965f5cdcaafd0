/// Tells the time of day; passed in wherever a decision depends on it.
public protocol WallClock: Sendable {
  var now: Timestamp { get }
}
