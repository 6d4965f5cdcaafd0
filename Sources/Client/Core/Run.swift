import ClientModel

/// A job that holds a slot of this process, from the commit of its start to the commit of its end.
///
/// Only the client's actor uses it. It is a class because it is looked up and changed a dozen times
/// for each job, and copying its request would cost more than the decisions.
final class Run {
  /// The reason for stopping a run.
  enum Stop: Sendable { case byUser, byQuit }

  enum Phase: Sendable {
    /// The attempt is committed, and its secrets or cookies are being fetched.
    case preparing
    case onWire
    /// The response has arrived, and its processors read it.
    case processing
    /// The server rejected the credentials, which are being renewed.
    case renewing
    /// The end or the next hop is being committed.
    case committing
  }

  var job: Job
  /// The remote job whose status this attempt requests, or nil if it sends the job itself.
  let asked: RemoteStanding?
  var attempt: AttemptID
  /// The request that this attempt sends: the job's request as changed by redirects.
  var request: PreparedRequest
  var started: Timestamp
  var phase = Phase.preparing
  var stop: Stop?
  /// Whether another process or a call changed the job in the store after the run's end was
  /// committed and before this process applied the end.
  var isOvertaken = false
  var bodyPath = ""
  var redirects = RedirectTrail()
  var sent = SentSecrets()
  var late = LateRequest()
  var stages = StageProgress()
  var cache = CacheProgress()
  var renewal = Renewals.Progress()

  /// The protection of the result. The result is sealed if the request has secrets, because its
  /// response and the responses to its redirects may repeat them.
  var protection: AttemptEnd.Protection {
    request.carriesSecrets || sent.mayEcho || redirects.lineage == .secrets ? .sealed : .plain
  }

  /// All secrets sent so far.
  var secrets: EchoedSecrets { sent.all(with: request) }

  /// Prepares the run for the next attempt of the same job with another request, in the same slot,
  /// after a redirect or a renewal.
  func goOn(with next: PreparedRequest) {
    sent = sent.next(after: request)
    attempt = AttemptID(job: job.id, number: attempt.number + 1)
    request = next
    phase = .committing
    cache.use = nil
    stages.clear()
    late.clearAddress()
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
