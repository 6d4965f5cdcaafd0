public import ClientModel

/// A job that was added and, unless something prevented it, started.
public struct AddedJob: Sendable {
  /// The id that the store assigned.
  public var id: JobID
  /// The started job, or nil if the job is held or was changed before it could start.
  public var started: StartedJob?
  /// The number of changes to cookies of the store when the job was added, or a negative number if
  /// unknown.
  public var cookieRevision: Int64

  /// Creates the result of adding one job.
  public init(id: JobID, started: StartedJob?, cookieRevision: Int64) {
    self.cookieRevision = cookieRevision
    self.id = id
    self.started = started
  }
}
