import ClientDocuments
import ClientModel
import ClientPipeline

/// What a complete answer means to its job, by the rule of the request's gateway.
extension Client {
  /// Ends a run in the state that was decided, unless its gateway's outcome rule says otherwise.
  func conclude(_ run: Run, _ result: AttemptResult, as state: JobState) {
    if let refusal = run.refusal { return settle(run, result, .failed(refusal)) }
    if run.middleware != nil, isStillToBeProcessed(run, result) {
      return process(run, result, then: .end(state))
    }
    if state == .succeeded, beginsRemote(run, result) { return }
    guard state == .succeeded, let head = result.head,
      let rule = run.request.gateway?.outcome ?? run.request.outcome
    else { return settle(run, result, state) }
    let outcome = rule.outcome(of: head, body: bytes(of: result.body))
    guard let failure = Failure(outcome, of: run.request, status: head.status) else {
      return settle(run, result, .succeeded)
    }
    if case .needsAuthentication = outcome, let refresh = rule.refresh, run.stop == nil,
      case .none = run.renewal
    {
      return renew(run, result, refresh)
    }
    settle(run, result, .failed(failure))
  }

  /// The decoded body where a rule may look into it: up to 1 MiB.
  func bytes(of body: StoredBody) -> [UInt8] {
    switch body {
    case .none: return []
    case .inline(let bytes): return bytes
    case .file(let name, let length, _):
      guard length <= .mebibytes(1) else { return [] }
      do throws(DocumentError) {
        let source = try ByteSource(path: storage.path(ofBody: name))
        return try source.bytes(in: 0..<source.count)
      } catch {
        return []
      }
    }
  }
}
