import Foundation
import Synchronization

/// Runs jobs on a queue of its own, and counts them.
final class SerialThread: SerialExecutor {
  private let queue = DispatchQueue(label: "reading")
  private let count = Mutex(0)

  var jobs: Int { count.withLock { $0 } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    count.withLock { $0 += 1 }
    queue.async { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
  }
}
