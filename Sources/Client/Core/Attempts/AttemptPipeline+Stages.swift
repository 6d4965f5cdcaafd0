import ClientModel
import ClientPipeline

/// The stages that prepare requests and process responses. Without a source of middleware, each
/// function of this extension checks one field and returns.
extension AttemptPipeline {
  /// Returns whether an attempt can be sent without stages.
  func isPrepared(_ run: Run) -> Bool {
    seams.middleware.map { !run.isToBePrepared(by: $0) } ?? true
  }

  // MARK: After the response

  /// Returns whether a response is the job's last one and any stage processes it.
  func isToBeProcessed(_ run: Run, _ verdict: Verdict) -> Bool {
    guard isStillToBeProcessed(run, verdict), verdict.redirect == .stay else { return false }
    if verdict.result.head?.status == 304, run.cache.use?.isOwnCondition ?? false { return false }
    return !RetryPolicy.mayRepeat(situation(of: run, verdict))
  }

  /// Returns whether a response of a server must still pass its stages.
  func isStillToBeProcessed(_ run: Run, _ verdict: Verdict) -> Bool {
    // The response to a status request is processed by the rule of the remote job. A job whose
    // credentials are renewed is sent again, so this response is not its last one.
    guard let middleware = run.stages.middleware, middleware.concernsResponses, run.stop == nil,
      run.asked == nil, verdict.refresh == nil, !run.stages.isProcessed,
      verdict.result.answeredHead != nil
    else { return false }
    if case .asking = run.renewal.state { return false }
    switch verdict.result.source {
    case .network, .stub: return true
    case .cache, .notModified, .stale: return false
    }
  }

  /// Starts the stages of a response: the transform, the parser and the processors.
  mutating func process(_ run: Run, _ verdict: Verdict, then next: Run.AfterStages) {
    guard let middleware = run.stages.middleware, let head = verdict.result.head else { return }
    attempts.put(run, .processing(verdict, then: next))
    let request = run.request
    let body = handle(on: verdict.result.body, mediaType: request.options.parsing.type(of: head))
    var processors = middleware.onResponse
    if !body.isEmpty, let parser = middleware.parsers.parser(for: body.mediaType) {
      processors.insert(parser, at: 0)
    }
    if !body.isEmpty, let transform = middleware.responseTransform, !request.origin.isBroker {
      processors.insert(transform, at: 0)
    }
    actions.append(
      .work(
        .process(
          run.attempt,
          ResponseStages(
            before: StageRun(clock: seams.clock, notes: run.stages.notes),
            response: ReceivedResponse(to: request, head: head, body: body), processors: processors)
        )))
  }

  /// The result of processing a response, before captured values are stored.
  struct ProcessedResponse: Sendable {
    var result: AttemptResult
    /// The failure of the job, or nil if it continues.
    var refusal: Failure?
    /// The captured values to store as shared values.
    var captured: [(name: String, value: Secret)] = []
  }

  func response(
    of run: Run, _ arrived: Verdict, _ processed: StageRun.Processed, _ notes: [StageNote]
  ) -> ProcessedResponse {
    let (response, refused) = standing(of: processed, arrived, run)
    var applied = ProcessedResponse(result: arrived.result, refusal: refused)
    applied.result.processing = Processing(
      stages: notes, root: response.root, lateHeaders: run.late.headers, late: run.late.changes)
    guard run.stop == nil, refused == nil else { return applied }
    applied.result.head = response.head
    do throws(Failure) {
      if response.body.isOwn {
        applied.result.body = .inline(try response.body.bytes())
        if let type = response.body.mediaType { applied.result.head?.set("Content-Type", type) }
        // These two fields describe the body as received, not the body that replaces it.
        applied.result.head?.fields.removeAll { field in
          ["Content-Length", "Content-Encoding"].contains { $0.caseInsensitiveEquals(field.name) }
        }
      }
      applied.captured = response.captured.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    } catch { applied.refusal = error }
    return applied
  }

