import Glibc

/// A thread outside Swift's pool, for work that blocks.
package enum OwnThread {
  private final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs `body`, which ends, on a new detached thread; on the caller's when the system has none to
  /// give: late is better than never, and whoever awaits the end would wait for ever.
  package static func run(_ body: @escaping @Sendable () -> Void) {
    if !start(body) { body() }
  }

  /// Runs `body` on a new detached thread, where it may block for ever; false when the system has
  /// none to give.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let work = Unmanaged.passRetained(Work(body))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
    guard code == 0 else {
      work.release()
      return false
    }
    pthread_detach(thread)
    return true
  }
}
