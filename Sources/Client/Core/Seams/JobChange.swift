public import ClientModel

/// A change of a job. A property that is nil stays unchanged.
public struct JobChange: Hashable, Sendable {
  /// The new state.
  public var state: JobState?
  /// The time of the decision.
  public var at: Timestamp
  /// The new priority. Jobs of a higher priority start first.
  public var priority: Int?
  /// The new position among jobs of the same lane and priority. Lower positions start first.
  public var position: Double?
  /// Whether the process that runs the job must cancel it.
  public var cancelRequested: Bool?
  /// The job's own request after a question was answered. It has new limits.
  public var request: PreparedRequest?
  /// The redirect from which the job continues after a question was answered.
  public var hop: RedirectHop?
  /// Whether the count of attempts continues or starts again.
  public var series: Series
  /// The change of the remote job's state.
  public var remote: RemoteChange

  /// The treatment of the count of attempts.
  public enum Series: Hashable, Sendable {
    /// The count continues.
    case continued
    /// The count starts again because the user retried the job.
    case restarted
  }

  /// Creates a change. By default, only the time changes.
  public init(
    state: JobState? = nil, at: Timestamp, priority: Int? = nil, position: Double? = nil,
    cancelRequested: Bool? = nil, request: PreparedRequest? = nil, hop: RedirectHop? = nil,
    series: Series = .continued, remote: RemoteChange = .unchanged
  ) {
    self.hop = hop
    self.remote = remote
    self.series = series
    self.state = state
    self.at = at
    self.priority = priority
    self.position = position
    self.cancelRequested = cancelRequested
    self.request = request
  }
}
