import ClientModel
import ClientPipeline

/// Looks up stored responses for attempts, and updates the cache with new responses.
struct AttemptCache {
  let cache: any ResponseCache
  let seams: Seams
  let publisher: EventPublisher
  /// The changes that were made in the cache. Recorded only if a subscriber wants their events.
  private(set) var events: [Event.Kind] = []

  /// The next step after the cache was updated.
  enum Outcome: Sendable {
    case proceed(AttemptResult)
    /// The 304 refers to a response that is not stored. The request must be sent again without
    /// conditions.
    case resendWithoutConditions
  }

  // MARK: Before an attempt is sent

  nonisolated(nonsending) func verdict(
    on request: CacheRequest
  ) async -> (verdict: CachePolicy.Verdict, stored: [CacheCandidate]) {
    if let full = request.ofFullResponse {
      // A range of a stored response can be served, but it cannot be stored or validated. Source:
      // RFC 9111, section 3.3.
      let found = await self.verdict(on: full)
      switch found.verdict {
      case .serve(let response, _) where response.hasRanges: return found
      case .refuse: return (found.verdict, [])
      case .serve, .validate, .ask: break
      }
    }
    let isRead = request.rule.mode != .off && request.obstacle == nil
    let stored = isRead ? await cache.find(request) : []
    return (
      CachePolicy(request.rule).verdict(on: request, stored: stored, at: seams.clock.now), stored
    )
  }

  /// Returns a stored response as the result of an attempt. Returns nil if the body no longer
  /// exists.
  nonisolated(nonsending) func served(
    _ stored: StoredResponse, _ source: ResponseSource, to request: CacheRequest,
    _ began: Timestamp, _ attempt: AttemptID
  ) async -> AttemptResult? {
    var body = StoredBody.none
    var part: Range<Int64>?
    if let range = request.range {
      part = range.bytes(of: stored.bodyLength)
      guard let part, let bytes = await cache.body(of: stored)?.bytes(in: part) else { return nil }
      body = .inline(bytes)
    } else if request.method != .head {
      let place = seams.store.bodies.newBody(for: attempt)
      guard let placed = await cache.body(of: stored)?.placed(as: place) else { return nil }
      body = placed
    }
    var head: ResponseHead
    switch source {
    case .cache(let age), .stale(let age): head = CachePolicy.served(stored, age: age)
    case .network, .notModified, .stub: head = stored.head
    }
    if let part { head = head.partial(part, of: stored.bodyLength) }
    return AttemptResult(
      end: .responded, head: head, body: body,
      timings: Timings(total: max(.zero, seams.clock.now.since(began))), source: source)
  }

  // MARK: After the response

  /// Updates the cache after a response. The response may be stored, or it may update or remove
  /// stored responses.
  nonisolated(nonsending) mutating func update(
    _ run: Run, _ result: AttemptResult
  ) async -> Outcome {
    guard result.end == .responded, let head = result.head else { return .proceed(result) }
    // The cache rule declares that its additional methods are safe.
    guard
      run.request.method.isSafe
        || run.request.options.cache?.methods.contains(run.request.method)
          ?? false
    else {
      let urls = CacheInvalidation.urls(after: run.request.method, run.addressSent, answered: head)
      await cache.invalidate(urls)
      if !urls.isEmpty { await note(.cacheRemoved(run.cacheChange), of: run) }
      return .proceed(result)
    }
    guard let use = run.cache.use else { return .proceed(result) }
    if head.status == 304, use.isOwnCondition {
      guard !use.conditions.isEmpty else {
        return .proceed(result.failing(.unaskedNotModified(run)))
      }
      return await renewed(run, result, head, use)
    }
    if run.stages.refusal != nil { return .proceed(result) }
    if use.request.method == .head {
      await compare(head, of: run, use)
    } else {
      await store(result, head, of: run, use)
    }
    return .proceed(result)
  }

