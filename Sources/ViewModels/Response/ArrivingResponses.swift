import ClientModel

/// The received data of running jobs. The data is shown at once if the job is opened.
struct ArrivingResponses: Equatable, Sendable {
  struct Part: Equatable, Sendable {
    /// The head. Nil if its event was dropped.
    var head: ResponseHead?
    /// The bytes of the body. Nil before the first bytes have arrived.
    var bytes: StoredBytes?
  }

  private var parts: [JobID: Part] = [:]

  subscript(job: JobID) -> Part? { parts[job] }

  mutating func learn(_ event: ResponseEvent) {
    switch event {
    // A second head of the same job belongs to the next attempt.
    case .began(let job, let head): parts[job] = Part(head: head)
    case .grew(let job, _, let bytes): parts[job, default: Part()].bytes = bytes
    // When a job has ended, its data is in the store.
    case .changed(let jobs):
      for job in jobs where job.state.word != .running { parts[job.id] = nil }
    // The dropped events may include the ends of jobs.
    case .eventsDropped: parts = [:]
    default: break
    }
  }
}
