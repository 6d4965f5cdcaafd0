package import ClientModel

/// The properties of a job that the queue needs.
package struct QueuedJob: Hashable, Sendable {
  package enum Wait: Hashable, Sendable {
    case slot
    /// The job waits until this parent has succeeded.
    case job(JobID)
    /// The job waits for a retry, or for a `Retry-After` that affects only this job.
    case until(Timestamp)
    /// The job is held by `--at` and is released at this time.
    case heldUntil(Timestamp)
  }

  package var id: JobID
  package var lane: LaneKey
  package var priority: Int
  package var position: Double
  package var scheduling: Job.Scheduling
  /// The host, which is needed for the limit on immediate jobs. Empty for queued jobs.
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
