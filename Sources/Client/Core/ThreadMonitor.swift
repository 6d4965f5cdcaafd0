import Glibc

/// State that threads share, and on whose changes they can wait: a mutex with a condition.
///
/// For threads outside Swift's pool, where nothing else waits without a timer of its own. A task
/// may use `withLock`, but must not wait.
///
/// Safe to send: the state is touched with the mutex held, and the two pointers never change.
package final class ThreadMonitor<State>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var state: State

  /// - Parameter state: What it begins with.
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

  /// What `body` makes of the state, which nobody else sees meanwhile. It wakes nobody.
  package func withLock<Value>(_ body: (inout State) throws -> Value) rethrows -> Value {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&state)
  }

  /// Lets one of the waiting threads look again; best without the lock, which it would run into.
  package func wakeOne() { pthread_cond_signal(condition) }
  /// Lets all of them look again.
  package func wakeAll() { pthread_cond_broadcast(condition) }

  /// What a look at the state says to its thread.
  package enum Finding<Value> {
    case found(Value)
    case wait
    /// Wait so long at most.
    case waitFor(Duration)
  }

  /// Looks until something is found, and sleeps in the kernel between two looks.
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
    // No wait needs more than a day: the state is then looked at again.
    let (seconds, attoseconds) = min(time, .seconds(86_400)).components
    let nanoseconds = moment.tv_nsec + Int(attoseconds / 1_000_000_000)
    moment.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
    moment.tv_nsec = nanoseconds % 1_000_000_000
    return moment
  }
}
