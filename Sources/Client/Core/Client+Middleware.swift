import ClientModel
import ClientPipeline

/// The stages before and after the transport. Without a source of middleware each of these hooks costs
/// a look at one field.
extension Client {
  /// The jobs as their preparers on submit leave them.
  ///
  /// - Throws: What the first preparer that refused says; no job is committed then.
  func preparedOnSubmit(
    _ jobs: [NewJob], _ source: any MiddlewareSource
  ) async throws(Failure) -> [NewJob] {
    var jobs = jobs
    for index in jobs.indices where source.concerns(jobs[index].request) {
      let middleware = try await source.middleware(
        for: jobs[index].request, workspace: jobs[index].lane.workspace)
      guard !middleware.onSubmit.isEmpty else { continue }
      var stages = StageRun(clock: clock)
      jobs[index].request = try await stages.prepare(
        jobs[index].request, middleware.onSubmit, at: .submit)
      jobs[index].request.gateway?.submitted = stages.notes
    }
    return jobs
  }

  /// Whether an attempt must go through stages before it leaves.
  func isPrepared(_ run: Run) -> Bool {
    guard let middleware else { return true }
    if case .asking = run.renewal { return true }
    return !middleware.concerns(run.request)
  }

  /// Finds an attempt's middleware and lets its preparers at it. False when it ended here instead.
  func prepareToLeave(_ attempt: AttemptID) async -> Bool {
    guard let source = middleware, let run = current(attempt), !isPrepared(run) else { return true }
    let (request, workspace) = (run.request, run.job.lane.workspace)
    var stages = StageRun(clock: clock)
    do throws(Failure) {
      let middleware = try await source.middleware(for: request, workspace: workspace)
      let prepared = try await stages.prepare(request, middleware.onDispatch, at: .dispatch)
      guard let run = current(attempt), run.phase == .preparing else { return false }
      run.noteLate(prepared)
      run.request = prepared
      run.middleware = middleware
      run.stages = stages.notes
      return true
    } catch {
      guard let run = current(attempt), run.phase == .preparing else { return false }
      var result = AttemptResult(end: .failed(error))
      result.processing = Processing(stages: stages.notes)
      end(run, result, run.stop == nil ? .failed(error) : stopped(run, result, .nothing))
      fill()
      return false
    }
  }

  /// Whether an answer is the job's last and somebody looks at it.
  func isToBeProcessed(_ run: Run, _ result: AttemptResult, _ facts: FinishFacts) -> Bool {
    guard isStillToBeProcessed(run, result), let head = result.head else { return false }
    if head.status == 304, run.cached?.isOwnCondition ?? false { return false }
    guard RedirectPolicy.decide(run.request, answered: head, hop: run.hop) == .stay else {
      return false
    }
    let situation = RetryPolicy.Situation(
      isRepeatable: run.request.isRepeatable, isKeyed: run.request.idempotencyKey != nil,
      rule: run.request.options.retry, tries: run.job.tries, firstTry: run.job.firstTry,
      result: result, sent: facts.sent)
    return !RetryPolicy.mayRepeat(situation) && !isToBeRenewed(run, result)
  }

  /// Whether an answer of a server has not been through the stages that concern it.
  func isStillToBeProcessed(_ run: Run, _ result: AttemptResult) -> Bool {
    // What a question brings is read by the job's own rule.
    guard let middleware = run.middleware, middleware.concernsAnswers, run.stop == nil,
      run.asked == nil,
      run.processed != run.attempt, result.end == .answered, result.head != nil
    else { return false }
    if case .asking = run.renewal { return false }
    switch result.source {
    case .network, .dummy: return !isToBeRenewed(run, result)
    case .cache, .notModified, .stale: return false
    }
  }

  /// What renews its credentials is sent again: its answer is not the job's last.
  private func isToBeRenewed(_ run: Run, _ result: AttemptResult) -> Bool {
    guard let head = result.head, let rule = run.request.gateway?.outcome, rule.refresh != nil,
      case .none = run.renewal,
      case .needsAuthentication = rule.outcome(of: head, body: bytes(of: result.body))
    else { return false }
    return true
  }

  /// What follows once an answer has been through its stages.
  enum AfterStages: Sendable {
    case goOn(FinishFacts)
    case end(JobState)
  }

  /// Lets the parser and the processors at an answer, then goes on with what they made of it.
  func process(_ run: Run, _ result: AttemptResult, then next: AfterStages) {
    guard let middleware = run.middleware, let head = result.head else { return }
    run.phase = .processing
    let attempt = run.attempt
    let request = run.request
    let body = handle(on: result.body, mediaType: request.options.parsing.type(of: head))
    var processors = middleware.onAnswer
    if !body.isEmpty, let parser = middleware.parsers.parser(for: body.mediaType) {
      processors.insert(parser, at: 0)
    }
    let before = StageRun(clock: clock, notes: run.stages)
    let stages = processors
    let task = Task {
      var stageRun = before
      let processed = await stageRun.process(
        Answer(to: request, head: head, body: body), stages)
      await conclude(attempt, processed, stageRun.notes, result, then: next)
    }
    run.processing = (task, result)
  }

