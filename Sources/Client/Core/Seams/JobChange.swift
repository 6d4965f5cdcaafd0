public import ClientModel

/// A decision about one job; nil leaves a property unchanged.
public struct JobChange: Hashable, Sendable {
  /// The new state.
  public var state: JobState?
  /// When the change was decided.
  public var at: Timestamp
  /// The new priority; jobs of higher priority start first.
  public var priority: Int?
  /// The new position within lane and priority; lower positions start first.
  public var position: Double?
  /// Whether the process that runs the job must cancel it.
  public var cancelRequested: Bool?
  /// After a question was answered: the job's own request with its new limits.
  public var request: PreparedRequest?
  /// After a question was answered: the redirect from which the job continues.
  public var hop: RedirectHop?
  /// Whether the job's count of attempts continues.
  public var series: Series
  /// What changes in the state of the remote job.
  public var remote: RemoteChange

  /// Whether the count of attempts continues.
  public enum Series: Hashable, Sendable {
    /// The count continues.
    case goesOn
    /// The count starts again, because the user retried the job.
    case anew
  }

  /// Creates a change; by default it changes nothing but the time.
  public init(
    state: JobState? = nil, at: Timestamp, priority: Int? = nil, position: Double? = nil,
    cancelRequested: Bool? = nil, request: PreparedRequest? = nil, hop: RedirectHop? = nil,
    series: Series = .goesOn, remote: RemoteChange = .unchanged
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
