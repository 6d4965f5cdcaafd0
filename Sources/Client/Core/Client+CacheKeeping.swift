import ClientModel

/// What an answer from the network means to the cache.
extension Client {
  /// True when an ended attempt has something to tell the cache before its job goes on. Where no
  /// cache is used this costs a look at two fields.
  func concernsCache(_ run: Run, _ result: AttemptResult) -> Bool {
    if run.cached != nil { return true }
    guard !run.request.method.isSafe, result.end == .answered, let cache else { return false }
    return cache.mayHoldAnything
  }

  /// Keeps, renews or voids, then lets the job go on with what came of it.
  func settleCache(_ run: Run, _ result: AttemptResult, _ facts: FinishFacts) {
    // From here on it cannot be stopped: its answer is there.
    run.phase = .committing
    let attempt = run.attempt
    Task {
      guard let run = current(attempt) else { return }
      switch await told(run, result) {
      case .goOn(let result): conclude(run, result, facts)
      case .askAgain:
        run.isAskedPlainly = true
        hop(run, result, run.request)
      }
      fill()
    }
  }

  private enum Outcome {
    case goOn(AttemptResult)
    /// A 304 spoke of what is not there: the same request goes out without conditions.
    case askAgain
  }

  private func told(_ run: Run, _ result: AttemptResult) async -> Outcome {
    guard let cache, result.end == .answered, let head = result.head else { return .goOn(result) }
    guard run.request.method.isSafe else {
      let urls = CacheInvalidation.urls(after: run.request.method, run.addressSent, answered: head)
      await cache.invalidate(urls)
      if !urls.isEmpty { await note(.cacheRemoved(run.cacheChange), of: run) }
      return .goOn(result)
    }
    guard let use = run.cached else { return .goOn(result) }
    if head.status == 304, use.isOwnCondition {
      guard !use.conditions.isEmpty else { return .goOn(result.failing(.unaskedNotModified(run))) }
      return await renewed(run, result, head, use)
    }
    if run.refusal != nil { return .goOn(result) }
    if use.request.method == .head {
      await compare(head, of: run, use)
    } else {
      await keep(result, head, of: run, use)
    }
    return .goOn(result)
  }

  private func renewed(
    _ run: Run, _ result: AttemptResult, _ head: ResponseHead, _ use: CacheUse
  ) async -> Outcome {
    guard
      case .renewed(let stored) = CachePolicy.renewal(
        by: head, of: use.stored, requested: use.requested, received: clock.now)
    else { return .askAgain }
    await cache?.renew(stored)
    await note(.cacheRenewed(run.cacheChange), of: run)
    guard
      let served = await served(stored, .notModified, to: use.request, clock.now, run.attempt)
    else { return .askAgain }
    var merged = result
    merged.head = served.head
    merged.body = served.body
    merged.source = .notModified
    return .goOn(merged)
  }

  private func compare(_ head: ResponseHead, of run: Run, _ use: CacheUse) async {
    guard head.status == 200 else { return }
    for candidate in use.stored where candidate.selection == .selected {
      switch CachePolicy.comparison(
        of: head, with: candidate.response, requested: use.requested, received: clock.now)
      {
      case .renewed(let response):
        await cache?.renew(response)
        await note(.cacheUpdated(run.cacheChange), of: run)
      case .outdated:
        await cache?.remove([candidate.response.id])
        await note(.cacheRemoved(run.cacheChange), of: run)
      }
    }
  }

  private func keep(
    _ result: AttemptResult, _ head: ResponseHead, of run: Run, _ use: CacheUse
  ) async {
    guard
      case .keep(let kept) = use.policy.storing(
        of: head, to: use.request, over: use.stored, framing: result.framing)
    else { return }
    let body: CachedBody
    switch result.body {
    case .none: body = .none
    case .inline(let bytes): body = .inline(bytes)
    case .file(let name, let length, let sha256):
      body = .file(path: storage.path(ofBody: name), length: length, sha256: sha256)
    }
    let response = StoredResponse(
      displayURL: run.secrets.masked(run.request.displayURL), head: kept, requested: use.requested,
      received: clock.now, storeFor: use.request.rule.storeFor, bodyLength: body.length,
      job: run.job.id, keeping: run.keeping)
    await cache?.keep(response, to: use.request, body: body)
    await note(.cacheUpdated(run.cacheChange), of: run)
  }

  /// Keeps an event of the cache until the job's end is committed, also for the other processes.
  private func note(_ news: RaisedEvent.News, of run: Run) async {
    if wants(news.kind.word) { run.cacheNews.append(news.kind) }
    await handOn(news, of: run.job.id)
  }

  /// Ends a run for good, with a stale answer in the place of an error where that is allowed.
  func endOrRescue(_ run: Run, _ result: AttemptResult, _ next: JobState) {
    guard let use = run.cached, run.stop == nil,
      let stored = use.policy.rescue(
        for: use.request, stored: use.stored, answered: result.answeredStatus, at: clock.now),
      result.end != .cancelled
    else { return conclude(run, result, as: next) }
    run.phase = .committing
    let attempt = run.attempt
    Task {
      let now = clock.now
      let age = Freshness(of: stored, at: now).age
      let rescue = await served(stored, .stale(age: age), to: use.request, now, attempt)
      guard let run = current(attempt) else { return }
      if let rescue {
        conclude(run, rescue, as: .succeeded)
      } else {
        conclude(run, result, as: next)
      }
      fill()
    }
  }
}

extension Run {
  fileprivate var cacheChange: Event.CacheChange {
    Event.CacheChange(method: request.method, url: secrets.masked(request.displayURL))
  }

  /// The address as it was sent.
  fileprivate var addressSent: String {
    guard !request.secretQuery.isEmpty else { return request.url }
    do throws(Failure) { return try WireRequest(filling: request, with: found).url } catch {
      return request.url
    }
  }
}

extension AttemptResult {
  /// True when no server was asked for this answer.
  var isFromCache: Bool {
    switch source {
    case .cache, .stale: true
    case .network, .notModified, .dummy: false
    }
  }

  fileprivate func failing(_ failure: Failure) -> AttemptResult {
    var result = self
    result.end = .failed(failure)
    return result
  }
}

extension Failure {
  fileprivate static func unaskedNotModified(_ run: Run) -> Failure {
    Failure(
      .malformedAnswer, what: "The answer of \(run.request.origin) cannot be used.",
      why: "It says “not modified” (304), but nothing is stored and no such question was asked.",
      whatToDo: "Send it again, or without a cache option to see the answer as it is.")
  }
}