  /// Ends a run whose answer is being looked at, however long its stages would still take.
  func stopProcessing(_ run: Run) {
    guard let (task, arrived) = run.processing else { return }
    run.processing = nil
    task.cancel()
    // Whose answer is only checked has ended: what is left undone is the check.
    if let checked = run.checked {
      run.checked = nil
      end(run, arrived, checked.next, remote: checked.remote)
      return fill()
    }
    end(run, arrived, stopped(run, arrived, .something))
    fill()
  }

  private func conclude(
    _ attempt: AttemptID, _ processed: StageRun.Processed, _ notes: [StageNote],
    _ arrived: AttemptResult, then next: AfterStages
  ) async {
    guard let run = current(attempt), run.phase == .processing else { return }
    var result = arrived
    let (answer, refused) = standing(of: processed, arrived, run)
    var refusal = refused
    result.processing = Processing(
      stages: notes, root: answer.root, lateHeaders: run.lateHeaders, late: run.late)
    if run.stop == nil, refusal == nil {
      result.head = answer.head
      do throws(Failure) {
        if answer.body.isOwn {
          result.body = .inline(try answer.body.bytes())
          if let type = answer.body.mediaType { result.head?.set("Content-Type", type) }
          // These described what came.
          result.head?.fields.removeAll { field in
            ["Content-Length", "Content-Encoding"].contains { $0.caseInsensitiveEquals(field.name) }
          }
        }
        for (name, value) in answer.captured.sorted(by: { $0.key < $1.key }) {
          try await keep(value, named: name)
        }
      } catch { refusal = error }
    }
    guard let run = current(attempt), run.phase == .processing else { return }
    run.processing = nil
    run.processed = attempt
    run.phase = .onWire
    run.refusal = refusal
    switch next {
    case _ where run.stop != nil: end(run, result, stopped(run, result, .something))
    case .goOn(let facts): goOn(run, result, facts)
    case .end(let state): conclude(run, result, as: state)
    }
    fill()
  }

  /// The answer to go on with, and why it is refused. A service that says no sends no data: where its
  /// rule tells that, its own words go before the missing root.
  private func standing(
    of processed: StageRun.Processed, _ arrived: AttemptResult, _ run: Run
  ) -> (Answer, Failure?) {
    switch processed {
    case .passed(let answer): return (answer, nil)
    case .refused(let answer, let stage, let failure):
      guard stage is RootPath, let rule = run.request.gateway?.outcome else {
        return (answer, failure)
      }
      do throws(Failure) {
        let body = answer.body.isOwn ? try answer.body.bytes() : bytes(of: arrived.body)
        return (answer, rule.outcome(of: answer.head, body: body) == .success ? failure : nil)
      } catch {
        return (answer, failure)
      }
    }
  }

  /// Notes what happened to a request on its way out with an attempt whose answer nobody looked at.
  func addStages(of run: Run, to result: inout AttemptResult) {
    guard result.processing == nil,
      !(run.stages.isEmpty && run.lateHeaders.isEmpty && run.late.isEmpty)
    else { return }
    result.processing = Processing(
      stages: run.stages, lateHeaders: run.lateHeaders, late: run.late)
  }

  /// From a complete attempt to what follows, once stages have had their say.
  func goOn(_ run: Run, _ result: AttemptResult, _ facts: FinishFacts) {
    // The cache stores the response before the attempt ends.
    let result = marked(result, run)
    if concernsCache(run, result) {
      settleCache(run, result, facts)
    } else {
      conclude(run, result, facts)
    }
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

  /// The value of a reference, of shared values as well.
  func secret(_ reference: SecretReference) async throws(Failure) -> Secret {
    guard case .value(let name) = reference else { return try await secrets.resolve(reference) }
    if let key = SharedKey(name), let text = try await sharedValue(key)?.content.text {
      return Secret(text)
    }
    throw Failure(
      .secretMissing, what: "The value \(name) was not found.",
      why: "There is no shared value of that name.",
      whatToDo: "Set it, or send the request whose answer brings it; then release the job.")
  }

  private func handle(on body: StoredBody, mediaType: String?) -> Body {
    switch body {
    case .none: Body(memory: [], mediaType: mediaType)
    case .inline(let bytes): Body(memory: bytes, mediaType: mediaType)
    case .file(let name, let length, _):
      Body(file: storage.path(ofBody: name), size: length, mediaType: mediaType)
    }
  }

}

extension ParsingRule {
  /// The media type that a body is read as; nil for not at all.
  fileprivate func type(of head: ResponseHead) -> String? {
    switch self {
    case .byType: head.mediaType
    case .off: nil
    case .forced(let type): type
    }
  }
}

extension ResponseHead {
  fileprivate mutating func set(_ name: String, _ value: String) {
    fields.removeAll { $0.name.caseInsensitiveEquals(name) }
    fields.append(ResponseField(name, value))
  }
}
