package import ClientModel

/// What the queue must know of a job that may start one day.
package struct QueuedJob: Hashable, Sendable {
  package enum Wait: Hashable, Sendable {
    case slot
    /// Until this job has succeeded.
    case job(JobID)
    /// Back-off, or a Retry-After that holds this job alone.
    case until(Timestamp)
    /// The user's `--at`: the job is held, and must be released when the time has come.
    case heldUntil(Timestamp)
  }

  package var id: JobID
  package var lane: LaneKey
  package var priority: Int
  package var position: Double
  package var scheduling: Job.Scheduling
  /// Counted for the cap on immediate jobs; queued jobs need none.
  package var host: String
  package var wait: Wait

  package init(
    id: JobID, lane: LaneKey, priority: Int = 0, position: Double? = nil,
    scheduling: Job.Scheduling = .queued, host: String = "", wait: Wait = .slot
  ) {
    self.id = id
    self.lane = lane
    self.priority = priority
    self.position = position ?? Double(id.rawValue)
    self.scheduling = scheduling
    self.host = host
    self.wait = wait
  }
}
