import ClientModel

/// Decides what happens to each attempt, from its start to its end. The pipeline is a value. Its
/// functions append the steps to carry out to `actions`.
///
/// The path of a response, in the order of this file:
///
///     received → processed → cached → judged → checked → ended → committed
///                (stages)               │
///                                       ├──► redirected: the next request
///                                       ├──► sent again later
///                                       └──► sent again with new credentials
///
/// The client commits the result of `ended`, and publishes the result of `committed`.
struct AttemptPipeline {
  /// A step that the client carries out, in order. The enum is indirect so that arrays of steps
  /// grow without copying large payloads.
  indirect enum Action {
    /// Free the slot and commit the end.
    case end(AttemptEnd)
    /// Keep the slot. Commit the end together with the start of the next attempt.
    case proceed(AttemptEnd, HopStart)
    /// Start no jobs in a lane until the given time, because its server requested a pause.
    case hold(LaneKey, until: Timestamp)
    /// Start no jobs in a lane until its server can be reached again.
    case pauseOffline(LaneKey, Failure)
    /// Pass an attempt to the transport.
    case send(OutgoingAttempt)
    /// Start time-consuming work, then pass its report to `take`.
    case work(AttemptWork)
    /// Cancel the work on an attempt that has ended.
    case cancelWork(AttemptID)
  }

  let seams: Seams
  let jq: JQRun
  let jars: CookieJars
  var attempts = AttemptTable()
  var retries: Retries
  var actions: [Action] = []

  init(seams: Seams, jq: JQRun, jars: CookieJars, retries: Retries) {
    self.seams = seams
    self.jq = jq
    self.jars = jars
    self.retries = retries
  }

  var hasActions: Bool { !actions.isEmpty }

  mutating func takeActions() -> [Action] {
    guard !actions.isEmpty else { return [] }
    defer { actions = [] }
    return actions
  }

  // MARK: Received

  mutating func received(_ result: AttemptResult, of attempt: AttemptID, _ facts: FinishFacts) {
    guard let run = attempts.run(of: attempt), case .onWire = run.phase else { return }
    let verdict = verdict(on: result, of: run, facts.sent)
    if isToBeProcessed(run, verdict) {
      process(run, verdict, then: .proceed)
    } else {
      proceed(run, verdict)
    }
  }

  // MARK: Processed

  /// Continues with a response after its stages. Captured values are stored first.
  mutating func processed(
    _ attempt: AttemptID, _ processed: StageRun.Processed, _ notes: [StageNote]
  ) {
    guard let run = attempts.run(of: attempt), case .processing(let verdict, _) = run.phase
    else { return }
    let response = response(of: run, verdict, processed, notes)
    if response.captured.isEmpty {
      captured(attempt, response)
    } else {
      actions.append(.work(.capture(attempt, response)))
    }
  }

  /// Continues with a processed response after its captured values were stored.
  mutating func captured(_ attempt: AttemptID, _ processed: ProcessedResponse) {
    guard var run = attempts.run(of: attempt), case .processing(let arrived, let next) = run.phase
    else { return }
    run.stages.isProcessed = true
    run.stages.refusal = processed.refusal
    let verdict = verdict(arrived, replacedBy: processed.result, of: run)
    switch next {
    case _ where run.stop != nil:
      end(run, verdict.result, stopped(run, verdict.result, .something))
    case .proceed: proceed(run, verdict)
    case .end(let state): conclude(run, verdict, as: state)
    }
  }

  /// Continues with a result after its stages. If the result affects the cache, the cache is
  /// updated first.
  mutating func proceed(_ run: Run, _ verdict: Verdict) {
    var verdict = verdict
    verdict.result = marked(verdict.result, run)
    guard isOfInterestToCache(run, verdict.result) else { return judge(run, verdict) }
    attempts.put(run, .updatingCache(verdict))
    actions.append(.work(.updateCache(run, verdict.result)))
  }

  /// Returns whether a result can change the cache.
  private func isOfInterestToCache(_ run: Run, _ result: AttemptResult) -> Bool {
    if run.cache.use != nil { return true }
    guard !run.request.method.isSafe, result.end == .responded, let cache = seams.cache else {
      return false
    }
    return cache.mayHoldAnything
  }

