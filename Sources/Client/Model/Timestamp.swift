/// A time in milliseconds since 1970-01-01 00:00 UTC, according to the wall clock.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  public let milliseconds: Int64

  /// Creates a time from milliseconds since 1970.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// Returns this time plus a duration. Fractions of a millisecond are ignored.
  public func advanced(by span: Duration) -> Timestamp {
    Timestamp(milliseconds: milliseconds &+ span.inMilliseconds)
  }

  /// Returns the time that has passed since an earlier time. The result is negative if the clock
  /// was set back.
  public func since(_ earlier: Timestamp) -> Duration {
    .milliseconds(milliseconds - earlier.milliseconds)
  }
}

extension Duration {
  /// The duration in milliseconds, rounded towards zero. An overflow results in `Int64.min / 2` or
  /// `Int64.max / 2`.
  package var inMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    if overflow { return seconds < 0 ? .min / 2 : .max / 2 }
    return product + attoseconds / 1_000_000_000_000_000
  }
}
