import Glibc
import Synchronization

/// The time until which a process may send the jobs that it started. Afterwards, other processes
/// may take them over.
///
/// The clock also counts the time during which the machine is suspended. The lease counts from the
/// moment before it was requested, so it ends here before it ends in the store.
///
/// A lease that is extended after its end begins a new term. The jobs of an earlier term may have
/// been taken over, so they must not be sent.
public final class RunnerLease: Sendable {
  /// The time during which a lease is extended without a gap.
  public struct Term: Sendable {
    fileprivate let lease: RunnerLease
    fileprivate let number: Int

    /// Whether the term has ended.
    public var isOver: Bool {
      let (term, end) = lease.state.withLock { ($0.term, $0.end) }
      return term != number || lease.clock() >= end
    }
  }

  private let state = Mutex((term: 0, end: Duration.zero))
  private let clock: @Sendable () -> Duration

  /// Creates an expired lease.
  ///
  /// - Parameter clock: Returns the time since the machine was started.
  public init(clock: @escaping @Sendable () -> Duration = RunnerLease.timeSinceBoot) {
    self.clock = clock
  }

  /// The time that a request for the lease must note before it is sent.
  public var now: Duration { clock() }

  /// The current term. It is over if the lease has expired.
  public var term: Term { Term(lease: self, number: state.withLock { $0.term }) }

  /// Extends the lease.
  ///
  /// - Parameter request: The time before the lease was requested.
  public func extend(by duration: Duration, since request: Duration) {
    let now = clock()
    state.withLock { state in
      if now >= state.end { state.term += 1 }
      state.end = max(state.end, request + duration)
    }
  }

  /// Returns the time since the machine was started, including suspended time.
  public static func timeSinceBoot() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
