import ClientModel

/// Carries out what the pipeline of attempts decides.
extension Client {
  /// Takes what the transport reports.
  func take(_ events: [TransportEvent]) {
    for event in events {
      switch event {
      case .headArrived(let id, let head):
        // A queue runner without a screen has no subscriber for heads.
        guard publisher.subscribers.receivesEvents || publisher.subscribers.wanted != 0,
          let run = pipeline.attempts.run(of: id)
        else { continue }
        publish(.headArrived(id.job, pipeline.shown(head, of: run)))
      case .progressed(let id, let progress):
        if pipeline.attempts.run(of: id) != nil { publish(.progressed(id.job, progress)) }
      case .bodyGrew(let id, let length, let place):
        guard let run = pipeline.attempts.run(of: id) else { continue }
        publish(.bodyGrew(id.job, length, path: place == .file ? run.bodyPath : nil))
      case .finished(let id, let result, let facts): pipeline.received(result, of: id, facts)
      case .cookiesChanged(let changes): commits.outbox.jars.note(changes)
      }
    }
    fill()
  }

  /// Stops a running job, in whatever phase it is.
  func stop(_ job: JobID, _ reason: Run.Stop) {
    if let attempt = pipeline.stop(job, reason) { transport.cancel([attempt]) }
    if !pipeline.actions.isEmpty { fill() }
  }

  /// Does what was decided since the last call, in order.
  func carryOut() {
    for action in pipeline.takeActions() {
      switch action {
      case .end(let end):
        commits.outbox.ends.append(end)
        queue.ended(end.id.job)
      case .goOn(let end, let next):
        commits.outbox.ends.append(end)
        commits.outbox.hops.append(next)
      case .hold(let lane, let time): hold(lane, until: time)
      case .process(let attempt, let stages): process(attempt, stages)
      case .check(let attempt, let check):
        let task = Task { checked(attempt, await check.verdicts()) }
        pipeline.attempts.run(of: attempt)?.processingTask = task
      case .updateCache(let attempt, let result, let facts):
        Task { await updateCache(attempt, result, facts) }
      case .rescue(let attempt, let stored, let request, let next, let result):
        Task { await rescue(attempt, stored, request, else: next, result) }
      case .prepareRenewal(let gateway, let rule, let environment):
        Task { await prepareRenewal(of: gateway, rule, environment: environment) }
      }
    }
  }

  // MARK: Stages and assertions

  private func process(_ attempt: AttemptID, _ stages: ResponseStages) {
    let task = Task {
      let (processed, notes) = await stages.run()
      await apply(processed, notes, to: attempt)
    }
    pipeline.attempts.run(of: attempt)?.processingTask = task
  }

  private func apply(
    _ processed: StageRun.Processed, _ notes: [StageNote], to attempt: AttemptID
  ) async {
    guard var response = pipeline.apply(processed, notes, to: attempt) else { return }
    do throws(Failure) {
      for (name, value) in response.captured { try await keep(value, named: name) }
    } catch { response.refusal = error }
    pipeline.processed(attempt, response)
    fill()
  }

  /// Sets the shared value of a name; one that is new is sealed, since it may be a session.
  private func keep(_ value: Secret, named name: String) async throws(Failure) {
    guard let key = SharedKey(name) else {
      throw Failure(
        .invalidRequest, what: "The value of an answer was not kept.",
        why: "`\(name.prefix(40))` cannot name a shared value.",
        whatToDo: "Use a name without blanks, of at most \(SharedKey.longest) bytes.")
    }
    let isKnown = try await sharedValues().contains { $0.key == key }
    try await setSharedValue(
      key, to: SharedContent(value.reveal()), as: isKnown ? nil : SharedRule(secrecy: .secret))
  }

  private func checked(_ attempt: AttemptID, _ verdicts: [AssertionVerdict]) {
    pipeline.checked(attempt, verdicts)
    fill()
  }

  // MARK: The cache

  /// Nil when nothing is ever answered from a cache.
  var attemptCache: AttemptCache? {
    seams.cache.map {
      AttemptCache(cache: $0, seams: seams, wanted: publisher.subscribers.wanted)
    }
  }

  private func updateCache(
    _ attempt: AttemptID, _ result: AttemptResult, _ facts: FinishFacts
  ) async {
    guard let run = pipeline.attempts.run(of: attempt), let cache = attemptCache else { return }
    let outcome = await cache.update(run, result)
    pipeline.updatedCache(outcome, for: attempt, result, facts)
    fill()
  }

  private func rescue(
    _ attempt: AttemptID, _ stored: StoredResponse, _ request: CacheRequest,
    else next: JobState, _ result: AttemptResult
  ) async {
    let now = clock.now
    let age = Freshness(of: stored, at: now).age
    let rescue = await attemptCache?.served(stored, .stale(age: age), to: request, now, attempt)
    pipeline.rescued(attempt, by: rescue, else: next, result)
    fill()
  }

  // MARK: Lanes and credentials

  private func hold(_ key: LaneKey, until time: Timestamp) {
    var lane = queue.lane(key) ?? Lane(key: key)
    guard (lane.heldUntil ?? Timestamp(milliseconds: .min)) < time else { return }
    lane.heldUntil = time
    if runner.isRunner { queue.set(lane) }
    commits.outbox.laneHolds[key] = time
    let seconds = time.since(clock.now).components.seconds
    publish(
      .noticed(
        Failure(
          .refused, what: "The lane \(key.name) starts nothing for \(seconds) s.",
          why: "Its server asked for that (Retry-After).",
          whatToDo: "Wait, or lift the hold of the lane.")))
  }

  private func prepareRenewal(
    of gateway: LaneKey, _ rule: RefreshRule, environment: String
  ) async {
    do throws(Failure) {
      let request = try await seams.renewals.request(
        named: rule.request, workspace: gateway.workspace, environment: environment)
      pipeline.renewalBegins(gateway, with: .success(request))
    } catch {
      pipeline.renewalBegins(gateway, with: .failure(error))
    }
    fill()
  }
}
