import Foundation

/// Runs blocking work on a thread made for it and suspends the test meanwhile.
///
/// Swift's own pool has one thread a core: a test that blocks one of them holds up every other
/// test's tasks, and their deadlines pass for no fault of theirs. The work stays part of its task,
/// so that what it expects is counted for the test that runs it.
package func onOwnThread<Value: Sendable>(
  _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withTaskExecutorPreference(ThreadPerJob()) { try work() }
}

/// Gives each piece of a task a thread of its own.
package final class ThreadPerJob: TaskExecutor {
  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let thread = Thread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    thread.stackSize = 4 << 20
    thread.start()
  }
}

/// Asks again every few milliseconds until the result is there, at most for `limit`, which has to do on a
/// machine that is busy with every other test.
///
/// - Returns: The first result that is not nil, or nil when the time is over.
package func poll<Value>(
  for limit: Duration = .seconds(60), _ answer: () throws -> Value?
) rethrows -> Value? {
  let end = ContinuousClock.now + limit
  while true {
    if let value = try answer() { return value }
    guard ContinuousClock.now < end else { return nil }
    usleep(5_000)
  }
}

/// Asks again every few milliseconds until it is so, at most for `limit`.
///
/// - Returns: Whether it was so in time.
package func poll(
  for limit: Duration = .seconds(60), _ isMet: () throws -> Bool
) rethrows -> Bool {
  try poll(for: limit) { () -> Bool? in try isMet() ? true : nil } ?? false
}