  nonisolated(nonsending) private mutating func renewed(
    _ run: Run, _ result: AttemptResult, _ head: ResponseHead, _ use: CacheUse
  ) async -> Outcome {
    guard
      case .renewed(let stored) = CachePolicy.renewal(
        by: head, of: use.stored, requested: use.requested, received: seams.clock.now)
    else { return .resendWithoutConditions }
    await cache.renew(stored)
    await note(.cacheRenewed(run.cacheChange), of: run)
    guard
      let served = await served(stored, .notModified, to: use.request, seams.clock.now, run.attempt)
    else { return .resendWithoutConditions }
    var merged = result
    merged.head = served.head
    merged.body = served.body
    merged.source = .notModified
    return .proceed(merged)
  }

  nonisolated(nonsending) private mutating func compare(
    _ head: ResponseHead, of run: Run, _ use: CacheUse
  ) async {
    guard head.status == 200 else { return }
    for candidate in use.stored where candidate.selection == .selected {
      switch CachePolicy.comparison(
        of: head, with: candidate.response, requested: use.requested, received: seams.clock.now)
      {
      case .renewed(let response):
        await cache.renew(response)
        await note(.cacheUpdated(run.cacheChange), of: run)
      case .outdated:
        await cache.remove([candidate.response.id])
        await note(.cacheRemoved(run.cacheChange), of: run)
      }
    }
  }

  nonisolated(nonsending) private mutating func store(
    _ result: AttemptResult, _ head: ResponseHead, of run: Run, _ use: CacheUse
  ) async {
    guard
      case .store(let storable) = use.policy.storing(
        of: head, to: use.request, over: use.stored, framing: result.framing)
    else { return }
    let body: CachedBody
    var protection = run.protection
    switch result.body {
    case .none: body = .none
    case .inline(let bytes):
      body = .inline(bytes)
      if run.request.credentialNames.isSecret(bytes, mediaType: head.fields.first("Content-Type")) {
        protection = .sealed
      }
    case .file(let name, let length, let sha256):
      body = .stored(seams.store.bodies.bytes(named: name), length: length, sha256: sha256)
    }
    let response = StoredResponse(
      method: use.request.method, displayURL: run.secrets.masked(run.request.displayURL),
      head: storable,
      requested: use.requested,
      received: seams.clock.now, storeFor: use.request.rule.storeFor, bodyLength: body.length,
      job: run.job.id, protection: protection)
    await cache.store(response, for: use.request, body: body)
    await note(.cacheUpdated(run.cacheChange), of: run)
  }

  /// Records an event of the cache. All processes publish it after the job's end is committed.
  nonisolated(nonsending) private mutating func note(
    _ content: RaisedEvent.Content, of run: Run
  ) async {
    if publisher.wants(content.kind.word) { events.append(content.kind) }
    await seams.raise(content, of: run.job.id)
  }
}

extension StoredResponse {
  /// Whether the cache can serve byte ranges of the response. A stored body is decoded, so ranges
  /// of an encoded response do not match.
  fileprivate var hasRanges: Bool {
    head.status == 200 && head.fields.first("Content-Encoding") == nil
  }
}

extension Run {
  fileprivate var cacheChange: Event.CacheChange {
    Event.CacheChange(method: request.method, url: secrets.masked(request.displayURL))
  }

  fileprivate var addressSent: String {
    guard !request.secretQuery.isEmpty else { return request.url }
    do throws(Failure) { return try WireRequest(filling: request, with: sent.found).url } catch {
      return request.url
    }
  }
}

extension AttemptResult {
  fileprivate func failing(_ failure: Failure) -> AttemptResult {
    var result = self
    result.end = .failed(failure)
    return result
  }
}

extension Failure {
  fileprivate static func unaskedNotModified(_ run: Run) -> Failure {
    Failure(
      .malformedResponse, what: "The response from \(run.request.origin) cannot be used.",
      why:
        "Its status is 304 (not modified), but the request had no condition and nothing is stored.",
      whatToDo: "Send it again, or send it without a cache option to see the response unchanged.")
  }
}
