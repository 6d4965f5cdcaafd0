import ClientModel

/// The tasks that wait for something a client does.
struct Waiting {
  let jobs = JobWaiting()
  let graphs = GraphWaiting()
  var idle = IdleWaiters()
  /// Reads for those that wait for another process.
  let lookout: RunnerLookout

  init(lookout: RunnerLookout) { self.lookout = lookout }

  /// Resumes those that wait for these jobs, or for their graphs.
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
