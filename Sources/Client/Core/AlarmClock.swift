public import ClientModel
import Glibc

/// A clock that can also wait: all time in the core comes from one of these.
public protocol AlarmClock: WallClock {
  /// Returns when `now` has reached the moment, or at once when the task is cancelled.
  func wait(until moment: Timestamp) async
}

/// The machine's clock.
public struct SystemClock: AlarmClock {
  public init() {}

  public var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// Sleeps on the monotonic clock, at most ten minutes at a time, so that a wall clock that was
  /// set forward is noticed.
  public func wait(until moment: Timestamp) async {
    while !Task.isCancelled {
      let left = moment.since(now)
      if left <= .zero { return }
      do { try await QuietClock().sleep(for: min(left, .seconds(600))) } catch { return }
    }
  }
}
