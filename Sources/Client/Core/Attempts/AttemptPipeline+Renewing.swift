import ClientModel
import ClientPipeline

/// Renews expired credentials. A job is renewed at most once, and all jobs of a gateway share one
/// renewal request.
extension AttemptPipeline {
  /// Returns the key of the request's gateway. The key is unique across workspaces.
  private func key(_ run: Run, _ request: PreparedRequest) -> LaneKey {
    LaneKey(workspace: run.job.lane.workspace, name: request.gateway?.name ?? "")
  }

  /// Returns the request with the token of the last renewal. If there was no renewal, the request
  /// is unchanged.
  func renewed(_ request: WireRequest, of run: Run) -> WireRequest {
    guard run.request.gateway?.outcome?.refresh?.token != nil,
      let token = attempts.renewals.tokens[key(run, run.request)]
    else { return request }
    var request = request
    request.authorization = .bearer(token.reveal())
    return request
  }

  /// Records the current token and the renewal count in a run before the run is sent.
  func noteRenewal(of run: inout Run) {
    guard run.request.gateway?.outcome?.refresh != nil else { return }
    run.renewal.count = attempts.renewals.count[key(run, run.request), default: 0]
    if let token = attempts.renewals.tokens[key(run, run.request)] {
      run.sent.earlier.add(token.reveal())
      run.late.add(["Authorization"])
    }
  }

  /// Keeps a refused run in its slot until the credentials are renewed. If another job has already
  /// renewed them, the run is sent again at once.
  mutating func renew(_ run: Run, _ result: AttemptResult, _ rule: RefreshRule) {
    let key = key(run, run.request)
    guard run.renewal.count == attempts.renewals.count[key, default: 0] else {
      // Another job renewed the credentials while this one was being sent.
      return go(on: run, result, with: run.request, .renewed)
    }
    attempts.put(run, .renewing(result))
    attempts.renewals.waiting[key, default: []].append(run.attempt)
    beginRenewal(key, rule, environment: run.request.environment)
  }

  private mutating func beginRenewal(_ key: LaneKey, _ rule: RefreshRule, environment: String) {
    guard attempts.renewals.underWay.insert(key).inserted else { return }
    actions.append(.work(.prepareRenewal(key, rule, environment: environment)))
  }

  /// Sends the renewal request, or fails the waiting runs if it could not be prepared.
  mutating func renewalBegins(_ key: LaneKey, with request: Result<PreparedRequest, Failure>) {
    switch request {
    case .success(let request): ask(request, key)
    case .failure(let failure):
      attempts.renewals.underWay.remove(key)
      failWaiting(key, failure)
    }
  }

  private mutating func ask(_ request: PreparedRequest, _ key: LaneKey) {
    guard let (run, result) = nextWaiting(key) else {
      attempts.renewals.underWay.remove(key)
      return
    }
    // Only `concludeRenewal` evaluates the response, so redirects and outcome rules are disabled.
    var request = request
    request.options.redirects = .stay
    request.gateway = nil
    go(on: run, result, with: request, .asking(for: run.request))
  }

  /// Evaluates the response to the renewal request. The waiting runs are then sent again, or they
  /// fail.
  mutating func concludeRenewal(
    _ run: Run, _ verdict: Verdict, goingOnWith request: PreparedRequest
  ) {
    let result = verdict.result
    let key = key(run, request)
    guard let rule = request.gateway?.outcome?.refresh else { return end(run, result, .succeeded) }
    if result.end == .cancelled || run.stop != nil {
      return end(run, result, stopped(run, result, verdict.sent))
    }
    if (1...3).contains(retries.countRefusal(in: result, of: run.job.id)) {
      return go(on: run, result, with: run.request, run.renewal.state)
    }
    let response = Self.renewal(result, rule)
    // The response contains the new credentials, so its body is not stored.
    var stored = result
    if rule.token != nil { stored.body = .none }
    switch response {
    case .success(let token):
      attempts.renewals.count[key, default: 0] += 1
      attempts.renewals.tokens[key] = token
      attempts.renewals.underWay.remove(key)
      go(on: run, stored, with: request, .renewed)
      while let (waiting, result) = nextWaiting(key) {
        go(on: waiting, result, with: waiting.request, .renewed)
      }
    case .failure(let failure):
      failWaiting(key, failure)
      end(run, stored, .failed(failure))
    }
  }

