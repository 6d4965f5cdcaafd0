public import ClientModel

extension Storage {
  public func addStarted(_ job: NewJob, at now: Timestamp) async throws(Failure) -> AddedJob {
    let ids = try await add([job])
    guard let id = ids.first else { preconditionFailure("A store gave no id for a job.") }
    let receipt = try await commit(StoreBatch(starts: [JobStart(job: id, at: now)]))
    var cookieRevision: Int64 = -1
    if case .unchanged(let revision) = receipt.cookies { cookieRevision = revision }
    return AddedJob(id: id, started: receipt.started[id], cookieRevision: cookieRevision)
  }
}

/// A job that was added and, unless something forbade it, started.
public struct AddedJob: Sendable {
  /// The id that the store assigned.
  public var id: JobID
  /// Nil when the job is held, or was changed before it could start.
  public var started: StartedJob?
  /// How often cookies of the store had been changed then; negative when that is not known.
  public var cookieRevision: Int64

  /// Creates the result of adding one job.
  public init(id: JobID, started: StartedJob?, cookieRevision: Int64) {
    self.cookieRevision = cookieRevision
    self.id = id
    self.started = started
  }
}
