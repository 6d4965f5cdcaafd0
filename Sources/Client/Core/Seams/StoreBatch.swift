public import ClientModel

/// The decisions of a queue runner that are committed together.
public struct StoreBatch: Sendable {
  /// Waiting jobs that go on the wire; each gets its next attempt.
  public var starts: [JobStart]
  /// A running job goes on with another attempt (a redirect hop).
  public var hops: [HopStart]
  /// Ended attempts, and the next state of their jobs.
  public var ends: [AttemptEnd]
  /// Cookies that responses changed; committed with the ends of their attempts.
  public var cookies: [CookieChange]
  /// The cookie jars that the receipt must report; nil for none.
  public var known: KnownJars?

  /// Creates a batch; by default it is empty.
  public init(
    starts: [JobStart] = [], hops: [HopStart] = [], ends: [AttemptEnd] = [],
    cookies: [CookieChange] = [], known: KnownJars? = nil
  ) {
    self.starts = starts
    self.hops = hops
    self.ends = ends
    self.cookies = cookies
    self.known = known
  }

  /// True when the batch changes nothing.
  public var isEmpty: Bool { starts.isEmpty && hops.isEmpty && ends.isEmpty && cookies.isEmpty }
}

/// A waiting job goes on the wire: applied only if it still waits and `cancelRequested` is not set.
public struct JobStart: Hashable, Sendable {
  /// The waiting job.
  public var job: JobID
  /// When its attempt starts.
  public var at: Timestamp

  /// Creates the start of a job.
  public init(job: JobID, at: Timestamp) {
    self.job = job
    self.at = at
  }
}

/// A running job goes on with another attempt.
public struct HopStart: Hashable, Sendable {
  /// The next attempt, with its number.
  public var attempt: Attempt
  /// The hop to store, from which the job resumes after a crash or a retry; nil leaves the stored hop
  /// unchanged.
  public var hop: RedirectHop?

  /// Creates the start of a further attempt.
  public init(_ attempt: Attempt, hop: RedirectHop? = nil) {
    self.attempt = attempt
    self.hop = hop
  }
}

/// A job that a batch put on the wire.
///
/// A class because each job passes through the receipt of its commit, and copies of its request would cost more
/// than the decisions about it.
public final class StartedJob: Sendable {
  /// As it is now: running, with its new attempt as the last.
  public let job: Job
  /// The job's own request, with its secrets as they were submitted.
  public let request: PreparedRequest
  /// The stored redirect hop from which the job resumes; nil when no redirect was followed.
  public let hop: RedirectHop?
  /// The state of a remote job before the attempt, which determines the poll to send; nil for other jobs.
  public let asked: RemoteStanding?

  /// Creates the result of a start.
  public init(
    job: Job, request: PreparedRequest, hop: RedirectHop? = nil, asked: RemoteStanding? = nil
  ) {
    self.hop = hop
    self.job = job
    self.request = request
    self.asked = asked
  }
}

/// How an attempt ended and where its job goes.
public struct AttemptEnd: Sendable {
  /// The attempt that ended.
  public var id: AttemptID
  /// How it ended, and the response.
  public var result: AttemptResult
  /// The next state of the job; nil while it is still running because a redirect hop follows.
  public var next: JobState?
  /// When it ended.
  public var at: Timestamp
  /// Whether the result is sealed.
  public var protection: Protection
  /// What changes in the state of the remote job.
  public var remote: RemoteChange

  /// How the result is stored.
  public enum Protection: Hashable, Sendable {
    /// The result is stored in clear.
    case plain
    /// The request, or one that was redirected to it, contained secrets, which the response may repeat.
    case sealed
  }

  /// Creates an end; by default it is stored in clear and changes no remote job.
  public init(
    id: AttemptID, result: AttemptResult, next: JobState?, at: Timestamp,
    protection: Protection = .plain, remote: RemoteChange = .unchanged
  ) {
    self.remote = remote
    self.protection = protection
    self.id = id
    self.result = result
    self.next = next
    self.at = at
  }
}

/// The result of committing a batch.
public struct StoreReceipt: Sendable {
  /// The jobs that really started; others were changed by someone first.
  public var started: [JobID: StartedJob]
  /// The revision of the store after the commit.
  public var revision: Int64
  /// What the commit says about the known cookie jars.
  public var cookies: CookieReceipt
  /// Why a cookie was not stored; nil when all were.
  public var cookieFailure: Failure?

  /// Creates a receipt.
  public init(
    started: [JobID: StartedJob] = [:], revision: Int64, cookies: CookieReceipt = .unknown,
    cookieFailure: Failure? = nil
  ) {
    self.started = started
    self.revision = revision
    self.cookies = cookies
    self.cookieFailure = cookieFailure
  }
}
