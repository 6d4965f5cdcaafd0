import ClientModel

/// From what the transport saw to what becomes of a job.
extension Client {
  func take(_ events: [TransportEvent]) {
    for event in events {
      switch event {
      case .headArrived(let id, let head):
        // A drain without a screen has nobody who looks at heads.
        guard !listeners.isEmpty || wantedEvents != 0, let run = current(id) else { continue }
        tell(.headArrived(id.job, shown(head, of: run)))
      case .progressed(let id, let progress):
        if current(id) != nil { tell(.progressed(id.job, progress)) }
      case .bodyGrew(let id, let length, let place):
        guard let run = current(id) else { continue }
        let path = place == .file ? run.bodyPath : nil
        tell(.bodyGrew(id.job, length, path: path))
      case .finished(let id, let result, let facts):
        guard let run = current(id), run.phase == .onWire else { continue }
        if run.middleware != nil, isToBeProcessed(run, result, facts) {
          process(run, result, then: .goOn(facts))
        } else {
          goOn(run, result, facts)
        }
      case .cookiesChanged(let changes): outbox.jars.note(changes)
      }
    }
    fill()
  }

  /// Decides what follows an attempt that left the wire.
  func conclude(_ run: Run, _ result: AttemptResult, _ facts: FinishFacts) {
    if case .asking(let request) = run.renewal {
      return concludeRenewal(run, result, facts, goingOnWith: request)
    }
    if run.asked != nil, !isRedirected(run, result) { return concludeAsking(run, result) }
    if result.end == .cancelled || (run.stop != nil && result.end != .answered) {
      return end(run, result, stopped(run, result, facts.sent))
    }
    if let question = sizeQuestion(run, result) {
      return end(run, result, .held(.question(question)))
    }
    if result.end == .answered, let head = result.head {
      switch RedirectPolicy.decide(run.request, answered: head, hop: run.hop) {
      case .stay: break
      case .follow(let next):
        if run.stop == nil { return hop(run, result, next) }
        return end(run, result, stopped(run, result, facts.sent))
      case .ask(let question):
        if case .redirectCarriesBody(let target, _) = question, run.secrets.areIn(target) {
          return end(run, result, .failed(.echoedSecret(run.request.origin)))
        }
        return end(run, result, .held(.question(question)))
      case .refuse(let failure): return end(run, result, .failed(failure))
      }
    }
    retryOrEnd(run, result, facts)
  }

  private func retryOrEnd(_ run: Run, _ result: AttemptResult, _ facts: FinishFacts) {
    // Nobody was asked, so there is nobody to ask again.
    if result.isFromCache { return conclude(run, result, as: .succeeded) }
    let now = clock.now
    let isUrgent = ownUrgent.contains(run.job.id)
    let situation = RetryPolicy.Situation(
      isRepeatable: run.request.isRepeatable, isKeyed: run.request.idempotencyKey != nil,
      rule: run.request.options.retry, tries: run.job.tries, firstTry: run.job.firstTry,
      result: result, sent: facts.sent, patience: isUrgent ? .seconds(60) : nil)
    let decision = RetryPolicy.decide(situation, at: now, random: &random)
    if let time = decision.laneHold { hold(run.job.lane, until: time) }
    guard let again = decision.again, run.stop == nil,
      RetryPolicy.diedOnReuse(situation)
        || budget.takeRetry(to: run.request.origin.host, at: now)
    else { return endOrRescue(run, result, decision.end) }
    end(run, result, .waiting(.until(again)))
  }

  /// True for an answer that is followed to another address, or that may not be.
  private func isRedirected(_ run: Run, _ result: AttemptResult) -> Bool {
    guard result.end == .answered, let head = result.head else { return false }
    return RedirectPolicy.decide(run.request, answered: head, hop: run.hop) != .stay
  }

  /// Where a job goes that was stopped before its answer was complete.
  func stopped(_ run: Run, _ result: AttemptResult, _ sent: FinishFacts.Sent) -> JobState {
    let isUrgent = ownUrgent.contains(run.job.id)
    if run.stop == .byUser || (run.stop == .byQuit && isUrgent) {
      return .cancelled(sent: result.sentBytes(sent))
    }
    if run.request.isRepeatable || sent == .nothing { return .waiting(.slot) }
    return .interrupted(
      result.knowledge(sent, why: "It was stopped while the request was on its way."))
  }

