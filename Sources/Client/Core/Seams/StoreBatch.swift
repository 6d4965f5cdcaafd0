public import ClientModel

/// The decisions of a queue runner that are committed together.
public struct StoreBatch: Sendable {
  /// The waiting jobs to start. Each job gets a new attempt.
  public var starts: [JobStart]
  /// The numbers of jobs to start in each lane. The store starts the first jobs that may start, and
  /// ensures the limits of the lane for all queue runners together. Empty if this process is the
  /// only queue runner.
  public var takes: [LaneTake]
  /// The running jobs that continue with another attempt, for example after a redirect.
  public var hops: [HopStart]
  /// The ended attempts and the next states of their jobs.
  public var ends: [AttemptEnd]
  /// The cookie changes made by responses. They are committed together with the ends of the
  /// attempts.
  public var cookies: [CookieChange]
  /// The cookie jars whose changes the receipt reports, or nil for none.
  public var known: KnownJars?

  /// Creates a batch. By default, it is empty.
  public init(
    starts: [JobStart] = [], takes: [LaneTake] = [], hops: [HopStart] = [],
    ends: [AttemptEnd] = [], cookies: [CookieChange] = [], known: KnownJars? = nil
  ) {
    self.starts = starts
    self.takes = takes
    self.hops = hops
    self.ends = ends
    self.cookies = cookies
    self.known = known
  }

  /// Whether the batch changes nothing.
  public var isEmpty: Bool {
    starts.isEmpty && takes.isEmpty && hops.isEmpty && ends.isEmpty && cookies.isEmpty
  }
}

/// The start of a waiting job. It is ignored if the job no longer waits or `cancelRequested` is
/// set.
public struct JobStart: Hashable, Sendable {
  /// The waiting job.
  public var job: JobID
  /// The start time of the attempt.
  public var at: Timestamp

  /// Creates the start of a job.
  public init(job: JobID, at: Timestamp) {
    self.job = job
    self.at = at
  }
}

/// The start of the first waiting jobs of a lane. A lane that is paused, held, at its limit or at
/// its rate starts fewer jobs.
public struct LaneTake: Hashable, Sendable {
  /// The lane.
  public var lane: LaneKey
  /// The maximum number of jobs to start.
  public var count: Int
  /// The start time of the attempts.
  public var at: Timestamp

  /// Creates the start of the first jobs of a lane.
  public init(_ lane: LaneKey, count: Int, at: Timestamp) {
    self.lane = lane
    self.count = count
    self.at = at
  }
}

/// The start of another attempt of a running job.
public struct HopStart: Hashable, Sendable {
  /// The next attempt and its number.
  public var attempt: Attempt
  /// The redirect to store. After a crash or a retry, the job continues from it. Nil leaves the
  /// stored redirect unchanged.
  public var hop: RedirectHop?

  /// Creates the start of another attempt.
  public init(_ attempt: Attempt, hop: RedirectHop? = nil) {
    self.attempt = attempt
    self.hop = hop
  }
}

/// A job that a batch started.
///
/// It is a class, because the job is passed along after its commit and copying its request would be
/// expensive.
public final class StartedJob: Sendable {
  /// The job in its current state. It is running, and its last attempt is the new one.
  public let job: Job
  /// The job's own request. Its secrets are as submitted.
  public let request: PreparedRequest
  /// The stored redirect from which the job continues, or nil for none.
  public let hop: RedirectHop?
  /// The state of a remote job before the attempt. It determines which poll is sent. Nil if the job
  /// is not remote.
  public let asked: RemoteJobState?
  /// The time until which this process may send the job. Nil if no other process can take the job
  /// away.
  public let term: RunnerLease.Term?

  /// Creates a started job.
  public init(
    job: Job, request: PreparedRequest, hop: RedirectHop? = nil, asked: RemoteJobState? = nil,
    term: RunnerLease.Term? = nil
  ) {
    self.term = term
    self.hop = hop
    self.job = job
    self.request = request
    self.asked = asked
  }
}

/// The end of an attempt and the next state of its job.
public struct AttemptEnd: Sendable {
  /// The attempt that ended.
  public var id: AttemptID
  /// The result of the attempt, including the response.
  public var result: AttemptResult
  /// The next state of the job. Nil if the job is still running because another attempt follows.
  public var next: JobState?
  /// The time of the end.
  public var at: Timestamp
  /// The protection of the stored result.
  public var protection: Protection
  /// The change of the remote job's state.
  public var remote: RemoteChange
  /// The number of attempts that the retry rule of the request allows, or nil if it is unknown.
  public var attemptLimit: Int?

  /// The protection of the stored result.
  public enum Protection: Hashable, Sendable {
    /// The result is stored unencrypted.
    case plain
    /// The result is sealed. The request or an earlier redirect contained secrets, and the response
    /// may repeat them.
    case sealed
  }

  /// Creates the end of an attempt. By default, it is stored unencrypted and does not change a
  /// remote job.
  public init(
    id: AttemptID, result: AttemptResult, next: JobState?, at: Timestamp,
    protection: Protection = .plain, remote: RemoteChange = .unchanged, attemptLimit: Int? = nil
  ) {
    self.remote = remote
    self.attemptLimit = attemptLimit
    self.protection = protection
    self.id = id
    self.result = result
    self.next = next
    self.at = at
  }
}

/// The result of committing a batch.
public struct StoreReceipt: Sendable {
  /// The started jobs, including those that the store selected for `takes`. A job of `starts` is
  /// missing if it was changed before it could start.
  public var started: [JobID: StartedJob]
  /// The attempts that another process took away from this one, for example because its lease had
  /// expired. Their ends and hops changed nothing.
  public var lost: Set<AttemptID>
  /// The revision of the store after the commit.
  public var revision: Int64
  /// The state of the known cookie jars after the commit.
  public var cookies: CookieReceipt
  /// The reason why a cookie was not stored, or nil if all cookies were stored.
  public var cookieFailure: Failure?

  /// Creates a receipt.
  public init(
    started: [JobID: StartedJob] = [:], lost: Set<AttemptID> = [], revision: Int64,
    cookies: CookieReceipt = .unknown, cookieFailure: Failure? = nil
  ) {
    self.started = started
    self.lost = lost
    self.revision = revision
    self.cookies = cookies
    self.cookieFailure = cookieFailure
  }
}
