import ClientModel

/// The last steps before an attempt is sent.
extension AttemptPipeline {
  /// Whether an attempt can be sent as it is, without resolving secrets, reading the cache or running stages.
  func isComplete(_ run: Run) -> Bool {
    run.request.references.isEmpty && (seams.cache == nil || run.request.options.cache == nil)
      && isPrepared(run)
  }

  /// Fills secrets and credentials in.
  ///
  /// - Parameter cookies: The cookies to send; nil when the request uses no jar.
  /// - Returns: Nil when the attempt ended here instead.
  mutating func leave(
    _ run: Run, _ found: [SecretReference: Secret], _ cookies: OutgoingCookies?, at now: Timestamp
  ) -> OutgoingAttempt? {
    if run.stop != nil {
      let result = AttemptResult(end: .cancelled)
      end(run, result, stopped(run, result, .nothing))
      return nil
    }
    do throws(Failure) {
      var request = renewed(try WireRequest(filling: run.request, with: found), of: run)
      for condition in run.cached?.conditions ?? [] {
        request.headers.append((condition.name, condition.value))
      }
      let path = seams.storage.newBodyPath(for: run.attempt)
      run.phase = .onWire
      run.bodyPath = path
      if !found.isEmpty { run.found = found }
      noteRenewal(of: run)
      retries.budget.countRequest(to: run.request.origin.host, at: now)
      if cookies?.lines.isEmpty == false { run.carriesCookies = true }
      return OutgoingAttempt(
        id: run.attempt, request: request, bodyPath: path, cookies: cookies)
    } catch {
      end(run, AttemptResult(end: .failed(error)), .failed(error))
      return nil
    }
  }

  /// Ends an attempt one of whose secrets was not found.
  mutating func lacks(_ reference: SecretReference, _ failure: Failure, _ attempt: AttemptID) {
    guard let run = attempts.run(of: attempt), run.phase == .preparing else { return }
    guard run.stop == nil else {
      let result = AttemptResult(end: .cancelled)
      return end(run, result, stopped(run, result, .nothing))
    }
    end(
      run, AttemptResult(end: .failed(failure)), .held(.missingSecret(reference.description)))
  }

  /// Holds a job whose store has no key: without its cookies a request may do another thing than was meant,
  /// and a request that took effect would lose its response.
  mutating func holdForKey(_ run: Run, _ failure: Failure) {
    let result = AttemptResult(end: .failed(failure))
    let next =
      run.stop == nil
      ? .held(.missingKey(at: seams.storage.keyPath ?? "of the store"))
      : stopped(run, result, .nothing)
    // Nothing was received that could contain a secret.
    end(run, result, next, keeping: .plain)
  }

  // MARK: Answered by the cache

  /// Goes on with a stored response instead of sending the attempt.
  mutating func served(_ attempt: AttemptID, _ result: AttemptResult) {
    guard let run = attempts.run(of: attempt) else { return }
    var result = result
    if let root = run.middleware?.root, !root.isEmpty {
      result.processing = Processing(root: root)
    }
    judge(run, result, FinishFacts(sent: .nothing))
  }

  /// Ends an attempt that only the cache may answer, when the cache has no response for it.
  mutating func notCached(_ attempt: AttemptID, because why: String) {
    guard let run = attempts.run(of: attempt) else { return }
    let failure = Failure.notCached(run.request, because: why)
    end(run, AttemptResult(end: .failed(failure)), .failed(failure))
  }

  /// Leaves a job to the queue runner, because the cache of this process can no longer answer it.
  mutating func giveBack(_ attempt: AttemptID) {
    guard let run = attempts.run(of: attempt) else { return }
    end(run, AttemptResult(end: .cancelled), .waiting(.slot))
  }
}
