public import ClientModel

/// A decision about one job. Nil leaves a property unchanged.
public struct JobChange: Hashable, Sendable {
  /// The new state.
  public var state: JobState?
  /// The time of the decision.
  public var at: Timestamp
  /// The new priority. Jobs of higher priority start first.
  public var priority: Int?
  /// The new position within lane and priority. Lower positions start first.
  public var position: Double?
  /// Whether the process that runs the job must cancel it.
  public var cancelRequested: Bool?
  /// The job's own request with its new limits, after a question was answered.
  public var request: PreparedRequest?
  /// The redirect from which the job continues, after a question was answered.
  public var hop: RedirectHop?
  /// The continuation of the job's count of attempts.
  public var series: Series
  /// The change of the state of the remote job.
  public var remote: RemoteChange

  /// The continuation of the count of attempts.
  public enum Series: Hashable, Sendable {
    /// The count continues.
    case continued
    /// The count starts again, because the user retried the job.
    case restarted
  }

  /// Creates a change. By default, it changes only the time.
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
