public import ClientModel

/// What a decision about one job changes; nil leaves a part as it is.
public struct JobChange: Hashable, Sendable {
  public var state: JobState?
  public var at: Timestamp
  public var priority: Int?
  public var position: Double?
  public var cancelRequested: Bool?
  /// For an answered question: the job's own request with the limits it goes on under.
  public var request: PreparedRequest?
  /// For an answered question: the redirect the job goes on from.
  public var hop: RedirectHop?
  public var series: Series
  public var remote: RemoteChange

  /// Whether the count of tries goes on.
  public enum Series: Hashable, Sendable {
    case goesOn
    /// The user sent the job on its way: it has all its tries again.
    case anew
  }

  public init(
    state: JobState? = nil, at: Timestamp, priority: Int? = nil, position: Double? = nil,
    cancelRequested: Bool? = nil, request: PreparedRequest? = nil, hop: RedirectHop? = nil,
    series: Series = .goesOn, remote: RemoteChange = .kept
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
