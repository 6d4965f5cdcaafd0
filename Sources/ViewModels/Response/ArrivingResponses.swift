import ClientModel

/// What has arrived for the jobs on the wire: one that is opened later shows it at once.
struct ArrivingResponses: Equatable, Sendable {
  struct Part: Equatable, Sendable {
    /// Nil where its event is missing.
    var head: ResponseHead?
    /// The file of its body; nil before any of it has arrived.
    var path: String?
  }

  private var parts: [JobID: Part] = [:]

  subscript(job: JobID) -> Part? { parts[job] }

  mutating func learn(_ event: ResponseEvent) {
    switch event {
    // A later head is that of another attempt.
    case .began(let job, let head): parts[job] = Part(head: head)
    case .grew(let job, _, let path): parts[job, default: Part()].path = path
    // What has arrived for a job that is not on the wire any more is in the store.
    case .changed(let jobs):
      for job in jobs where job.state.word != .running { parts[job.id] = nil }
    // That a job has ended may be among the missing events.
    case .eventsDropped: parts = [:]
    default: break
    }
  }
}
