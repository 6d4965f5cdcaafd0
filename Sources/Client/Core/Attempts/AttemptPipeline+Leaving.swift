import ClientModel

/// Functions that prepare committed attempts and pass them to the transport.
extension AttemptPipeline {
  /// Sends committed attempts. An attempt that needs secrets, the cache or stages is prepared
  /// first.
  ///
  /// - Parameter closed: The reasons why the cookies of some jars cannot be decrypted.
  mutating func send(
    _ starting: [AttemptID], closed: [CookieJarKey: Failure], at now: Timestamp
  ) {
    for attempt in starting {
      guard let run = attempts.run(of: attempt), run.isPreparing else { continue }
      if !closed.isEmpty, let failure = run.jar.flatMap({ closed[$0] }) {
        holdForKey(run, failure)
      } else if isComplete(run) {
        fillAndSend(run, at: now)
      } else {
        actions.append(.work(.prepare(run, attempts.takeSecrets(for: run.job.id))))
      }
    }
  }

  /// Continues with an attempt after its preparation.
  mutating func prepared(_ prepared: Run, _ outcome: PreparationOutcome) {
    guard var run = attempts.run(of: prepared.attempt), run.isPreparing else { return }
    run.adopt(prepared)
    switch outcome {
    case .ready: fillAndSend(run, at: seams.clock.now)
    case .refused(let failure, let notes): refused(run, failure, notes)
    case .missesSecret(let reference, let failure): holdForSecret(reference, failure, run)
    case .missesKey(let failure): holdForKey(run, failure)
    case .served(let result): served(run, result)
    case .notCached(let why):
      let failure = Failure.notCached(run.request, because: why)
      end(run, AttemptResult(end: .failed(failure)), .failed(failure))
    case .leftToRunner: end(run, AttemptResult(end: .cancelled), .waiting(.slot))
    }
  }

  /// Returns whether an attempt can be sent at once, because it does not need secrets, the cache or
  /// stages.
  func isComplete(_ run: Run) -> Bool {
    run.request.references.isEmpty && (seams.cache == nil || run.request.options.cache == nil)
      && isPrepared(run)
  }

  private mutating func fillAndSend(_ run: Run, at now: Timestamp) {
    var run = run
    if run.stop != nil {
      let result = AttemptResult(end: .cancelled)
      return end(run, result, stopped(run, result, .nothing))
    }
    if let term = run.term, term.isOver {
      // Another process may already have taken the job over, and then the end changes nothing.
      return end(run, AttemptResult(end: .cancelled), .waiting(.slot))
    }
    do throws(Failure) {
      var request = renewed(try WireRequest(filling: run.request, with: run.sent.found), of: run)
      for condition in run.cache.use?.conditions ?? [] {
        request.headers.append((condition.name, condition.value))
      }
      if let body = run.stages.transformedBody { request.body = .bytes(body) }
      let body = seams.store.bodies.newBody(for: run.attempt)
      noteRenewal(of: &run)
      retries.budget.countRequest(to: run.request.origin.host, at: now)
      let cookies = jars.outgoing(run)
      if cookies?.lines.isEmpty == false { run.sent.hasCookies = true }
      attempts.put(run, .onWire(body))
      actions.append(
        .send(
          OutgoingAttempt(
            id: run.attempt, request: request, body: body, cookies: cookies)))
    } catch {
      end(run, AttemptResult(end: .failed(error)), .failed(error))
    }
  }

  /// Ends an attempt because a secret is missing, and holds the job.
  private mutating func holdForSecret(
    _ reference: SecretReference, _ failure: Failure, _ run: Run
  ) {
    guard run.stop == nil else {
      let result = AttemptResult(end: .cancelled)
      return end(run, result, stopped(run, result, .nothing))
    }
    end(
      run, AttemptResult(end: .failed(failure)), .held(.missingSecret(reference.description)))
  }

  /// Holds a job because the store has no key. Without its cookies, the request could have an
  /// unintended effect. Without a key, the response could not be stored.
  private mutating func holdForKey(_ run: Run, _ failure: Failure) {
    let result = AttemptResult(end: .failed(failure))
    let next =
      run.stop == nil
      ? .held(.missingKey(at: seams.store.sealing.check(.possible).keyName))
      : stopped(run, result, .nothing)
    // No response was received, so there is no secret to encrypt.
    end(run, result, next, protection: .plain)
  }

  /// Holds the jobs whose responses cannot be encrypted, because their responses would be lost.
  ///
  /// - Returns: The cookie jars of the jobs that are not held.
  mutating func holdWithoutKey(_ starting: [AttemptID]) -> [CookieJarKey] {
    var known: [SealingKeyNeed: Failure?] = [:]
    var jars: [CookieJarKey] = []
    for attempt in starting {
      guard let run = attempts.run(of: attempt), run.isPreparing else { continue }
      let need: SealingKeyNeed = run.protection == .sealed ? .certain : .possible
      let failure: Failure?
      if let before = known[need] {
        failure = before
      } else {
        failure = keyFailure(need)
        known.updateValue(failure, forKey: need)
      }
      if let failure {
        holdForKey(run, failure)
      } else if let jar = run.jar, jar != jars.last {
        jars.append(jar)
      }
    }
    return jars
  }

  func keyFailure(_ need: SealingKeyNeed) -> Failure? { seams.store.sealing.check(need).problem }

  /// Uses a stored response instead of sending the attempt.
  private mutating func served(_ run: Run, _ result: AttemptResult) {
    var result = result
    if let root = run.stages.middleware?.root, !root.isEmpty {
      result.processing = Processing(root: root)
    }
    judge(run, verdict(on: result, of: run, .nothing))
  }

  /// Ends an attempt after a preparer refused its request.
  private mutating func refused(_ run: Run, _ failure: Failure, _ notes: [StageNote]) {
    var result = AttemptResult(end: .failed(failure))
    result.processing = Processing(stages: notes)
    end(run, result, run.stop == nil ? .failed(failure) : stopped(run, result, .nothing))
  }
}

extension Failure {
  /// Returns the failure of a cache-only request without a usable stored response. HTTP caches
  /// report this as 504. Source: RFC 9111, section 5.2.1.7.
  fileprivate static func notCached(_ request: PreparedRequest, because why: String) -> Failure {
    Failure(
      .notCached, what: "The cache has no usable response for the request to \(request.origin).",
      why: why, whatToDo: "Send it with --cache fresh, or without a cache option.")
  }
}
