import ClientModel

/// The tasks that wait for something in a client.
struct Waiting {
  let jobs = JobWaiting()
  let graphs = GraphWaiting()
  var idle = IdleWaiters()
  /// The reader of the store for tasks that wait for another process.
  let lookout: RunnerLookout

  init(lookout: RunnerLookout) { self.lookout = lookout }

  /// Resumes the tasks that wait for these jobs, or for their graphs.
  func settle(_ settled: [Job]) {
    graphs.settle(settled)
    jobs.settle(settled)
  }

  mutating func resumeAll() {
    graphs.resumeAll()
    jobs.resumeAll()
    idle.resumeAll()
  }
}
