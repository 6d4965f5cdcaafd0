import ClientModel

/// Answering from the cache: when a job is added, and again when it would go out.
extension Client {
  /// Takes up jobs just committed, of which some ask the cache: a fresh answer ends those at once,
  /// without a slot and also while their lane is paused. The others go before the queue.
  func answerOrEnqueue(_ added: [Job], _ jobs: [NewJob]) async {
    let asking = zip(added, jobs).filter { $1.asksCache }.map(\.0.id)
    askingCache.formUnion(asking)
    defer { askingCache.subtract(asking) }
    await enqueue(zip(added, jobs).filter { !$1.asksCache }.map(\.0))
    tell(.jobsChanged(added))
    fill()
    for (job, new) in zip(added, jobs) where new.asksCache {
      let isAnswered = await isAnswered(job, new.request)
      askingCache.remove(job.id)
      if isAnswered {
        outbox.starts.append(job.id)
      } else {
        await enqueue([job])
      }
      fill()
    }
  }

  /// Whether the cache has the last word on a request: a fresh answer, or none and no network.
  private func isAnswered(_ job: Job, _ request: PreparedRequest) async -> Bool {
    // Looking secrets up is for those who send.
    guard role != .visitor || request.references.isEmpty else { return false }
    var secrets: [SecretReference: Secret] = [:]
    do throws(Failure) {
      for reference in request.references where secrets[reference] == nil {
        secrets[reference] = try await secret(reference)
      }
      // It goes out at once, and a program that tells a secret runs once for that.
      if ownUrgent.contains(job.id) { lookedUp[job.id] = secrets }
      var shaper: String?
      if let source = middleware, source.concerns(request) {
        let stages = try await source.middleware(for: request, workspace: job.lane.workspace)
        // Preparers on dispatch may change whose answer it is.
        guard stages.onDispatch.isEmpty else { return false }
        shaper = stages.shaper(of: request)
      }
      guard let asked = try await cacheRequest(request, secrets, of: job, shaper) else {
        return false
      }
      switch await verdict(on: asked).verdict {
      case .refuse: return true
      case .serve(let stored, _):
        // A stored redirect goes on to the network: that takes a slot.
        return RedirectPolicy.decide(request, answered: stored.head, hop: 0) == .stay
      case .ask, .validate: return false
      }
    } catch {
      // It is told when the job's turn has come.
      return false
    }
  }

  /// Whether an attempt goes out, after the cache was asked. If not, its end is on its way.
  func mustBeSent(_ attempt: AttemptID, _ secrets: [SecretReference: Secret]) async -> Bool {
    guard let run = current(attempt) else { return false }
    let asked: CacheRequest
    do throws(Failure) {
      let shaper = run.middleware?.shaper(of: run.request)
      guard let request = try await cacheRequest(run.request, secrets, of: run.job, shaper) else {
        return true
      }
      asked = request
    } catch {
      // Filling fails again where the failure is reported.
      return role != .visitor || giveBack(attempt)
    }
    let began = clock.now
    let (verdict, stored) = await verdict(on: asked)
    var conditions: [ResponseField] = []
    switch verdict {
    case .serve(let response, let source):
      if let result = await served(response, source, to: asked, began, attempt) {
        conclude(attempt, fromCache: result)
        return false
      }
      if asked.rule.mode == .only {
        return refuse(attempt, because: "The stored answer's body is gone.")
      }
    case .refuse(let why): return refuse(attempt, because: why)
    case .validate(_, let found): conditions = run.isAskedPlainly ? [] : found
    case .ask: break
    }
    guard role != .visitor else { return giveBack(attempt) }
    if current(attempt) != nil {
      runs[attempt.job]?.cached = CacheUse(
        asked, stored: stored, conditions: conditions, requested: clock.now)
    }
    return true
  }

  /// Lets whoever runs jobs have one that was to be answered here, and cannot be any more.
  private func giveBack(_ attempt: AttemptID) -> Bool {
    if let run = current(attempt) {
      end(run, AttemptResult(end: .cancelled), .waiting(.slot))
      fill()
    }
    return false
  }

  private func verdict(
    on request: CacheRequest
  ) async -> (verdict: CachePolicy.Verdict, stored: [CacheCandidate]) {
    let isRead = request.rule.mode != .off && request.obstacle == nil
    let stored = isRead ? await cache?.find(request) ?? [] : []
    return (
      CachePolicy(request.rule).verdict(on: request, stored: stored, at: clock.now), stored
    )
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
      let jars = Set(outbox.jars.known?.jars ?? []).union([jar])
      outbox.jars.take(try await storage.jars(Array(jars)))
      cookies = outbox.jars.lines(in: jar) ?? []
    }
    var asked = CacheRequest(
      try WireRequest(filling: request, with: secrets), of: request, rule: rule, jar: jar,
      cookies: cookies)
    // What processors made of an answer is for those who have the same ones.
    if let shaper { asked.identity += ["stages", shaper] }
    return asked
  }

  /// A stored answer as the result of an attempt; nil when its body is gone.
  func served(
    _ stored: StoredResponse, _ source: ResponseSource, to request: CacheRequest,
    _ began: Timestamp, _ attempt: AttemptID
  ) async -> AttemptResult? {
    var body = StoredBody.none
    if request.method != .head {
      let path = storage.newBodyPath(for: attempt)
      guard let placed = await cache?.body(of: stored.id)?.placed(at: path) else { return nil }
      body = placed
    }
    let head: ResponseHead
    switch source {
    case .cache(let age), .stale(let age): head = CachePolicy.served(stored, age: age)
    case .network, .notModified, .dummy: head = stored.head
    }
    return AttemptResult(
      end: .answered, head: head, body: body,
      timings: Timings(total: max(.zero, clock.now.since(began))), source: source)
  }

  private func conclude(_ attempt: AttemptID, fromCache result: AttemptResult) {
    guard let run = current(attempt) else { return }
    var result = result
    if let root = run.middleware?.root, !root.isEmpty {
      result.processing = Processing(root: root)
    }
    conclude(run, result, FinishFacts(sent: .nothing))
    fill()
  }

  private func refuse(_ attempt: AttemptID, because why: String) -> Bool {
    if let run = current(attempt) {
      let failure = Failure.notCached(run.request, because: why)
      end(run, AttemptResult(end: .failed(failure)), .failed(failure))
      fill()
    }
    return false
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