  /// Ends a run: its slot is free for the commit that also holds this end.
  func end(
    _ run: Run, _ result: AttemptResult, _ next: JobState, remote: RemoteChange = .kept,
    keeping: AttemptEnd.Keeping? = nil
  ) {
    run.phase = .committing
    var result = result
    addStages(of: run, to: &result)
    leaveRenewal(run)
    outbox.ends.append(
      AttemptEnd(
        id: run.attempt, result: shown(result, of: run), next: next, at: clock.now,
        keeping: keeping ?? run.keeping, remote: remote))
    queue.ended(run.job.id)
  }

  /// Keeps the slot and goes on with a redirect's request, once both facts are committed.
  func hop(_ run: Run, _ result: AttemptResult, _ next: PreparedRequest) {
    let now = clock.now
    var result = result
    addStages(of: run, to: &result)
    outbox.ends.append(
      AttemptEnd(
        id: run.attempt, result: shown(result, of: run), next: nil, at: now, keeping: run.keeping))
    let lineage: RedirectHop.Lineage = run.keeping == .sealed ? .secrets : .plain
    run.lineage = lineage
    run.earlierSecrets = run.secrets
    run.found = [:]
    run.hop += 1
    run.sawSeeOther = run.sawSeeOther || result.head?.status == 303
    run.attempt = AttemptID(job: run.job.id, number: run.attempt.number + 1)
    run.request = next
    run.phase = .committing
    run.cached = nil
    run.forgetStages()
    let attempt = Attempt(
      id: run.attempt, hop: run.hop, method: next.method,
      displayURL: run.earlierSecrets.masked(next.displayURL),
      origin: next.origin,
      body: BodyIdentity(of: next.body), idempotencyKey: next.idempotencyKey, started: now)
    // The request that was answered by a redirect took effect. What may not be sent twice goes on from
    // here, also after a crash; what may be repeated begins again, and so does a question to a server.
    let goesOnFromHere = run.asked == nil && !run.job.isRepeatable
    outbox.hops.append(
      HopStart(
        attempt,
        hop: goesOnFromHere
          ? RedirectHop(
            number: run.hop, request: next, displayURL: attempt.displayURL,
            echoes: run.earlierSecrets.echoes(in: next.url), lineage: lineage) : nil))
  }

  /// The head for screens and the store: secrets of the job are masked in its addresses, and fields that
  /// only the workspace's names make credentials are marked.
  private func shown(_ head: ResponseHead, of run: Run) -> ResponseHead {
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

  /// The result in which the fields are marked that only the workspace's names make credentials.
  func marked(_ result: AttemptResult, _ run: Run) -> AttemptResult {
    guard let names = run.request.workspaceNames else { return result }
    var result = result
    result.head?.fields.mark(by: names)
    result.trailers.mark(by: names)
    return result
  }

  func hold(_ key: LaneKey, until time: Timestamp) {
    var lane = queue.lane(key) ?? Lane(key: key)
    guard (lane.heldUntil ?? Timestamp(milliseconds: .min)) < time else { return }
    lane.heldUntil = time
    if drain == .mine { queue.set(lane) }
    outbox.laneHolds[key] = time
    let seconds = time.since(clock.now).components.seconds
    tell(
      .noticed(
        Failure(
          .refused, what: "The lane \(key.name) starts nothing for \(seconds) s.",
          why: "Its server asked for that (Retry-After).",
          whatToDo: "Wait, or lift the hold of the lane.")))
  }

  /// A body over the size that asks first; only a request that may be repeated can go on from it.
  private func sizeQuestion(_ run: Run, _ result: AttemptResult) -> Question? {
    guard case .failed(let failure) = result.end, failure.kind == .bodyLimit,
      run.request.isRepeatable, let head = result.head,
      head.fields.first("Content-Encoding") == nil
    else { return nil }
    let told = head.fields.first("Content-Length").flatMap { Int64($0) }.map { ByteCount($0) }
    let size = max(told ?? 0, result.transfer.responseBody)
    return size > run.request.options.limits.bodyQuestion ? .largeBody(size) : nil
  }
}
