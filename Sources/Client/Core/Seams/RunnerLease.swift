import Glibc
import Synchronization

/// The time until which a process may send the jobs that it started. Afterwards, other processes may
/// take them over.
///
/// The clock also counts the time during which the machine is suspended. The lease counts from the
/// moment before it was requested, so it ends here before it ends in the store.
public final class RunnerLease: Sendable {
  private let end = Mutex(Duration.zero)
  private let clock: @Sendable () -> Duration

  /// Creates an expired lease.
  ///
  /// - Parameter clock: Returns the time since the machine was started.
  public init(clock: @escaping @Sendable () -> Duration = RunnerLease.timeSinceBoot) {
    self.clock = clock
  }

  /// The time that a request for the lease must note before it is sent.
  public var now: Duration { clock() }

  /// Whether the lease has expired.
  public var isOver: Bool { clock() >= end.withLock { $0 } }

  /// Extends the lease.
  ///
  /// - Parameter request: The time before the lease was requested.
  public func extend(by duration: Duration, since request: Duration) {
    end.withLock { $0 = max($0, request + duration) }
  }

  /// Returns the time since the machine was started, including suspended time.
  public static func timeSinceBoot() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
