import ClientModel

/// The start of committed attempts: their preparation and their transfer to the transport.
extension AttemptPipeline {
  /// Sends committed attempts, all in one call of the transport. An attempt that needs secrets, the
  /// cache or stages is prepared first.
  ///
  /// - Parameter closed: The jars whose cookies cannot be decrypted, with the reasons.
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

  /// Continues with an attempt that was prepared.
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

  /// Returns whether an attempt can be sent without resolving secrets, reading the cache or running
  /// stages.
  func isComplete(_ run: Run) -> Bool {
    run.request.references.isEmpty && (seams.cache == nil || run.request.options.cache == nil)
      && isPrepared(run)
  }

  /// Fills in secrets, credentials and cookies, and sends the attempt.
  private mutating func fillAndSend(_ run: Run, at now: Timestamp) {
    var run = run
    if run.stop != nil {
      let result = AttemptResult(end: .cancelled)
      return end(run, result, stopped(run, result, .nothing))
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

  /// Ends an attempt that lacks one of its secrets, and holds its job.
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

  /// Holds a job because the store has no key. Without its cookies, a request may have another
  /// effect than intended, and the response to a request that took effect would be lost.
  private mutating func holdForKey(_ run: Run, _ failure: Failure) {
    let result = AttemptResult(end: .failed(failure))
    let next =
      run.stop == nil
      ? .held(.missingKey(at: seams.store.sealing.check(.possible).keyName))
      : stopped(run, result, .nothing)
    // Nothing was received that could contain a secret.
    end(run, result, next, protection: .plain)
  }

  /// Holds jobs whose responses could not be stored, because the response to a request that took
  /// effect would be lost.
  ///
  /// - Returns: The cookie jars of the other jobs.
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

  /// Continues with a stored response instead of sending the attempt.
  private mutating func served(_ run: Run, _ result: AttemptResult) {
    var result = result
    if let root = run.stages.middleware?.root, !root.isEmpty {
      result.processing = Processing(root: root)
    }
    judge(run, verdict(on: result, of: run, .nothing))
  }

  /// Ends an attempt whose request a preparer refused.
  private mutating func refused(_ run: Run, _ failure: Failure, _ notes: [StageNote]) {
    var result = AttemptResult(end: .failed(failure))
    result.processing = Processing(stages: notes)
    end(run, result, run.stop == nil ? .failed(failure) : stopped(run, result, .nothing))
  }
}

extension Failure {
  /// Returns the failure of a request that must not use the network and has no usable stored
  /// response. A cache reports this as 504. Source: RFC 9111, section 5.2.1.7.
  fileprivate static func notCached(_ request: PreparedRequest, because why: String) -> Failure {
    Failure(
      .notCached, what: "The cache has no usable response for the request to \(request.origin).",
      why: why, whatToDo: "Send it with --cache fresh, or without a cache option.")
  }
}
