import ClientModel

/// The received data of running jobs, so that a job that is opened later shows its data at once.
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
    // A later head belongs to another attempt.
    case .began(let job, let head): parts[job] = Part(head: head)
    case .grew(let job, _, let bytes): parts[job, default: Part()].bytes = bytes
    // The data of a job that is no longer running is in the store.
    case .changed(let jobs):
      for job in jobs where job.state.word != .running { parts[job.id] = nil }
    // The events of jobs that ended may be among the dropped events.
    case .eventsDropped: parts = [:]
    default: break
    }
  }
}