  mutating func updatedCache(
    _ outcome: AttemptCache.Outcome, for attempt: AttemptID, _ events: [Event.Kind]
  ) {
    guard var run = attempts.run(of: attempt), case .updatingCache(let verdict) = run.phase
    else { return }
    run.cache.events += events
    switch outcome {
    case .proceed(let result): judge(run, self.verdict(verdict, replacedBy: result, of: run))
    case .resendWithoutConditions:
      run.cache.isUnconditional = true
      hop(run, verdict.result, run.request)
    }
  }

  // MARK: Judged

  /// Chooses the next step: a redirect, a question, a retry or the end.
  mutating func judge(_ run: Run, _ verdict: Verdict) {
    let result = verdict.result
    if case .asking(let request) = run.renewal.state {
      return concludeRenewal(run, verdict, goingOnWith: request)
    }
    if run.asked != nil, verdict.redirect == .stay { return concludeAsking(run, verdict) }
    if result.end == .cancelled || (run.stop != nil && result.end != .responded) {
      return end(run, result, stopped(run, result, verdict.sent))
    }
    if let question = sizeQuestion(run, result) {
      return end(run, result, .held(.question(question)))
    }
    switch verdict.redirect {
    case .stay: retryOrEnd(run, verdict)
    case .follow(let next):
      if run.stop == nil { return hop(run, result, next) }
      end(run, result, stopped(run, result, verdict.sent))
    case .ask(let question):
      if case .redirectCarriesBody(let target, _) = question, run.secrets.areIn(target) {
        return end(run, result, .failed(.echoedSecret(run.request.origin)))
      }
      end(run, result, .held(.question(question)))
    case .refuse(let failure): end(run, result, .failed(failure))
    }
  }

  private mutating func retryOrEnd(_ run: Run, _ verdict: Verdict) {
    // The response came from the cache, so there is nothing to retry.
    if verdict.result.isFromCache { return conclude(run, verdict, as: .succeeded) }
    if waitsOffline(run, verdict) { return }
    let (situation, now) = (situation(of: run, verdict), seams.clock.now)
    let decision =
      run.stop == nil
      ? retries.decide(situation, of: run.job.id, host: run.request.origin.host, at: now)
      : retries.decideOnLastAttempt(situation, at: now)
    if let time = decision.laneHold { actions.append(.hold(run.job.lane, until: time)) }
    guard let again = decision.again else { return endOrRescue(run, verdict, decision.end) }
    end(run, verdict.result, .waiting(.until(again)))
  }

  /// Ends a run after the last checks of its response.
  ///
  /// The given state is replaced if stages are still to run, if a remote job starts, or if the
  /// outcome rule finds an error. Without an outcome rule, the HTTP status decides.
  mutating func conclude(_ run: Run, _ verdict: Verdict, as state: JobState) {
    let result = verdict.result
    if let refusal = run.stages.refusal { return check(run, result, .failed(refusal)) }
    if isStillToBeProcessed(run, verdict) { return process(run, verdict, then: .end(state)) }
    guard state == .succeeded else { return check(run, result, state) }
    if beginsRemote(run, verdict) { return }
    if let refresh = verdict.refresh, run.stop == nil { return renew(run, result, refresh) }
    check(run, result, verdict.failure.map { .failed($0) } ?? .succeeded)
  }

  // MARK: Checked

