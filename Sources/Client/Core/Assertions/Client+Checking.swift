import ClientModel

/// Checking what came by the assertions of its request, once it is known what becomes of the job.
extension Client {
  /// Ends a run whose state is decided. A complete answer is checked first, outside of the actor; what
  /// that comes to goes with the result and changes nothing else. No assertion holds on an incomplete one.
  func settle(
    _ run: Run, _ result: AttemptResult, _ next: JobState, remote: RemoteChange = .kept
  ) {
    if result.isCutResponse, next.word == .failed || next.word == .interrupted, run.stop == nil {
      var result = result
      result.verdicts = run.request.assertions.map {
        AssertionVerdict($0.text, .failed(got: "no complete response"))
      }
      return end(run, result, next, remote: remote)
    }
    guard next.word == .succeeded || next.word == .failed, run.stop == nil,
      !run.request.assertions.isEmpty, result.end == .answered, let head = result.head
    else { return end(run, result, next, remote: remote) }
    run.phase = .processing
    let assertions = run.request.assertions
    let path: String? =
      if case .file(let name, _, _) = result.body { storage.path(ofBody: name) } else { nil }
    let check = AnswerCheck(
      head: shown(result, of: run).head ?? head, body: result.body, path: path,
      total: result.isFromCache ? nil : result.timings.total, jq: jq)
    let attempt = run.attempt
    run.checked = Checked(next: next, remote: remote)
    let task = Task {
      let verdicts = await check.verdicts(assertions)
      conclude(attempt, result, verdicts)
    }
    run.processing = (task, result)
  }

  /// What becomes of a run whose answer is being checked.
  struct Checked: Sendable {
    let next: JobState
    let remote: RemoteChange
  }

  private func conclude(
    _ attempt: AttemptID, _ arrived: AttemptResult, _ verdicts: [AssertionVerdict]
  ) {
    guard let run = current(attempt), run.phase == .processing, let checked = run.checked else {
      return
    }
    var result = arrived
    result.verdicts = verdicts
    run.processing = nil
    run.checked = nil
    end(run, result, checked.next, remote: checked.remote)
    fill()
  }
}

extension AttemptResult {
  /// Whether a response began to arrive and did not become complete.
  fileprivate var isCutResponse: Bool {
    guard case .failed = end else { return false }
    return head != nil || body.length > 0
  }
}
