/// One unit in the queue. Its request and its attempts are read separately.
public struct Job: Hashable, Sendable {
  /// The id that the store assigned.
  public var id: JobID
  /// The state; see `JobState`.
  public var state: JobState
  /// When it came into this state.
  public var since: Timestamp
  /// When the job was submitted.
  public var created: Timestamp
  /// The lane that it waits in.
  public var lane: LaneKey
  /// Higher goes first; equal ones go by `position`.
  public var priority: Int
  /// The order within a lane and priority; starts as the id, changed by reordering.
  public var position: Double
  /// Whether it waits for its lane or starts at once.
  public var scheduling: Scheduling
  /// The method of its request.
  public var method: HTTPMethod
  /// For people: secret query values are dots.
  public var displayURL: String
  /// The saved request's name, if it came from one.
  public var name: String?
  /// The identifier that its caller gave it; nil for none.
  public var call: String?
  /// True when sending the request again is harmless. Source: RFC 9110, section 9.2.2.
  public var isRepeatable: Bool
  /// Attempts begun so far.
  public var attempts: Int
  /// The status of the last response; nil when there was none.
  public var status: Int?
  /// The decoded size of the last response body.
  public var bodyLength: ByteCount?
  /// The time from the start of the last attempt to the last byte of its response.
  public var elapsed: Duration?
  /// Attempts since the user last sent it on its way, repeats by themselves included; redirect hops
  /// and the attempts before a user's retry are not counted.
  public var seriesAttempts: Int
  /// When the first of the attempts in `seriesAttempts` started.
  public var seriesStart: Timestamp?
  /// Another process asked the owner of this running job to stop it.
  public var cancelRequested: Bool
  /// Nil unless a server works on it, or did.
  public var remote: RemoteStanding? {
    get { boxedRemote?.value }
    set { boxedRemote = newValue.map { Boxed($0) } }
  }
  private var boxedRemote: Boxed<RemoteStanding>?
  /// The results of the assertions for its last response; nil when nothing was checked.
  public var check: CheckTally?

  /// Whether a job waits for its lane or starts at once.
  public enum Scheduling: UInt8, Hashable, Sendable {
    /// It waits for a slot of its lane.
    case queued
    /// It starts at once, also while its lane is paused.
    case immediate
  }

  /// Creates a job; a store does so for each job that is submitted.
  public init(
    id: JobID, state: JobState, since: Timestamp, created: Timestamp, lane: LaneKey,
    priority: Int = 0, position: Double, scheduling: Scheduling = .queued, method: HTTPMethod,
    displayURL: String, name: String? = nil, call: String? = nil, isRepeatable: Bool,
    attempts: Int = 0,
    status: Int? = nil, bodyLength: ByteCount? = nil, elapsed: Duration? = nil,
    seriesAttempts: Int = 0, seriesStart: Timestamp? = nil, cancelRequested: Bool = false,
    remote: RemoteStanding? = nil, check: CheckTally? = nil
  ) {
    self.id = id
    self.state = state
    self.since = since
    self.created = created
    self.lane = lane
    self.priority = priority
    self.position = position
    self.scheduling = scheduling
    self.method = method
    self.displayURL = displayURL
    self.name = name
    self.call = call
    self.isRepeatable = isRepeatable
    self.attempts = attempts
    self.status = status
    self.bodyLength = bodyLength
    self.elapsed = elapsed
    self.seriesAttempts = seriesAttempts
    self.seriesStart = seriesStart
    self.cancelRequested = cancelRequested
    boxedRemote = remote.map { Boxed($0) }
    self.check = check
  }
}

extension Job {
  /// How long it took: its last attempt or, where a server worked on it, from its being taken on to its end.
  public var span: Duration? {
    guard let remote, state.word.isFinished else { return elapsed }
    return max(.zero, since.since(remote.accepted))
  }

  /// Whether it may be sent again as the same job. What took effect once and is not idempotent needs
  /// another job for a second effect, so that one key too many does not order twice.
  public var canBeRetried: Bool {
    switch state {
    case .failed, .cancelled, .skipped, .interrupted, .waiting(.until): true
    case .succeeded: isRepeatable
    case .held, .waiting, .running, .polling: false
    }
  }
}

extension Job {
  /// Whether another attempt may take effect a second time: the request is not idempotent, and a server has
  /// responded to it.
  public var mayRepeatEffect: Bool { !isRepeatable && status != nil }
}

/// A job before it is committed: the store gives it its id.
public struct NewJob: Hashable, Sendable {
  /// What to send.
  public var request: PreparedRequest
  /// The lane to wait in.
  public var lane: LaneKey
  /// The first state: waiting or held.
  public var state: JobState
  /// Higher priorities start first; 0 by default.
  public var priority: Int
  /// Whether the job waits for its lane.
  public var scheduling: Job.Scheduling
  /// The name of the saved request; nil for none.
  public var name: String?
  /// The caller's own identifier, which need not be unique; events, lists and the history show it.
  public var call: String?

  /// Creates a job that waits in a lane, by default with priority 0.
  public init(
    request: PreparedRequest, lane: LaneKey, state: JobState = .waiting(.slot),
    priority: Int = 0, scheduling: Job.Scheduling = .queued, name: String? = nil,
    call: String? = nil
  ) {
    self.request = request
    self.lane = lane
    self.state = state
    self.priority = priority
    self.scheduling = scheduling
    self.name = name
    self.call = call
  }
}
