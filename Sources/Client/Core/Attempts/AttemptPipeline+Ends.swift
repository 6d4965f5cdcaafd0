import ClientDocuments
import ClientModel
import ClientPipeline

/// Functions that end attempts or compute the stored content of their ends.
extension AttemptPipeline {
  /// Follows a redirect in the same slot. The new request is sent after the end of this attempt is
  /// committed.
  mutating func hop(_ run: Run, _ result: AttemptResult, _ next: PreparedRequest) {
    let now = seams.clock.now
    var (run, result) = (run, result)
    addStages(of: run, to: &result)
    let end = AttemptEnd(
      id: run.attempt, result: shown(result, of: run), next: nil, at: now,
      protection: run.protection)
    let lineage: RedirectHop.Lineage = run.protection == .sealed ? .secrets : .plain
    run.redirects.follow(lineage, from: result.head)
    run.advance(with: next)
    attempts[run.job.id] = run
    let attempt = Attempt(
      id: run.attempt, hop: run.redirects.count, method: next.method,
      displayURL: run.sent.earlier.masked(next.displayURL),
      origin: next.origin,
      body: BodyIdentity(of: next.body), idempotencyKey: next.idempotencyKey, started: now)
    // The redirected request took effect. A job that must not be sent twice continues from the
    // redirect, even after a crash. Repeatable jobs and status requests of remote jobs start again.
    let goesOnFromHere = run.asked == nil && !run.job.isRepeatable
    actions.append(
      .proceed(
        end,
        HopStart(
          attempt,
          hop: goesOnFromHere
            ? RedirectHop(
              number: run.redirects.count, request: next, displayURL: attempt.displayURL,
              echoes: run.sent.earlier.echoes(in: next.url), lineage: lineage) : nil)))
  }

  /// Ends a run without another attempt. If allowed, a stale response is used instead of an error.
  mutating func endOrRescue(_ run: Run, _ verdict: Verdict, _ next: JobState) {
    guard let use = run.cache.use, run.stop == nil,
      let stored = use.policy.rescue(
        for: use.request, stored: use.stored, answered: verdict.result.answeredHead?.status,
        at: seams.clock.now),
      verdict.result.end != .cancelled
    else { return conclude(run, verdict, as: next) }
    attempts.put(run, .rescuing(verdict, else: next))
    actions.append(.work(.rescue(run.attempt, by: stored, use.request)))
  }

  mutating func rescued(_ attempt: AttemptID, by rescue: AttemptResult?) {
    guard let run = attempts.run(of: attempt),
      case .rescuing(let verdict, let next) = run.phase
    else { return }
    if let rescue {
      conclude(run, self.verdict(on: rescue, of: run, verdict.sent), as: .succeeded)
    } else {
      conclude(run, verdict, as: next)
    }
  }

  func situation(of run: Run, _ verdict: Verdict) -> RetryPolicy.Situation {
    RetryPolicy.Situation(
      isRepeatable: run.request.isRepeatable, isKeyed: run.request.idempotencyKey != nil,
      rule: run.request.options.retry, attempts: run.job.seriesAttempts,
      firstAttempt: run.job.seriesStart, result: verdict.result, wait: verdict.wait,
      sent: verdict.sent, longestRetryAfter: attempts.isImmediate(run.job.id) ? .seconds(60) : nil)
  }

  /// Returns whether a result is stored encrypted.
  ///
  /// A result is also encrypted if its body contains a credential, like the response to a login. If
  /// the store has no key, the body is stored unencrypted instead of being lost.
  func protection(of result: AttemptResult, _ run: Run) -> AttemptEnd.Protection {
    guard run.protection == .plain, case .inline(let bytes) = result.body,
      run.request.credentialNames.isSecret(
        bytes, mediaType: result.head?.fields.first("Content-Type")),
      keyFailure(.certain) == nil
    else { return run.protection }
    return .sealed
  }

  /// Returns the next state of a job that was stopped before its response was complete.
  func stopped(_ run: Run, _ result: AttemptResult, _ sent: FinishFacts.Sent) -> JobState {
    let cancelled = JobState.cancelled(sent: result.sentBytes(sent))
    if run.stop == .byUser { return cancelled }
    if run.request.isRepeatable || sent == .nothing {
      // An immediate job is never sent again automatically.
      return attempts.isImmediate(run.job.id) ? cancelled : .waiting(.slot)
    }
    return .interrupted(
      result.knowledge(sent, why: "It was stopped while the request was in progress."))
  }

  /// Returns the question about a body that exceeds the size limit.
  ///
  /// Returns nil if the request is not repeatable, because only a repeatable request can be sent
  /// again after the answer.
  func sizeQuestion(_ run: Run, _ result: AttemptResult) -> Question? {
    guard case .failed(let failure) = result.end, failure.kind == .bodyLimit,
      run.request.isRepeatable, let head = result.head,
      head.fields.first("Content-Encoding") == nil
    else { return nil }
    let stated = head.fields.first("Content-Length").flatMap { Int64($0) }.map { ByteCount($0) }
    let size = max(stated ?? 0, result.transfer.responseBody)
    return size > run.request.options.limits.bodyQuestion ? .largeBody(size) : nil
  }

  /// Returns the head to show and store. Masks the job's secrets in URLs and marks credential
  /// fields.
  func shown(_ head: ResponseHead, of run: Run) -> ResponseHead {
    var head = EchoedSecrets.mayBeIn(head) ? run.secrets.masked(head) : head
    if let names = run.request.workspaceNames { head.fields.mark(by: names) }
    return head
  }

  func shown(_ result: AttemptResult, of run: Run) -> AttemptResult {
    var result = marked(result, run)
    if let head = result.head, EchoedSecrets.mayBeIn(head) {
      result.head = run.secrets.masked(head)
    }
    return result
  }

  /// Marks the fields that the workspace declares as credentials.
  func marked(_ result: AttemptResult, _ run: Run) -> AttemptResult {
    guard let names = run.request.workspaceNames else { return result }
    var result = result
    result.head?.fields.mark(by: names)
    result.trailers.mark(by: names)
    return result
  }

  /// Returns the bytes of a body for evaluating a rule. Returns no bytes if the body is larger than
  /// 1 MiB or cannot be read.
  func bytes(of body: StoredBody) -> [UInt8] {
    guard body.length <= .mebibytes(1) else { return [] }
    do throws(DocumentError) {
      let source = try body.source(in: seams.store.bodies.bytes(of: body))
      return try source.bytes(in: 0..<source.count)
    } catch {
      return []
    }
  }

  /// Stops a running job in any phase. If its response is being processed or checked, the run ends
  /// at once.
  ///
  /// - Returns: The attempt that the transport must cancel, or nil if no attempt is being sent.
  mutating func stop(_ job: JobID, _ reason: Run.Stop) -> AttemptID? {
    attempts[job]?.stop = reason
    guard let run = attempts[job] else { return nil }
    switch run.phase {
    case .onWire: return run.attempt
    case .processing(let verdict, _):
      actions.append(.cancelWork(run.attempt))
      end(run, verdict.result, stopped(run, verdict.result, .something))
    case .checking(let result, let next, let remote):
      // Only the check is skipped, because the next state was decided before the check.
      actions.append(.cancelWork(run.attempt))
      end(run, result, next, remote: remote)
    case .preparing, .updatingCache, .rescuing, .renewing, .committing: break
    }
    return nil
  }
}
