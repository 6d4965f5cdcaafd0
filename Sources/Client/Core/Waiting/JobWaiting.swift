import ClientModel
import Synchronization

/// Waits for jobs: suspends tasks until the jobs that they name are settled.
final class JobWaiting: Sendable {
  private let waiters = Mutex(JobWaiters())

  /// Waits until each job is settled. Returns at once for jobs that are so already, and when the task is
  /// cancelled.
  ///
  /// - Parameter read: Reads jobs from the store.
  /// - Returns: The jobs in the order asked for, as they stand; unknown ones are left out.
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

  /// Resumes those for whom one of these jobs was the last to be settled.
  func settle(_ jobs: [Job]) { waiters.withLock { $0.settle(jobs) } }

  /// How many tasks wait.
  var count: Int { waiters.withLock { $0.count } }

  func resumeAll() { waiters.withLock { $0.resumeAll() } }
}