  /// Checks the assertions, then ends the run. If an assertion fails, the job fails. If the
  /// response is incomplete, all assertions fail.
  mutating func check(
    _ run: Run, _ result: AttemptResult, _ next: JobState, remote: RemoteChange = .unchanged
  ) {
    if result.isCutResponse, next.word == .failed || next.word == .interrupted, run.stop == nil {
      var result = result
      result.verdicts = run.request.assertions.map {
        AssertionVerdict($0.text, .failed(got: "no complete response"))
      }
      return end(run, result, next, remote: remote)
    }
    guard next.word == .succeeded || next.word == .failed, run.stop == nil,
      !run.request.assertions.isEmpty, result.end == .responded, let head = result.head
    else { return end(run, result, next, remote: remote) }
    attempts.put(run, .checking(result, next, remote))
    let check = AssertionCheck(
      head: shown(result, of: run).head ?? head, body: result.body,
      stored: seams.store.bodies.bytes(of: result.body),
      total: result.isFromCache ? nil : result.timings.total, jq: jq)
    let assertions = run.request.assertions
    actions.append(
      .work(.check(run.attempt, ResponseCheck(check: check, assertions: assertions))))
  }

  mutating func checked(_ attempt: AttemptID, _ verdicts: [AssertionVerdict]) {
    guard let run = attempts.run(of: attempt),
      case .checking(var result, let next, let remote) = run.phase
    else { return }
    result.verdicts = verdicts
    let failure = next == .succeeded ? Failure(verdicts) : nil
    end(run, result, failure.map { .failed($0) } ?? next, remote: remote)
  }

  // MARK: Ended

  /// Ends a run. Its slot is freed by the same commit.
  mutating func end(
    _ run: Run, _ result: AttemptResult, _ next: JobState, remote: RemoteChange = .unchanged,
    protection: AttemptEnd.Protection? = nil
  ) {
    attempts.put(run, .committing)
    var result = result
    addStages(of: run, to: &result)
    leaveRenewal(run)
    actions.append(
      .end(
        AttemptEnd(
          id: run.attempt, result: shown(result, of: run), next: next, at: seams.clock.now,
          protection: protection ?? self.protection(of: result, run), remote: remote,
          attemptLimit: run.request.options.retry.attempts)))
  }

  // MARK: Committed

  /// Applies a committed batch.
  ///
  /// - Parameter stop: The reason to stop the attempts of this batch, or nil.
  mutating func committed(
    _ batch: StoreBatch, _ receipt: StoreReceipt, stop: Run.Stop?
  ) -> CommittedBatch {
    var committed = CommittedBatch()
    committed.reserveCapacity(for: batch)
    if !receipt.lost.isEmpty { lose(receipt.lost, noting: &committed) }
    for end in batch.ends where end.next != nil {
      guard var run = attempts.remove(end.id.job) else { continue }
      run.job.end(end)
      attempts.noteKey(of: run.job)
      if run.job.state.word.isFinished { attempts.finished(run.job.id) }
      committed.changed.append(run.job)
      committed.ends.append(CommittedBatch.End(run: run, end: end))
    }
    for hop in batch.hops {
      guard var run = attempts[hop.attempt.id.job] else { continue }
      run.job.hop(to: hop.attempt)
      attempts.put(run, .preparing)
      committed.changed.append(run.job)
      committed.outgoing.append(run.attempt)
    }
    for start in batch.starts {
      guard let started = receipt.started[start.job] else {
        committed.refused.append(start.job)
        continue
      }
      begin(started, at: start.at, stop: stop, noting: &committed)
    }
    if let first = batch.takes.first {
      committed.takes = batch.takes
      let asked = Set(batch.starts.map(\.job))
      for (id, started) in receipt.started.sorted(by: { $0.key < $1.key })
      where !asked.contains(id) {
        committed.taken.append(started.job)
        begin(started, at: first.at, stop: stop, noting: &committed)
      }
    }
    return committed
  }

  private mutating func begin(
    _ started: StartedJob, at now: Timestamp, stop: Run.Stop?,
    noting committed: inout CommittedBatch
  ) {
    let run = Run(started, at: now, stop: stop)
    attempts[run.job.id] = run
    committed.changed.append(started.job)
    committed.outgoing.append(run.attempt)
  }

  /// Gives up the runs that another process took away. Their jobs are read again.
  private mutating func lose(_ lost: Set<AttemptID>, noting committed: inout CommittedBatch) {
    for id in lost.sorted(by: { $0.job < $1.job }) {
      guard let run = attempts.remove(id.job) else { continue }
      leaveRenewal(run)
      committed.refused.append(id.job)
    }
  }
}
