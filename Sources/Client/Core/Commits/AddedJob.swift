public import ClientModel

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
