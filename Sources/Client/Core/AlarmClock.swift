public import ClientModel
import Glibc

/// A wall clock that can also wait. The core uses no other source of time.
public protocol AlarmClock: WallClock {
  /// The time on the monotonic clock, which does not change when the wall clock is set.
  var uptime: Duration { get }

  /// Waits until a moment is reached or the task is cancelled.
  ///
  /// Setting the wall clock back during the wait does not make the wait longer.
  func wait(until moment: Timestamp) async
}

extension AlarmClock {
  /// Waits for a time, or until the task is cancelled.
  func wait(for time: Duration) async { await wait(until: now.advanced(by: time)) }
}

/// The system's clock.
public struct SystemClock: AlarmClock {
  /// Creates a clock that reads the system's time.
  public init() {}

  /// The system's wall-clock time in milliseconds.
  public var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  public var uptime: Duration { Self.start.duration(to: .now) }

  private static let start = ContinuousClock.now

  /// Sleeps on the monotonic clock. The wall clock is read again at least every ten minutes,
  /// because it may have been set forward.
  public func wait(until moment: Timestamp) async {
    let end = uptime + max(.zero, moment.since(now))
    while !Task.isCancelled {
      let left = min(moment.since(now), end - uptime)
      if left <= .zero { return }
      do { try await QuietClock().sleep(for: min(left, .seconds(600))) } catch { return }
    }
  }
}