  /// Ends a renewal that got no usable response. The next waiting run sends the renewal request
  /// instead.
  mutating func leaveRenewal(_ run: Run) {
    guard case .asking(let request) = run.renewal.state,
      let rule = request.gateway?.outcome?.refresh
    else { return }
    let key = key(run, request)
    attempts.renewals.underWay.remove(key)
    guard !(attempts.renewals.waiting[key] ?? []).isEmpty else { return }
    beginRenewal(key, rule, environment: request.environment)
  }

  // MARK: Waiting runs

  /// Removes and returns the next waiting run, and the response that refused it. Ends stopped runs.
  private mutating func nextWaiting(_ key: LaneKey) -> (Run, AttemptResult)? {
    while let waiting = attempts.renewals.waiting[key]?.first {
      attempts.renewals.waiting[key]?.removeFirst()
      guard let run = attempts.run(of: waiting), case .renewing(let result) = run.phase
      else { continue }
      if run.stop == nil { return (run, result) }
      end(run, result, stopped(run, result, .something))
    }
    attempts.renewals.waiting[key] = nil
    return nil
  }

  private mutating func failWaiting(_ key: LaneKey, _ failure: Failure) {
    while let (run, result) = nextWaiting(key) {
      end(run, result, .failed(failure))
    }
  }

  /// Sends another request in the same slot. The end of this attempt and the start of the next
  /// attempt are committed first.
  private mutating func go(
    on run: Run, _ result: AttemptResult, with next: PreparedRequest, _ standing: Renewals.RunState
  ) {
    let now = seams.clock.now
    let end = AttemptEnd(
      id: run.attempt, result: shown(result, of: run), next: nil, at: now, protection: .sealed)
    var run = run
    run.advance(with: next)
    run.late = DispatchedRequest()
    run.renewal.state = standing
    attempts[run.job.id] = run
    actions.append(
      .proceed(
        end,
        HopStart(
          Attempt(
            id: run.attempt, hop: run.redirects.count, method: next.method,
            displayURL: run.sent.earlier.masked(next.displayURL), origin: next.origin,
            body: BodyIdentity(of: next.body), idempotencyKey: next.idempotencyKey, started: now))))
  }

  // MARK: The response

  /// Returns the new token, or the failure of the renewal. The token is nil if the rule only needs
  /// cookies.
  private static func renewal(
    _ result: AttemptResult, _ rule: RefreshRule
  ) -> Result<Secret?, Failure> {
    let what = "The request \(rule.request) did not renew the credentials."
    let whatToDo = "Send that request yourself to see why, then retry."
    if case .failed(let failure) = result.end {
      return .failure(
        Failure(.authentication, what: what, why: failure.why, whatToDo: whatToDo))
    }
    guard let head = result.head, (200..<300).contains(head.status) else {
      return .failure(
        Failure(
          .authentication, what: what,
          why: "It received \(result.head.map { "status \($0.status)" } ?? "no response").",
          whatToDo: whatToDo))
    }
    guard let pointer = rule.token else { return .success(nil) }
    guard case .inline(let bytes) = result.body,
      let token = OutcomeRule.value(at: pointer, in: bytes, mediaType: head.mediaType),
      !token.isEmpty, HTTPToken.isFieldValue(token)
    else {
      return .failure(
        Failure(
          .authentication, what: what, why: "Its response has no token at \(pointer).",
          whatToDo: "Correct `token` under the gateway's `refresh`, then retry."))
    }
    return .success(Secret(token))
  }
}
