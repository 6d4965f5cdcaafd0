import ClientModel
import Synchronization

/// Suspends tasks until their jobs are settled.
final class JobWaiting: Sendable {
  private let waiters = Mutex(JobWaiters())

  /// Waits until each job is settled. Returns at once for settled jobs, and if the task is
  /// cancelled.
  ///
  /// - Parameter read: Reads jobs from the store.
  /// - Returns: The jobs in the order of the ids, in their current state. Unknown ones are left
  ///   out.
  nonisolated(nonsending) func wait(
    for ids: [JobID], read: ([JobID]) async throws(Failure) -> [Job]
  ) async throws(Failure) -> [Job] {
    let wanted = Set(ids)
    let id = waiters.withLock { $0.add(for: wanted) }
    defer { waiters.withLock { $0.remove(id, waitingFor: wanted) } }
    let present = try await read(ids)
    let isOver = waiters.withLock { waiters in
      waiters.begin(id, with: present)
      return waiters.result(of: id) != nil
    }
    if !isOver {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          if Task.isCancelled {
            continuation.resume()
          } else {
            waiters.withLock { $0.suspend(id, continuation) }
          }
        }
      } onCancel: {
        waiters.withLock { $0.resume(id) }
      }
    }
    var settled = Task.isCancelled ? nil : waiters.withLock { $0.result(of: id) }
    if settled == nil {
      let now = try await read(ids)
      settled = Dictionary(now.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }
    return ids.compactMap { settled?[$0] }
  }

  /// Resumes the tasks for which one of these jobs was the last to settle.
  func settle(_ jobs: [Job]) { waiters.withLock { $0.settle(jobs) } }

  /// The number of waiting tasks.
  var count: Int { waiters.withLock { $0.count } }

  func resumeAll() { waiters.withLock { $0.resumeAll() } }
}
