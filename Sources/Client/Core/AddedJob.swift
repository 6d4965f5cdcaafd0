public import ClientModel

extension Storage {
  public func addStarted(_ job: NewJob, at now: Timestamp) async throws(Failure) -> AddedJob {
    let ids = try await add([job])
    guard let id = ids.first else { preconditionFailure("A store gave no id for a job.") }
    let receipt = try await commit(StoreBatch(starts: [JobStart(job: id, at: now)]))
    return AddedJob(id: id, started: receipt.started[id])
  }
}

/// A job that was added and, unless something forbade it, started.
public struct AddedJob: Sendable {
  public var id: JobID
  /// Nil when the job is held, or somebody else changed it before it could start.
  public var started: StartedJob?

  public init(id: JobID, started: StartedJob?) {
    self.id = id
    self.started = started
  }
}
