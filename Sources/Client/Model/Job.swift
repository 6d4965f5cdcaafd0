/// One unit in the queue, as lists show it; its request and its attempts are read when asked for.
public struct Job: Hashable, Sendable {
  public var id: JobID
  public var state: JobState
  /// When it came into this state.
  public var since: Timestamp
  public var created: Timestamp
  public var lane: LaneKey
  /// Higher goes first; equal ones go by `position`.
  public var priority: Int
  /// The order within a lane and priority; starts as the id, changed by reordering.
  public var position: Double
  public var urgency: Urgency
  public var method: HTTPMethod
  /// For people: secret query values are dots.
  public var displayURL: String
  /// The saved request's name, if it came from one.
  public var name: String?
  public var isRepeatable: Bool
  /// Attempts begun so far.
  public var attempts: Int
  /// The last answer's status, size and whole time.
  public var status: Int?
  public var bodyLength: ByteCount?
  public var elapsed: Duration?
  /// Tries since the user last sent it on its way, repeats by themselves included; redirect hops
  /// and the attempts before a user's retry are not counted.
  public var tries: Int
  /// When the first of these tries began.
  public var firstTry: Timestamp?
  /// Another process asked the owner of this running job to stop it.
  public var cancelRequested: Bool
  /// Nil unless a server works on it, or did.
  public var remote: RemoteStanding?
  /// What its last answer came to by the assertions of its request; nil where nothing was checked.
  public var check: CheckTally?

  public enum Urgency: UInt8, Hashable, Sendable { case queued, now }

  public init(
    id: JobID, state: JobState, since: Timestamp, created: Timestamp, lane: LaneKey,
    priority: Int = 0, position: Double, urgency: Urgency = .queued, method: HTTPMethod,
    displayURL: String, name: String? = nil, isRepeatable: Bool, attempts: Int = 0,
    status: Int? = nil, bodyLength: ByteCount? = nil, elapsed: Duration? = nil,
    tries: Int = 0, firstTry: Timestamp? = nil, cancelRequested: Bool = false,
    remote: RemoteStanding? = nil, check: CheckTally? = nil
  ) {
    self.id = id
    self.state = state
    self.since = since
    self.created = created
    self.lane = lane
    self.priority = priority
    self.position = position
    self.urgency = urgency
    self.method = method
    self.displayURL = displayURL
    self.name = name
    self.isRepeatable = isRepeatable
    self.attempts = attempts
    self.status = status
    self.bodyLength = bodyLength
    self.elapsed = elapsed
    self.tries = tries
    self.firstTry = firstTry
    self.cancelRequested = cancelRequested
    self.remote = remote
    self.check = check
  }
}

extension Job {
  /// How long it took: its last try or, where a server worked on it, from its being taken on to its end.
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
  public var request: PreparedRequest
  public var lane: LaneKey
  public var state: JobState
  public var priority: Int
  public var urgency: Job.Urgency
  public var name: String?

  public init(
    request: PreparedRequest, lane: LaneKey, state: JobState = .waiting(.slot),
    priority: Int = 0, urgency: Job.Urgency = .queued, name: String? = nil
  ) {
    self.request = request
    self.lane = lane
    self.state = state
    self.priority = priority
    self.urgency = urgency
    self.name = name
  }
}
