import ClientModel

/// From a committed attempt to the transport.
extension Client {
  /// Hands committed attempts over, in one call; those with secrets follow when these are found.
  func dispatch(_ starting: [Run]) async {
    guard !starting.isEmpty else { return }
    holdWithoutKey(starting)
    var closed: [CookieJarKey: Failure] = [:]
    var last: CookieJarKey?
    for run in starting where run.phase == .preparing {
      guard let jar = jar(run), jar != last else { continue }
      last = jar
      if !outbox.jars.knows(jar) { closed[jar] = await read(jar) }
    }
    var ready: [OutgoingAttempt] = []
    ready.reserveCapacity(starting.count)
    let now = clock.now
    for run in starting where run.phase == .preparing {
      if !closed.isEmpty, let jar = jar(run), let failure = closed[jar] {
        holdForKey(run, failure)
        continue
      }
      let references = run.request.references
      if references.isEmpty, cache == nil || run.request.options.cache == nil, isPrepared(run) {
        if let attempt = outgoing(run, [:], at: now) { ready.append(attempt) }
      } else {
        let attempt = run.attempt
        Task { await resolveAndBegin(attempt) }
      }
    }
    if !ready.isEmpty { transport.begin(ready) }
  }

  private func resolveAndBegin(_ attempt: AttemptID) async {
    guard await prepareToLeave(attempt), let run = current(attempt) else { return }
    var found = lookedUp.removeValue(forKey: attempt.job) ?? [:]
    for reference in run.request.references where found[reference] == nil {
      do throws(Failure) {
        found[reference] = try await secret(reference)
      } catch {
        guard let run = current(attempt), run.phase == .preparing else { return }
        if run.stop != nil {
          end(
            run, AttemptResult(end: .cancelled),
            stopped(run, AttemptResult(end: .cancelled), .nothing))
        } else {
          end(
            run, AttemptResult(end: .failed(error)), .held(.missingSecret(reference.description)))
        }
        fill()
        return
      }
    }
    if cache != nil, let run = current(attempt), run.request.options.cache != nil {
      // What the cache serves may repeat them too.
      runs[attempt.job]?.found = found
      guard await mustBeSent(attempt, found) else { return }
    }
    // Since its start was committed, others may have changed cookies.
    if let run = current(attempt), let jar = jar(run), let failure = await read(jar) {
      if let run = current(attempt), run.phase == .preparing { holdForKey(run, failure) }
      return fill()
    }
    guard let run = current(attempt), run.phase == .preparing else { return }
    if let ready = outgoing(run, found, at: clock.now) { transport.begin([ready]) } else { fill() }
  }

  /// The attempt with everything filled in; nil when it ended here instead.
  private func outgoing(
    _ run: Run, _ found: [SecretReference: Secret], at now: Timestamp
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
      let path = storage.newBodyPath(for: run.attempt)
      run.phase = .onWire
      run.bodyPath = path
      if !found.isEmpty { run.found = found }
      noteRenewal(of: run)
      budget.countRequest(to: run.request.origin.host, at: now)
      let cookies = outgoingCookies(run)
      if cookies?.lines.isEmpty == false { run.carriesCookies = true }
      return OutgoingAttempt(
        id: run.attempt, request: request, bodyPath: path, cookies: cookies)
    } catch {
      end(run, AttemptResult(end: .failed(error)), .failed(error))
      return nil
    }
  }

  /// The run of an attempt that is still the job's latest.
  func current(_ attempt: AttemptID) -> Run? {
    runs[attempt.job].flatMap { $0.attempt == attempt ? $0 : nil }
  }

  /// Holds what could not be stored once it was answered: a request that took effect would have lost its
  /// response.
  private func holdWithoutKey(_ starting: [Run]) {
    var known: [KeyNeed: Failure?] = [:]
    for run in starting where run.phase == .preparing {
      let need: KeyNeed = run.keeping == .sealed ? .certain : .possible
      let failure: Failure?
      if let before = known[need] {
        failure = before
      } else {
        failure = keyFailure(need)
        known.updateValue(failure, forKey: need)
      }
      if let failure { holdForKey(run, failure) }
    }
  }

  private func keyFailure(_ need: KeyNeed) -> Failure? {
    do throws(Failure) {
      try storage.checkKey(need)
      return nil
    } catch {
      return error
    }
  }

  /// Without its cookies a request may do another thing than was meant.
  private func holdForKey(_ run: Run, _ failure: Failure) {
    let result = AttemptResult(end: .failed(failure))
    let next =
      run.stop == nil
      ? .held(.missingKey(at: storage.keyPath ?? "of the store"))
      : stopped(run, result, .nothing)
    // Nothing came back that a secret could be in.
    end(run, result, next, keeping: .plain)
  }
}
