public import ClientModel

/// The decisions of a queue runner that are committed together.
public struct StoreBatch: Sendable {
  /// The waiting jobs to send. Each gets its next attempt.
  public var starts: [JobStart]
  /// The running jobs that continue with another attempt (a redirect hop).
  public var hops: [HopStart]
  /// The ended attempts, with the next state of their jobs.
  public var ends: [AttemptEnd]
  /// The cookies that responses changed, committed with the ends of their attempts.
  public var cookies: [CookieChange]
  /// The cookie jars that the receipt must report, or nil for none.
  public var known: KnownJars?

  /// Creates a batch. By default, it is empty.
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

  /// Whether the batch changes nothing.
  public var isEmpty: Bool { starts.isEmpty && hops.isEmpty && ends.isEmpty && cookies.isEmpty }
}

/// The start of a waiting job. It is applied only if the job still waits and `cancelRequested` is
/// not set.
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

/// The start of a further attempt of a running job.
public struct HopStart: Hashable, Sendable {
  /// The next attempt, with its number.
  public var attempt: Attempt
  /// The hop to store, from which the job resumes after a crash or a retry, or nil to leave the
  /// stored hop unchanged.
  public var hop: RedirectHop?

  /// Creates the start of a further attempt.
  public init(_ attempt: Attempt, hop: RedirectHop? = nil) {
    self.attempt = attempt
    self.hop = hop
  }
}

/// A job that a batch started.
///
/// It is a class because each job passes through the receipt of its commit, and copying its request
/// would cost more than the decisions about it.
public final class StartedJob: Sendable {
  /// The job in its current state: running, with its new attempt as the last.
  public let job: Job
  /// The job's own request, with its secrets as they were submitted.
  public let request: PreparedRequest
  /// The stored redirect hop from which the job resumes, or nil if no redirect was followed.
  public let hop: RedirectHop?
  /// The state of a remote job before the attempt, or nil for other jobs. The state determines the
  /// poll to send.
  public let asked: RemoteJobState?

  /// Creates the result of a start.
  public init(
    job: Job, request: PreparedRequest, hop: RedirectHop? = nil, asked: RemoteJobState? = nil
  ) {
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
  /// The result of the attempt, with the response.
  public var result: AttemptResult
  /// The next state of the job, or nil while it is still running because a redirect hop follows.
  public var next: JobState?
  /// The time of the end.
  public var at: Timestamp
  /// The protection of the stored result.
  public var protection: Protection
  /// The change of the state of the remote job.
  public var remote: RemoteChange

  /// The protection of the stored result.
  public enum Protection: Hashable, Sendable {
    /// The result is stored unencrypted.
    case plain
    /// The result is sealed. The request, or a request that was redirected to it, contained
    /// secrets, and the response may repeat them.
    case sealed
  }

  /// Creates an end. By default, it is stored unencrypted and changes no remote job.
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
  /// The jobs that started. The other jobs of `starts` had been changed before they could start.
  public var started: [JobID: StartedJob]
  /// The revision of the store after the commit.
  public var revision: Int64
  /// The report of the commit about the known cookie jars.
  public var cookies: CookieReceipt
  /// The reason why a cookie was not stored, or nil if all were.
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
