/// Counts durations in buckets whose widths grow with the durations.
///
/// Each power of two is divided into 64 buckets, so a percentile differs from the exact one by at
/// most 1.6 %. At most 4,000 buckets are in use, regardless of the number of durations.
package struct DurationHistogram: Hashable, Sendable {
  private var buckets: [Int: Int] = [:]
  package private(set) var count = 0
  package private(set) var shortest = Duration.zero
  package private(set) var longest = Duration.zero

  private static let parts = 64

  package init() {}

  package mutating func add(_ duration: Duration) {
    shortest = count == 0 ? duration : min(shortest, duration)
    longest = max(longest, duration)
    count += 1
    buckets[Self.bucket(of: duration), default: 0] += 1
  }

  /// Returns the duration that the given share of all durations does not exceed. Returns nil if
  /// there are no durations.
  ///
  /// - Parameter share: The share from 0 to 1, for example 0.95.
  package func percentile(_ share: Double) -> Duration? {
    guard count > 0 else { return nil }
    var left = max(1, Int((share * Double(count)).rounded(.up)))
    for (bucket, count) in buckets.sorted(by: { $0.key < $1.key }) {
      left -= count
      if left <= 0 { return min(longest, max(shortest, Self.end(of: bucket))) }
    }
    return longest
  }

  /// A bar of the histogram. It counts the durations from the limit of the previous bar to its own
  /// limit.
  package struct Bar: Hashable, Sendable {
    package let limit: Duration
    package let count: Int
  }

  /// Returns the counts in bars of equal width on a logarithmic scale, shortest durations first.
  package func bars(_ number: Int) -> [Bar] {
    guard count > 0 else { return [] }
    let (first, last) = (Self.bucket(of: shortest), Self.bucket(of: longest))
    let width = max(1, (last - first + number) / number)
    var counts: [Int: Int] = [:]
    for (bucket, count) in buckets { counts[(bucket - first) / width, default: 0] += count }
    return (0...(last - first) / width).map { bar in
      let end = Self.end(of: first + (bar + 1) * width - 1)
      return Bar(limit: min(longest, end), count: counts[bar, default: 0])
    }
  }

  /// Returns the bucket of a duration. Durations below 64 microseconds have a bucket for each
  /// microsecond.
  private static func bucket(of duration: Duration) -> Int {
    let (seconds, attoseconds) = duration.components
    let micros = max(0, min(seconds, 1 << 40) * 1_000_000 + attoseconds / 1_000_000_000_000)
    let power = max(0, micros.bitWidth - micros.leadingZeroBitCount - 7)
    return power * parts + Int(micros >> power)
  }

  /// Returns the longest duration of a bucket.
  private static func end(of bucket: Int) -> Duration {
    let power = max(0, bucket / parts - 1)
    let part = bucket - power * parts
    return .microseconds((Int64(part) + 1) << power - 1)
  }
}
