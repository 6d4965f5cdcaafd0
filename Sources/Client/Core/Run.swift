import ClientModel

/// A job that holds a slot of this process, from the commit of its start to the commit of its end.
/// `AttemptTable` owns it. A worker changes a copy, and the pipeline adopts the changes from the
/// worker's report.
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
    /// The attempt is committed, and its secrets or cookies are being fetched.
    case preparing
    /// The request is being sent. A long body of the response is in the file at this path.
    case onWire(NewBody)
    /// The stages process the response.
    indirect case processing(Verdict, then: AfterStages)
    /// The cache is being updated with the response. From now on, the attempt cannot be stopped.
    indirect case updatingCache(Verdict)
    /// A stored response is being read to replace an error. If no response is stored, the run ends
    /// in this state.
    indirect case rescuing(Verdict, else: JobState)
    /// The assertions are being checked against the response. The state applies if the response
    /// passes them.
    indirect case checking(AttemptResult, JobState, RemoteChange)
    /// The server rejected the credentials with this response, and they are being renewed.
    indirect case renewing(AttemptResult)
    /// The end or the next hop is being committed.
    case committing
  }

  /// The next step after the stages of a response.
  enum AfterStages: Sendable {
    case proceed
    case end(JobState)
  }

  var job: Job
  /// The remote job whose status this attempt requests, or nil if it sends the job itself.
  let asked: RemoteJobState?
  var attempt: AttemptID
  /// The request that this attempt sends: the job's request as changed by redirects.
  var request: PreparedRequest
  var started: Timestamp
  var phase = Phase.preparing
  var stop: Stop?
  /// Whether another process or a call changed the job in the store between the commit of the run's
  /// end and the moment when this process applies that end.
  var isOvertaken = false
  var redirects = RedirectTrail()
  var sent = SentSecrets()
  var late = DispatchedRequest()
  var stages = StageProgress()
  var cache = CacheProgress()
  var renewal = Renewals.Progress()

  /// The protection of the result. The result is sealed if the request has secrets, because the
  /// response may repeat them, and so may the responses after redirects.
  var protection: AttemptEnd.Protection {
    request.carriesSecrets || sent.mayEcho || redirects.lineage == .secrets ? .sealed : .plain
  }

  /// All secrets sent so far.
  var secrets: EchoedSecrets { sent.all(with: request) }

  /// Prepares the run for the next attempt of the same job with another request, in the same slot,
  /// after a redirect or a renewal.
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

  /// Adopts the changes that the preparation made to a copy of the run.
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
      // Prepared requests have valid addresses. An invalid one fails when the request is filled.
      return Origin(scheme: "http", host: "", port: 80)
    }
  }
}
