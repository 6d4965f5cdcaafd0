import Glibc

/// A state that is shared by threads. It combines a mutex and a condition variable.
///
/// Only threads outside Swift's thread pool may wait. A task may use `withLock`.
///
/// Sending it is safe, because the state is only accessed with the mutex held, and the two pointers
/// never change.
package final class ThreadMonitor<State>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var state: State

  /// Creates a monitor.
  ///
  /// - Parameter state: The initial state.
  package init(_ state: State) {
    self.state = state
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Runs `body` on the state while holding the mutex. Wakes no thread.
  ///
  /// - Returns: The result of `body`.
  package func withLock<Value>(_ body: (inout State) throws -> Value) rethrows -> Value {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&state)
  }

  /// Wakes one waiting thread. The caller should not hold the lock, because the thread needs it.
  package func wakeOne() { pthread_cond_signal(condition) }
  /// Wakes all waiting threads.
  package func wakeAll() { pthread_cond_broadcast(condition) }

  /// The result of checking the state.
  package enum Finding<Value> {
    case found(Value)
    case wait
    /// Check again after this time or after a wake-up.
    case waitFor(Duration)
  }

  /// Checks the state until `look` finds a value, and returns the value. The thread sleeps between
  /// checks.
  package func wait<Value>(for look: (inout State) -> Finding<Value>) -> Value {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      switch look(&state) {
      case .found(let value): return value
      case .wait: pthread_cond_wait(condition, mutex)
      case .waitFor(let time):
        var moment = Self.moment(after: time)
        pthread_cond_timedwait(condition, mutex, &moment)
      }
    }
  }

  private static func moment(after time: Duration) -> timespec {
    var moment = timespec()
    clock_gettime(CLOCK_MONOTONIC, &moment)
    // Longer waits are limited to one day. The state is checked again afterwards.
    let (seconds, attoseconds) = min(time, .seconds(86_400)).components
    let nanoseconds = moment.tv_nsec + Int(attoseconds / 1_000_000_000)
    moment.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
    moment.tv_nsec = nanoseconds % 1_000_000_000
    return moment
  }
}
