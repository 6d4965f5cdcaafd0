import ClientModel

/// Answering from the cache: when a job is added, and again when it would go out.
extension Client {
  /// Starts or enqueues jobs that were just committed. A job that the cache alone can decide starts at
  /// once, without a slot and even if its lane is paused; all other jobs enter the queue.
  func answerOrEnqueue(_ added: [Job], _ jobs: [NewJob]) async {
    let asking = Set(zip(added, jobs).lazy.filter { $1.asksCache }.map(\.0.id))
    pipeline.attempts.beginAskingCache(for: asking)
    defer { pipeline.attempts.endAskingCache(for: asking) }
    await enqueue(zip(added, jobs).filter { !$1.asksCache }.map(\.0))
    publish(.jobsChanged(added))
    fill()
    for (job, new) in zip(added, jobs) where new.asksCache {
      let isAnswered = await isAnswered(job, new.request)
      pipeline.attempts.endAskingCache(for: [job.id])
      if isAnswered {
        commits.outbox.starts.append(job.id)
      } else {
        await enqueue([job])
      }
      fill()
    }
  }

  /// Whether the cache alone decides a request: it has a fresh response, or it has none and the request
  /// must not use the network.
  private func isAnswered(_ job: Job, _ request: PreparedRequest) async -> Bool {
    // A process that sends no requests looks up no secrets.
    guard runner.role != .visitor || request.references.isEmpty else { return false }
    var secrets: [SecretReference: Secret] = [:]
    do throws(Failure) {
      for reference in request.references where secrets[reference] == nil {
        secrets[reference] = try await seams.secret(reference)
      }
      // The first attempt of an immediate job reuses these secrets, so that each secret program runs only
      // once.
      pipeline.attempts.keep(secrets, for: job.id)
      var shaper: String?
      if let source = seams.middleware, source.concerns(request) {
        let stages = try await source.middleware(for: request, workspace: job.lane.workspace)
        // Preparers on dispatch may change the credentials, which are part of the cache key.
        guard stages.onDispatch.isEmpty else { return false }
        shaper = stages.shaper(of: request)
      }
      guard let cache = attemptCache,
        let asked = try await cacheRequest(request, secrets, of: job, shaper)
      else { return false }
      switch await cache.verdict(on: asked).verdict {
      case .refuse: return true
      case .serve(let stored, _):
        // Following a stored redirect uses the network and therefore needs a slot.
        return RedirectPolicy.decide(request, answered: stored.head, hop: 0) == .stay
      case .ask, .validate: return false
      }
    } catch {
      // The error is reported when the job's turn comes.
      return false
    }
  }

  /// Asks the cache for an attempt. False when it is not sent: it has ended, or its end is being committed.
  func mustBeSent(_ attempt: AttemptID, _ secrets: [SecretReference: Secret]) async -> Bool {
    guard let run = pipeline.attempts.run(of: attempt), let cache = attemptCache else {
      return false
    }
    let asked: CacheRequest
    do throws(Failure) {
      let shaper = run.middleware?.shaper(of: run.request)
      guard let request = try await cacheRequest(run.request, secrets, of: run.job, shaper) else {
        return true
      }
      asked = request
    } catch {
      // If the request cannot be filled in, sending it fails again and reports the error.
      if runner.role != .visitor { return true }
      pipeline.giveBack(attempt)
      fill()
      return false
    }
    let began = clock.now
    let (verdict, stored) = await cache.verdict(on: asked)
    var conditions: [ResponseField] = []
    switch verdict {
    case .serve(let response, let source):
      if let result = await cache.served(response, source, to: asked, began, attempt) {
        pipeline.served(attempt, result)
        fill()
        return false
      }
      if asked.rule.mode == .only {
        pipeline.notCached(attempt, because: "The stored answer's body is gone.")
        fill()
        return false
      }
    case .refuse(let why):
      pipeline.notCached(attempt, because: why)
      fill()
      return false
    case .validate(_, let found): conditions = run.isAskedPlainly ? [] : found
    case .ask: break
    }
    guard runner.role != .visitor else {
      pipeline.giveBack(attempt)
      fill()
      return false
    }
    pipeline.attempts.run(of: attempt)?.cached = CacheUse(
      asked, stored: stored, conditions: conditions, requested: clock.now)
    return true
  }

  /// Nil for a request that leaves the cache alone.
  private func cacheRequest(
    _ request: PreparedRequest, _ secrets: [SecretReference: Secret], of job: Job,
    _ shaper: String?
  ) async throws(Failure) -> CacheRequest? {
    guard cache != nil, let rule = request.options.cache else { return nil }
    let jar = CookieJarKey(workspace: job.lane.workspace, environment: request.environment)
    var cookies: [String] = []
    if request.options.cookies == .jar {
      let jars = Set(commits.outbox.jars.known?.jars ?? []).union([jar])
      commits.outbox.jars.take(try await storage.jars(Array(jars)))
      cookies = commits.outbox.jars.lines(in: jar) ?? []
    }
    var asked = CacheRequest(
      try WireRequest(filling: request, with: secrets), of: request, rule: rule, jar: jar,
      cookies: cookies)
    // A stored response may have been changed by processors, so it serves only requests with the same
    // processors.
    if let shaper { asked.identity += ["stages", shaper] }
    return asked
  }
}

extension NewJob {
  /// True when a stored answer may end it before its turn.
  var asksCache: Bool {
    guard state == .waiting(.slot), let rule = request.options.cache else { return false }
    return rule.mode == .fresh || rule.mode == .only
  }
}

extension Failure {
  /// Source: RFC 9111, section 5.2.1.7: what a cache would answer with 504.
  static func notCached(_ request: PreparedRequest, because why: String) -> Failure {
    Failure(
      .notCached, what: "The request to \(request.origin) was not answered from the cache.",
      why: why, whatToDo: "Send it with --cache fresh, or without a cache option.")
  }
}
