import ClientCore

/// A thread outside Swift's pool for what reads bodies of any size: the pool has no more threads than there
/// are processors.
final class ReadingThread: SerialExecutor {
  private let crew = ThreadCrew(of: 1)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    crew.add { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
  }
}
