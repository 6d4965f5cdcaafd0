/// An entry of the queue. The request and the attempts are read separately.
public struct Job: Hashable, Sendable {
  /// The id that the store assigned.
  public var id: JobID
  /// The state; see `JobState`.
  public var state: JobState
  /// The time at which the job entered this state.
  public var since: Timestamp
  /// The time of the submission.
  public var created: Timestamp
  /// The lane of the job.
  public var lane: LaneKey
  /// The priority. Jobs with a higher priority start first. Jobs with the same priority start in
  /// the order of `position`.
  public var priority: Int
  /// The sort key within a lane and priority. Initially, it equals the id. Moving the job changes
  /// it.
  public var position: Double
  /// Whether the job waits for its lane or starts at once.
  public var scheduling: Scheduling
  /// The method of the request.
  public var method: HTTPMethod
  /// The URL for display, with secret query values masked.
  public var displayURL: String
  /// The name of the saved request, or nil for a request that is not saved.
  public var name: String?
  /// The identifier that the caller gave the job, or nil if there is none.
  public var call: String?
  /// Whether repeating the request is harmless; see `PreparedRequest.isRepeatable`.
  public var isRepeatable: Bool
  /// The number of attempts started so far.
  public var attempts: Int
  /// The status of the last response, or nil if there was none.
  public var status: Int?
  /// The decoded size of the last response body, or nil if there was no response.
  public var bodyLength: ByteCount?
  /// The duration of the last attempt that ended, or nil if it is unknown.
  public var elapsed: Duration?
  /// The number of attempts since the user last added, released or retried the job. Automatic
  /// retries are counted, but redirect hops are not.
  public var seriesAttempts: Int
  /// The start time of the first attempt in `seriesAttempts`, or nil if none was started.
  public var seriesStart: Timestamp?
  /// The maximum of `seriesAttempts`, from the retry rule of the last attempt. Nil unless the job
  /// waits for another attempt.
  public var attemptLimit: Int?
  /// Whether another process asked to stop this running job. The process that runs the job must
  /// then stop it.
  public var cancelRequested: Bool
  /// The state of the remote job, or nil if there is none.
  public var remote: RemoteJobState? {
    get { boxedRemote?.value }
    set { boxedRemote = newValue.map { Boxed($0) } }
  }
  private var boxedRemote: Boxed<RemoteJobState>?
  /// The results of the assertions for the last response, or nil if no assertion was checked.
  public var check: CheckTally?

  /// Determines whether a job waits for its lane or starts at once.
  public enum Scheduling: UInt8, Hashable, Sendable {
    /// The job waits for a slot of its lane.
    case queued
    /// The job starts at once, even if its lane is paused.
    case immediate
  }

  /// Creates a job. A store calls this for each submitted job.
  public init(
    id: JobID, state: JobState, since: Timestamp, created: Timestamp, lane: LaneKey,
    priority: Int = 0, position: Double, scheduling: Scheduling = .queued, method: HTTPMethod,
    displayURL: String, name: String? = nil, call: String? = nil, isRepeatable: Bool,
    attempts: Int = 0,
    status: Int? = nil, bodyLength: ByteCount? = nil, elapsed: Duration? = nil,
    seriesAttempts: Int = 0, seriesStart: Timestamp? = nil, attemptLimit: Int? = nil,
    cancelRequested: Bool = false, remote: RemoteJobState? = nil, check: CheckTally? = nil
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
    self.attemptLimit = attemptLimit
    self.cancelRequested = cancelRequested
    boxedRemote = remote.map { Boxed($0) }
    self.check = check
  }
}

extension Job {
  /// The duration of the last attempt, or nil if unknown. For a finished remote job, the time from
  /// acceptance to end.
  public var span: Duration? {
    guard let remote, state.word.isFinished else { return elapsed }
    return max(.zero, since.since(remote.accepted))
  }

  /// Whether the user may send the same job again. A successful job that is not repeatable cannot
  /// be retried, so that a mistyped key does not place an order twice, for example. To send it
  /// again, the user adds a new job.
  public var canBeRetried: Bool {
    switch state {
    case .failed, .cancelled, .skipped, .interrupted, .waiting(.until): true
    case .succeeded: isRepeatable
    case .held, .waiting, .running, .polling: false
    }
  }
}

extension Job {
  /// Whether another attempt may repeat an effect on the server, because the request is not
  /// repeatable and a server has already responded.
  public var mayRepeatEffect: Bool { !isRepeatable && status != nil }

  /// The path and the query of the URL for display.
  package var displayPath: String {
    let url = displayURL.firstRange(ofBytes: "://").map { displayURL[$0.upperBound...] }
    let path = (url ?? displayURL[...]).drop(whileByte: {
      $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?")
    })
    return path.isEmpty ? "/" : String(path)
  }

  /// The state after a cancellation while no attempt is running.
  package var cancelledState: JobState { .cancelled(sent: attempts == 0 ? 0 : .atLeastOne) }
}

/// A job before it is committed. The store assigns its id.
public struct NewJob: Hashable, Sendable {
  /// The request to send.
  public var request: PreparedRequest
  /// The lane in which the job waits.
  public var lane: LaneKey
  /// The initial state: waiting or held.
  public var state: JobState
  /// The priority, 0 by default. Jobs with a higher priority start first.
  public var priority: Int
  /// Whether the job waits for its lane or starts at once.
  public var scheduling: Job.Scheduling
  /// The name of the saved request, or nil if the request is not saved.
  public var name: String?
  /// The caller's own identifier, or nil. It need not be unique. Events, lists and the history show
  /// it.
  public var call: String?
  /// The draft as typed, from which the request was prepared, or nil. The rows of a batch share the
  /// batch's draft.
  public var draft: Draft?

  /// Creates a job that waits in a lane, by default with priority 0.
  public init(
    request: PreparedRequest, lane: LaneKey, state: JobState = .waiting(.slot),
    priority: Int = 0, scheduling: Job.Scheduling = .queued, name: String? = nil,
    call: String? = nil, draft: Draft? = nil
  ) {
    self.draft = draft
    self.request = request
    self.lane = lane
    self.state = state
    self.priority = priority
    self.scheduling = scheduling
    self.name = name
    self.call = call
  }
}
