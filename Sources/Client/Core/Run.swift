import ClientModel

/// A job that holds a slot of this process. A run exists from the commit of its start until the
/// commit of its end.
///
/// `AttemptTable` owns it. A worker changes a copy and reports it, and the pipeline adopts the
/// changes.
///
///     preparing ──► onWire ──► processing ──► updatingCache ──► rescuing ──► checking
///     checking ──► committing
///
/// A run skips the phases that it does not need. A response that rejects the credentials leads to
/// `renewing`. After a renewal or a redirect, the run is `committing`, then `preparing` again with
/// the next request.
struct Run: Sendable {
  /// The reason for stopping a run.
  enum Stop: Sendable { case byUser, byQuit }

  enum Phase: Sendable {
    /// The attempt is committed. Its secrets or cookies are being fetched.
    case preparing
    /// The request is being sent. A long response body is written to this file.
    case onWire(NewBody)
    /// The stages process the response.
    indirect case processing(Verdict, then: AfterStages)
    /// The cache is being updated. The attempt can no longer be stopped.
    indirect case updatingCache(Verdict)
    /// A stored response is being read to replace an error. If there is none, the run ends in this
    /// state.
    indirect case rescuing(Verdict, else: JobState)
    /// The assertions are being checked. The run ends in this state if they pass.
    indirect case checking(AttemptResult, JobState, RemoteChange)
    /// The server rejected the credentials with this response. They are being renewed.
    indirect case renewing(AttemptResult)
    /// The end of the attempt or the start of the next hop is being committed.
    case committing
  }

  /// The next step after the stages of a response.
  enum AfterStages: Sendable {
    case proceed
    case end(JobState)
  }

  var job: Job
  /// The remote job that this attempt polls. Nil if the attempt sends the job's own request.
  let asked: RemoteJobState?
  /// The time until which this process may send the job, or nil.
  let term: RunnerLease.Term?
  var attempt: AttemptID
  /// The request that this attempt sends. Redirects may have changed it.
  var request: PreparedRequest
  var started: Timestamp
  var phase = Phase.preparing
  var stop: Stop?
  /// Whether the job was changed after the end of the run was committed, but before this process
  /// applied the end.
  var isOvertaken = false
  var redirects = RedirectTrail()
  var sent = SentSecrets()
  var late = DispatchedRequest()
  var stages = StageProgress()
  var cache = CacheProgress()
  var renewal = Renewals.Progress()

  /// The protection of the result. If any request of the run has secrets, the result is sealed,
  /// because responses may repeat them.
  var protection: AttemptEnd.Protection {
    request.carriesSecrets || sent.mayEcho || redirects.lineage == .secrets ? .sealed : .plain
  }

  /// All secrets that were sent so far.
  var secrets: EchoedSecrets { sent.all(with: request) }

  /// Prepares the run for its next attempt, after a redirect or a renewal. The slot is kept, and a
  /// different request is sent.
  mutating func advance(with next: PreparedRequest) {
    sent = sent.next(after: request)
    attempt = AttemptID(job: job.id, number: attempt.number + 1)
    request = next
    phase = .committing
    cache.use = nil
    stages = StageProgress()
    late.clearAddress()
  }

  var isPreparing: Bool { if case .preparing = phase { true } else { false } }
  var isCommitting: Bool { if case .committing = phase { true } else { false } }

  /// Adopts the changes that were made to a copy of the run during preparation.
  mutating func adopt(_ prepared: Run) {
    request = prepared.request
    sent = prepared.sent
    late = prepared.late
    stages = prepared.stages
    cache = prepared.cache
  }

  init(_ started: StartedJob, at now: Timestamp, stop: Stop?) {
    job = started.job
    asked = started.asked
    term = started.term
    attempt = AttemptID(job: started.job.id, number: started.job.attempts)
    request = started.request
    self.started = now
    self.stop = stop
    guard let hop = started.hop else { return }
    redirects = RedirectTrail(continuing: hop)
    for echo in hop.echoes { sent.earlier.add(echo.reveal()) }
  }
}

extension QueuedJob {
  /// Creates the queue's entry for a job. Returns nil if the job does not wait for the queue.
  init?(_ job: Job, scheduling: Job.Scheduling) {
    let wait: Wait
    switch job.state {
    case .waiting(.slot): wait = .slot
    case .waiting(.job(let parent)): wait = .job(parent)
    case .waiting(.until(let time)): wait = .until(time)
    case .polling(_, let next?): wait = .until(next)
    case .held(.until(let time)): wait = .heldUntil(time)
    default: return nil
    }
    self.init(
      id: job.id, lane: job.lane, priority: job.priority, position: job.position,
      scheduling: scheduling, host: scheduling == .immediate ? job.origin.host : "", wait: wait)
  }
}

extension Job {
  /// The origin of the first attempt.
  var origin: Origin {
    do throws(URLProblem) {
      return try RequestURL.absolute(displayURL).origin
    } catch {
      // A prepared request always has a valid address. If not, filling in the request fails.
      return Origin(scheme: "http", host: "", port: 80)
    }
  }
}
