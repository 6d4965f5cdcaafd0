import ClientModel

/// A job that holds a slot of this process, from the commit of its start to the commit of its end.
///
/// It belongs to the client's actor and never leaves it. It is one thing that goes on, looked up and
/// changed a dozen times for each job: copies of its request would cost more than the decisions.
final class Run {
  /// Who wants it stopped.
  enum Stop: Sendable { case byUser, byQuit }

  enum Phase: Sendable {
    /// Committed; secrets or cookies are being fetched.
    case preparing
    case onWire
    /// Answered; its processors look at the response.
    case processing
    /// Refused for its credentials; they are being renewed.
    case renewing
    /// Its end, or its next hop, is being committed.
    case committing
  }

  /// What is done with its response before it ends.
  enum Processing: Sendable {
    case none
    /// Its stages read what arrived.
    case stages(AttemptResult, then: AttemptPipeline.AfterStages)
    /// Its assertions are checked on what arrived.
    case checking(AttemptResult, Checked)
  }

  /// What becomes of a run whose response is being checked.
  struct Checked: Sendable {
    let next: JobState
    let remote: RemoteChange
  }

  var job: Job
  /// What this attempt asks the server for that works on the job; nil when it sends the job itself.
  let asked: RemoteStanding?
  var attempt: AttemptID
  var hop = 0
  /// A 303 led to where this attempt is now.
  var sawSeeOther = false
  /// What this attempt sends: the job's request, as redirects changed it.
  var request: PreparedRequest
  var started: Timestamp
  var phase = Phase.preparing
  var stop: Stop?
  /// Somebody changed its job in the store after its end was committed and before that was heard here.
  var isOvertaken = false
  var bodyPath = ""
  /// True once one of its requests carried cookies of the jar, which a response may repeat.
  var carriesCookies = false
  /// The values that the references of this attempt's request were filled with.
  var found: [SecretReference: Secret] = [:]
  /// What the requests of the hops before have sent.
  var earlierSecrets = EchoedSecrets()
  var lineage = RedirectHop.Lineage.plain
  /// Its stages, found when it left; nil without any.
  var middleware: Middleware?
  /// What those before the transport came to.
  var stages: [StageNote] = []
  /// The headers that preparers on dispatch or renewed credentials set; the stored request lacks them.
  var lateHeaders: [String] = []
  /// What else they changed.
  var late = LateChanges()
  /// What reads its response, and what follows.
  var processing = Processing.none
  var processingTask: Task<Void, Never>?
  /// The attempt whose response has been through its processors.
  var processed: AttemptID?
  /// Why they refused it.
  var refusal: Failure?
  /// What the cache was asked for this attempt; nil when it has no part in it.
  var cached: CacheUse?
  /// A 304 spoke of what is not stored: this time no condition is sent.
  var isAskedPlainly = false
  /// What its responses did to the cache.
  var cacheEvents: [Event.Kind] = []
  var renewal = Renewals.Standing.none
  /// How often its gateway had been renewed when it left.
  var renewalCount = 0

  /// Sealed if the request has secrets, because its response and the responses to its redirects may
  /// repeat them.
  var protection: AttemptEnd.Protection {
    request.carriesSecrets || carriesCookies || !earlierSecrets.isEmpty || lineage == .secrets
      ? .sealed : .plain
  }

  /// Everything secret that went out up to now.
  var secrets: EchoedSecrets {
    var all = earlierSecrets
    all.add(request, found)
    return all
  }

  /// Notes the headers that are sent otherwise than the stored request has them, each once.
  func addLate(_ names: [String]) {
    for name in names where !lateHeaders.contains(where: name.caseInsensitiveEquals) {
      lateHeaders.append(name)
    }
  }

  /// Clears what belongs to the attempt before.
  func clearStages() {
    guard middleware != nil else { return }
    middleware = nil
    stages = []
    refusal = nil
    // The next attempt's row has its own; what headers and body became goes with the request.
    (late.method, late.displayURL) = (nil, nil)
  }

  init(_ started: StartedJob, at now: Timestamp, stop: Stop?) {
    job = started.job
    asked = started.asked
    attempt = AttemptID(job: started.job.id, number: started.job.attempts)
    request = started.request
    self.started = now
    self.stop = stop
    guard let hop = started.hop else { return }
    self.hop = hop.number
    lineage = hop.lineage
    for echo in hop.echoes { earlierSecrets.add(echo.reveal()) }
  }
}

extension QueuedJob {
  /// What the queue must know of a job; nil when it waits for nothing that the queue can give.
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
  /// Where its first attempt goes.
  var origin: Origin {
    do throws(URLProblem) {
      return try RequestURL.absolute(displayURL).origin
    } catch {
      // Prepared requests have valid addresses; one that has not fails when it is filled.
      return Origin(scheme: "http", host: "", port: 80)
    }
  }
}