  /// Returns the response to continue with, and the failure if a stage refused the response.
  ///
  /// An error response often lacks the part that `RootPath` selects. If the outcome rule finds an
  /// error in such a response, no failure is returned here, because the job later fails with that
  /// error.
  private func standing(
    of processed: StageRun.Processed, _ arrived: Verdict, _ run: Run
  ) -> (ReceivedResponse, Failure?) {
    switch processed {
    case .passed(let response): return (response, nil)
    case .refused(let response, let stage, let failure):
      guard stage is RootPath, let rule = run.request.gateway?.outcome else {
        return (response, failure)
      }
      guard response.body.isOwn || response.head != arrived.result.head else {
        return (response, arrived.failure == nil ? failure : nil)
      }
      do throws(Failure) {
        let body = response.body.isOwn ? try response.body.bytes() : bytes(of: arrived.result.body)
        let outcome = rule.outcome(
          of: response.head, body: body, length: arrived.result.body.length)
        return (response, outcome == .success ? failure : nil)
      } catch {
        return (response, failure)
      }
    }
  }

  /// Adds the preparers' notes to the result of an attempt whose response was not processed by any
  /// stage.
  func addStages(of run: Run, to result: inout AttemptResult) {
    guard result.processing == nil,
      !(run.stages.notes.isEmpty && run.late.isEmpty)
    else { return }
    result.processing = Processing(
      stages: run.stages.notes, lateHeaders: run.late.headers, late: run.late.changes)
  }

  private func handle(on body: StoredBody, mediaType: String?) -> Body {
    switch body {
    case .none: Body(memory: [], mediaType: mediaType)
    case .inline(let bytes): Body(memory: bytes, mediaType: mediaType)
    case .file(let name, let length, _):
      Body(stored: seams.store.bodies.bytes(named: name), size: length, mediaType: mediaType)
    }
  }

  // MARK: Reports

  /// Handles an event of the transport.
  ///
  /// - Returns: The event for subscribers, or nil if there is none.
  mutating func take(_ event: TransportEvent) -> ClientEvent? {
    switch event {
    case .headArrived(let id, let head):
      return attempts.run(of: id).map { .headArrived(id.job, shown(head, of: $0)) }
    case .progressed(let id, let progress):
      return attempts.arriving(of: id).map { _ in .progressed(id.job, progress) }
    case .bodyGrew(let id, let length, let place):
      return attempts.arriving(of: id).map {
        .bodyGrew(id.job, length, place == .file ? $0.bytes : nil)
      }
    case .finished(let id, let result, let facts): received(result, of: id, facts)
    case .cookiesChanged(let changes): jars.note(changes)
    }
    return nil
  }

  /// Applies the result of work on an attempt.
  mutating func take(_ report: AttemptReport) {
    switch report {
    case .prepared(let run, let outcome): prepared(run, outcome)
    case .processed(let attempt, let processed, let notes):
      self.processed(attempt, processed, notes)
    case .captured(let attempt, let response): captured(attempt, response)
    case .checked(let attempt, let verdicts): checked(attempt, verdicts)
    case .updatedCache(let attempt, let outcome, let events):
      updatedCache(outcome, for: attempt, events)
    case .rescued(let attempt, let rescue): rescued(attempt, by: rescue)
    case .preparedRenewal(let gateway, let request): renewalBegins(gateway, with: request)
    }
  }
}

extension Run {
  /// Returns whether the request passes stages before it is sent.
  func isToBePrepared(by middleware: any MiddlewareSource) -> Bool {
    if case .asking = renewal.state { return false }
    return middleware.concerns(request)
  }

  /// Replaces the request with the prepared request.
  mutating func take(_ prepared: PreparedRequest, _ middleware: Middleware, _ notes: [StageNote]) {
    var late = late
    late.note(prepared, from: request, masking: secrets)
    self.late = late
    request = prepared
    stages.middleware = middleware
    stages.notes = notes
  }

  /// Sets the body that the gateway's program created from the request's body.
  mutating func take(transformedBody: [UInt8], _ notes: [StageNote]) {
    late.noteReplacedBody()
    stages.transformedBody = transformedBody
    stages.notes = notes
  }
}

/// A response, and the stages that process it.
struct ResponseStages: Sendable {
  let before: StageRun
  let response: ReceivedResponse
  let processors: [any Processor]

  func run() async -> (StageRun.Processed, [StageNote]) {
    var stages = before
    let processed = await stages.process(response, processors)
    return (processed, stages.notes)
  }
}

extension ParsingRule {
  /// Returns the media type that determines the parser of a body, or nil if the body is not parsed.
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
