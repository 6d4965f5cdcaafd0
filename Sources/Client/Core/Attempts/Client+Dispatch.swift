import ClientModel

/// From a committed attempt to the transport.
extension Client {
  /// Passes committed attempts to the transport, all in one call. An attempt whose secrets must first be
  /// resolved is passed later.
  func dispatch(_ starting: [Run]) async {
    guard !starting.isEmpty else { return }
    holdWithoutKey(starting)
    var closed: [CookieJarKey: Failure] = [:]
    var last: CookieJarKey?
    for run in starting where run.phase == .preparing {
      guard let jar = jar(run), jar != last else { continue }
      last = jar
      if !commits.outbox.jars.knows(jar) { closed[jar] = await read(jar) }
    }
    var ready: [OutgoingAttempt] = []
    ready.reserveCapacity(starting.count)
    let now = clock.now
    for run in starting where run.phase == .preparing {
      if !closed.isEmpty, let jar = jar(run), let failure = closed[jar] {
        pipeline.holdForKey(run, failure)
        continue
      }
      if pipeline.isComplete(run) {
        if let attempt = pipeline.leave(run, [:], outgoingCookies(run), at: now) {
          ready.append(attempt)
        }
      } else {
        let attempt = run.attempt
        Task { await resolveAndBegin(attempt) }
      }
    }
    if !ready.isEmpty { transport.begin(ready) }
  }

  private func resolveAndBegin(_ attempt: AttemptID) async {
    guard await prepareToLeave(attempt), let run = pipeline.attempts.run(of: attempt) else {
      return
    }
    var found = pipeline.attempts.takeSecrets(for: attempt.job)
    for reference in run.request.references where found[reference] == nil {
      do throws(Failure) {
        found[reference] = try await seams.secret(reference)
      } catch {
        pipeline.lacks(reference, error, attempt)
        return fill()
      }
    }
    if cache != nil, let run = pipeline.attempts.run(of: attempt), run.request.options.cache != nil
    {
      // A stored response may repeat the secrets.
      run.found = found
      guard await mustBeSent(attempt, found) else { return }
    }
    // Another process may have changed cookies after the start was committed, so the jar is read again.
    if let run = pipeline.attempts.run(of: attempt), let jar = jar(run),
      let failure = await read(jar)
    {
      if let run = pipeline.attempts.run(of: attempt), run.phase == .preparing {
        pipeline.holdForKey(run, failure)
      }
      return fill()
    }
    guard let run = pipeline.attempts.run(of: attempt), run.phase == .preparing else { return }
    if let ready = pipeline.leave(run, found, outgoingCookies(run), at: clock.now) {
      transport.begin([ready])
    } else {
      fill()
    }
  }

  /// Runs the preparers of an attempt on its request.
  ///
  /// - Returns: False when the attempt ended here instead.
  private func prepareToLeave(_ attempt: AttemptID) async -> Bool {
    guard let source = seams.middleware, let run = pipeline.attempts.run(of: attempt),
      !pipeline.isPrepared(run)
    else { return true }
    let (request, workspace) = (run.request, run.job.lane.workspace)
    var stages = StageRun(clock: clock)
    do throws(Failure) {
      let middleware = try await source.middleware(for: request, workspace: workspace)
      let prepared = try await stages.prepare(request, middleware.onDispatch, at: .dispatch)
      return pipeline.prepare(
        attempt,
        AttemptPipeline.Prepared(request: prepared, middleware: middleware, notes: stages.notes))
    } catch {
      pipeline.refused(attempt, error, stages.notes)
      fill()
      return false
    }
  }

  /// Holds jobs whose responses could not be stored: a request that took effect would lose its response.
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
      if let failure { pipeline.holdForKey(run, failure) }
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
}
