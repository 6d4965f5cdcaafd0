import ClientModel
import ClientPipeline

/// The stages that prepare requests and process responses. If no middleware is configured, each
/// function returns after one check.
extension AttemptPipeline {
  func isPrepared(_ run: Run) -> Bool {
    seams.middleware.map { !run.isToBePrepared(by: $0) } ?? true
  }

  // MARK: After the response

  /// Returns whether the response is final and must be processed by stages.
  func isToBeProcessed(_ run: Run, _ verdict: Verdict) -> Bool {
    guard isStillToBeProcessed(run, verdict), verdict.redirect == .stay else { return false }
    if verdict.result.head?.status == 304, run.cache.use?.isOwnCondition ?? false { return false }
    return !RetryPolicy.mayRepeat(situation(of: run, verdict))
  }

  /// Returns whether a response of the server must still be processed by stages.
  func isStillToBeProcessed(_ run: Run, _ verdict: Verdict) -> Bool {
    // The rule of the remote job processes the responses to status requests. After a renewal the
    // job is sent again, so the current response is not final.
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

  /// Starts the response stages: the transform, the parser and the processors.
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

  /// A processed response whose captured values are not stored yet.
  struct ProcessedResponse: Sendable {
    var result: AttemptResult
    /// The failure of the job, or nil if the job continues.
    var refusal: Failure?
    /// The captured values. They are stored as shared values.
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
        // These two fields describe the received body, which has been replaced.
        applied.result.head?.fields.removeAll { field in
          ["Content-Length", "Content-Encoding"].contains { $0.caseInsensitiveEquals(field.name) }
        }
      }
      applied.captured = response.captured.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    } catch { applied.refusal = error }
    return applied
  }

  /// Returns the processed response and the failure of the stage that refused it.
  ///
  /// An error response often lacks the part that `RootPath` selects. In this case no failure is
  /// returned, because the outcome rule later fails the job with its own error.
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

  /// Adds the notes of the preparers to a result that skipped the response stages.
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
  /// - Returns: The event for subscribers, or nil for none.
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
  /// Returns whether the request must pass stages before it is sent.
  func isToBePrepared(by middleware: any MiddlewareSource) -> Bool {
    if case .asking = renewal.state { return false }
    return middleware.concerns(request)
  }

  mutating func take(_ prepared: PreparedRequest, _ middleware: Middleware, _ notes: [StageNote]) {
    var late = late
    late.note(prepared, from: request, masking: secrets)
    self.late = late
    request = prepared
    stages.middleware = middleware
    stages.notes = notes
  }

  mutating func take(transformedBody: [UInt8], _ notes: [StageNote]) {
    late.noteReplacedBody()
    stages.transformedBody = transformedBody
    stages.notes = notes
  }
}

/// A response and its stages.
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
  /// Returns the media type that selects the parser. Returns nil if the body is not parsed.
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
