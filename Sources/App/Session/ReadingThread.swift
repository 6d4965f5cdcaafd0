import ClientCore

/// A thread outside Swift's pool that reads bodies of any size. The pool has no more threads than
/// there are processors.
final class ReadingThread: SerialExecutor {
  private let threads = ThreadPool(of: 1)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    threads.add { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
  }
}
