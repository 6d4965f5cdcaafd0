import ClientModel

/// The received data of running jobs. If such a job is opened, its data is shown at once.
struct ArrivingResponses: Equatable, Sendable {
  struct Part: Equatable, Sendable {
    /// The head, or nil if its event was dropped.
    var head: ResponseHead?
    /// The bytes of the body, or nil before any of the body has arrived.
    var bytes: StoredBytes?
  }

  private var parts: [JobID: Part] = [:]

  subscript(job: JobID) -> Part? { parts[job] }

  mutating func learn(_ event: ResponseEvent) {
    switch event {
    // A second head of the same job belongs to its next attempt.
    case .began(let job, let head): parts[job] = Part(head: head)
    case .grew(let job, _, let bytes): parts[job, default: Part()].bytes = bytes
    // When a job is no longer running, its data is in the store.
    case .changed(let jobs):
      for job in jobs where job.state.word != .running { parts[job.id] = nil }
    // The events about the end of jobs may be among those that were dropped.
    case .eventsDropped: parts = [:]
    default: break
    }
  }
}
